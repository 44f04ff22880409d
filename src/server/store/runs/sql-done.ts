import type { Query } from '../database/database.ts'

export type SqlPlace = 'before' | 'after'

/** The SQL around its rows that a run has executed. */
export const listSqlDone = async (query: Query, runId: string): Promise<readonly SqlPlace[]> =>
  (await query<{ place: SqlPlace }>('select unnest(sql_done) as place from runs where id = $1', [runId])).map(
    ({ place }) => place,
  )

/** @returns whether the attempt is still the one that may work on the run */
export const isCurrentAttempt = async (query: Query, runId: string, epoch: number): Promise<boolean> =>
  (await query('select from runs where id = $1 and epoch = $2 and finished_at is null', [runId, epoch])).length > 0

export const recordSqlDone = (query: Query, runId: string, place: SqlPlace): Promise<object[]> =>
  query('update runs set sql_done = sql_done || $2::text where id = $1 and not sql_done @> array[$2::text]', [
    runId,
    place,
  ])
