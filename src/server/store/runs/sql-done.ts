import type { Query } from '../database/database.ts'

export type SqlPlace = 'before' | 'after'

export interface SqlDoneRow {
  /** The SQL around its rows that a run has executed. */
  readonly sql_done: readonly SqlPlace[]
  /** Who had written its targets before. */
  readonly sql_writers: Readonly<Record<string, string>> | null
}

export const findSqlDone = async (query: Query, runId: string): Promise<SqlDoneRow | undefined> =>
  (await query<SqlDoneRow>('select sql_done, sql_writers from runs where id = $1', [runId]))[0]

/** @returns whether the attempt is still the one that may work on the run */
export const isCurrentAttempt = async (query: Query, runId: string, epoch: number): Promise<boolean> =>
  (await query('select from runs where id = $1 and epoch = $2 and finished_at is null', [runId, epoch])).length > 0

export const recordSqlDone = (
  query: Query,
  { runId, place, writers }: { runId: string; place: SqlPlace; writers: SqlDoneRow['sql_writers'] | undefined },
): Promise<object[]> =>
  query(
    `update runs set sql_done = sql_done || $2::text, sql_writers = coalesce($3::jsonb, sql_writers)
     where id = $1 and not sql_done @> array[$2::text]`,
    [runId, place, writers ? JSON.stringify(writers) : null],
  )
