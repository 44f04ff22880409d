import { first, type Query } from '../database/database.ts'

export interface RunFiguresRow {
  readonly organization_id: string
  readonly flow_id: string
  readonly status: string
  readonly flow_name: string
  readonly attempt: number
  /** The trace of the call that asked for it. */
  readonly traceparent: string | null
  readonly started_at: Date | null
  readonly finished_at: Date | null
  /** Why it failed. */
  readonly error_code: string | null
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
      `select runs.organization_id, flow_id, coalesce(flows.name, '') as flow_name, status, attempt, traceparent, started_at, finished_at,
       error->>'code' as error_code,
       extract(epoch from coalesce(started_at, now()) - queued_at)::float as waited,
       extract(epoch from finished_at - started_at)::float as seconds,
       rows_written as rows, (totals->>'bytes')::bigint as bytes
     from runs left join flows on flows.id = flow_id where runs.id = $1`,
      [runId],
    ),
  )
