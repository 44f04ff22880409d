import { first, type Query } from '../database/database.ts'

export interface RunFiguresRow {
  readonly organization_id: string
  readonly flow_id: string
  readonly status: string
  /** Until its first attempt, in seconds. */
  readonly waited: number
  /** From then to its end; null while it continues, or if it has never begun. */
  readonly seconds: number | null
  readonly rows: number
  readonly bytes: number
}

/** The figures of a run. */
export const findRunFigures = (query: Query, runId: string) =>
  first(
    query<RunFiguresRow>(
      `select organization_id, flow_id, status,
       extract(epoch from coalesce(started_at, now()) - queued_at)::float as waited,
       extract(epoch from finished_at - started_at)::float as seconds,
       rows_written as rows, (totals->>'bytes')::bigint as bytes
     from runs where id = $1`,
      [runId],
    ),
  )
