import type { Query } from '../database/database.ts'

export interface LogLineRow {
  readonly id: number
  readonly run_id: string
  readonly at: Date
  readonly level: 'info' | 'warning' | 'error'
  readonly message: string
  readonly entity: string | null
}

/** A line that names a person, so that it can be told and found again by whoever forgets them. */
export const cancelledBy = (name: string): string => `Cancelled by ${name}.`

export const insertLogLine = (
  query: Query,
  organizationId: string,
  { run_id, level, message, entity }: Omit<LogLineRow, 'id' | 'at'>,
): Promise<object[]> =>
  query(
    `with written as (
       insert into run_log (organization_id, run_id, level, message, entity) values ($1, $2, $3, $4, $5) returning run_id, organization_id)
     select pg_notify('millrace_runs', json_build_object('o', organization_id, 'r', run_id, 'l', true)::text) from written`,
    [organizationId, run_id, level, message.slice(0, 2_000), entity],
  )

export interface LogFilter {
  readonly after: number
  readonly level?: string | undefined
  readonly text?: string | undefined
  readonly limit: number
}

export const listLogLines = (query: Query, organizationId: string, runId: string, filter: LogFilter) =>
  query<LogLineRow>(
    `select id, run_id, at, level, message, entity from run_log
     where organization_id = $1 and run_id = $2 and id > $3
       and ($4::text is null or level = $4) and ($5::text is null or position(lower($5) in lower(concat_ws(' ', entity, message))) > 0)
     order by id limit $6`,
    [organizationId, runId, filter.after, filter.level ?? null, filter.text ?? null, filter.limit],
  )
