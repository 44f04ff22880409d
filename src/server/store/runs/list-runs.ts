import type { DryFilter, RunStatus, RunTrigger } from '../../../core/catalog/runs/run-states.ts'
import type { PeriodName } from '../dashboard/dashboard.ts'
import type { Query } from '../database/database.ts'
import { NOT_DRY } from './counted-runs.ts'
import type { ListedRunRow } from './run-rows.ts'
import { listedRuns } from './runs.ts'
import { type Stored, withWork } from './stored-work.ts'

export interface RunFilter {
  readonly flowId?: string | undefined
  readonly statuses?: readonly RunStatus[] | undefined
  readonly trigger?: RunTrigger | undefined
  /** Absent: dry runs are included. */
  readonly dry?: DryFilter | undefined
  readonly period?: PeriodName | undefined
  /** Queued at that instant or later, ISO 8601. */
  readonly from?: string | undefined
  /** Queued before that instant, ISO 8601. */
  readonly to?: string | undefined
  /** In the flow's name, in an error, or at the start of the run's id; case-insensitive. */
  readonly text?: string | undefined
  /** The text is not looked for in errors: what they quote could be found letter by letter. */
  readonly notInErrors?: boolean | undefined
  /** The id of the last run of the previous page. */
  readonly after?: string | undefined
  readonly limit: number
}

/** An organization's runs, newest first. */
export function listRuns(query: Query, organizationId: string, filter: RunFilter): Promise<ListedRunRow[]> {
  const values: unknown[] = [organizationId]
  // The statement contains only the requested filters, so that the planner can choose the right index.
  const where = (value: unknown, condition: (place: string) => string) =>
    value === undefined ? '' : `and ${condition(`$${values.push(value)}`)}`
  const limit = `$${values.push(filter.limit)}`
  const narrowed = `organization_id = $1
     ${where(filter.flowId, (flowId) => `flow_id = ${flowId}`)}
     ${where(filter.statuses, (statuses) => `status = any(${statuses})`)}
     ${where(filter.trigger, (trigger) => `trigger = ${trigger}`)}
     ${filter.dry === undefined ? '' : `and ${filter.dry === 'no' ? NOT_DRY : `not (${NOT_DRY})`}`}
     ${where(filter.period, (period) => `queued_at > now() - ${period}::interval`)}
     ${where(filter.from, (from) => `queued_at >= ${from}::timestamptz`)}
     ${where(filter.to, (to) => `queued_at < ${to}::timestamptz`)}
     ${where(filter.after, (id) => `(queued_at, id) < ((select queued_at from runs where id = ${id}::uuid), ${id}::uuid)`)}
`
  const newest = `order by queued_at desc, id desc limit ${limit}`
  const [first, last] = idsBeginningWith(filter.text ?? '') ?? []
  const has = (place: string, words: string) => `and position(lower(${place}::text) in lower(${words})) > 0`
  // Each searched place has its own index, and therefore its own page: the newest of all these are the page.
  const found = [
    where(filter.text, (place) => {
      const named = (table: string) => `select id from ${table} where organization_id = $1 ${has(place, 'name')}`
      return `flow_id = any(array(${named('flows')} union ${named('trash')}))`
    }),
    where(
      filter.notInErrors ? undefined : filter.text,
      (place) => `error is not null ${has(place, "error->>'message'")}`,
    ),
    where(first, (place) => `id between ${place}::uuid and $${values.push(last)}::uuid`),
  ]
    .filter((condition) => condition !== '')
    .map((condition) => `(select id from runs where ${narrowed} ${condition} ${newest})`)
  // First the page and then its names: a planner without statistics would join the names for all runs.
  const page = `(select * from runs where ${found.length === 0 ? narrowed : `id in (${found.join(' union ')})`} ${newest}) runs`
  return withWork(query<Stored<ListedRunRow>>(`${listedRuns(page)} order by queued_at desc, runs.id desc`, values))
}

/** The range of ids that start with the text; nothing if no id can start with it. */
function idsBeginningWith(text: string): readonly [first: string, last: string] | undefined {
  const digits = text.replaceAll('-', '')
  return /^[\da-f]{8,32}$/i.test(digits) ? [digits.padEnd(32, '0'), digits.padEnd(32, 'f')] : undefined
}
