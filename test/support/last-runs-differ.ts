import { COUNTS } from '../../src/server/store/flows/flow-health.ts'
import { IS_COUNTED } from '../../src/server/store/runs/counted-runs.ts'
import { run } from './run-sql.ts'

const ENDED = `flow_id = flows.flow_id and finished_at is not null and ${IS_COUNTED}`

const REMEMBERED = `select flow_id, organization_id, status, queued_at, started_at, finished_at, rows_written, rows_read, rows_rejected, states, last_success_at
  from millrace.last_runs`

/** As lists read it from the runs before there was a table for it. */
const THERE = `select flows.flow_id, latest.*, lately.states, success.finished_at as last_success_at
  from (select distinct flow_id from millrace.runs) flows
  cross join lateral (
    select organization_id, status, queued_at, started_at, finished_at, rows_written, (totals->>'rows_read')::bigint as rows_read,
      (totals->>'rows_rejected')::bigint as rows_rejected from millrace.runs where ${ENDED} order by queued_at desc limit 1) latest
  cross join lateral (
    select string_agg(status, ' ') as states from (
      select status from millrace.runs where ${ENDED} order by queued_at desc limit 14) last) lately
  left join lateral (
    select finished_at from millrace.runs where flow_id = flows.flow_id and status = 'succeeded' and ${COUNTS}
    order by queued_at desc limit 1) success on true`

/** @returns what the store remembers of the last runs of flows, and what their runs say, where they differ */
export const lastRunsDiffer = (storeUrl: string) =>
  run(
    storeUrl,
    `(select 'remembered' as "where", * from (${REMEMBERED} except ${THERE}) remembered)
     union all (select 'there', * from (${THERE} except ${REMEMBERED}) there)`,
  )
