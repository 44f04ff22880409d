import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'
import { percentiles } from './percentiles.ts'

const ORGANIZATIONS = 50
const FLOWS_OF_EACH = 10
const RUNS_OF_EACH_FLOW = 200
const CALLS = 20
const STREAMS = 4

/** Whether pages answer within 100 ms on 100,000 runs of 500 flows in 50 organizations. */
export async function benchHistory(): Promise<void> {
  const api = await startApi({ takesRuns: false })
  try {
    const organization = await api.organizationOf('ada')
    await fill(api, organization)
    const [{ id: runId, flow_id: flowId } = { id: '', flow_id: '' }] = await run<{ id: string; flow_id: string }>(
      api.storeUrl,
      `select id, flow_id from millrace.runs where organization_id = $1 order by queued_at limit 1`,
      [organization],
    )
    const base = `/v1/organizations/${organization}`
    const pages = {
      'dashboard, 30 days': `${base}/dashboard?period=30d`,
      'dashboard, 24 hours': `${base}/dashboard?period=24h`,
      flows: `${base}/flows`,
      runs: `${base}/runs`,
      'runs that failed': `${base}/runs?state=failed`,
      'runs that a schedule started': `${base}/runs?trigger=schedule`,
      'runs of a flow': `${base}/flows/${flowId}/runs`,
      'the last page of runs': `${base}/runs?cursor=${runId}`,
      'a run': `${base}/runs/${runId}`,
      'its log': `${base}/runs/${runId}/log`,
    }
    const figures: Record<string, object> = {}
    for (const [name, path] of Object.entries(pages)) figures[name] = percentiles(await times(api, path))
    console.table(figures)
    console.log(JSON.stringify(figures))
  } finally {
    await api.stop()
  }
}

async function times(api: Api, path: string): Promise<number[]> {
  const found: number[] = []
  for (let call = 0; call < CALLS; call += 1) {
    const begun = performance.now()
    const { status } = await api.call('ada', 'GET', path)
    if (status !== 200) throw new Error(`${path} answered ${status}`)
    found.push(performance.now() - begun)
  }
  return found
}

/** Organizations with the same past each: a run every four hours for a month, a tenth failed, of four streams. */
async function fill(api: Api, organization: string): Promise<void> {
  const sql = (statement: string, values?: unknown[]) =>
    run(api.storeUrl, `set search_path = millrace; ${statement}`, values)
  await sql(`insert into organizations (name) select 'Org ' || n from generate_series(2, ${ORGANIZATIONS}) n`)
  await sql(
    `insert into integrations (organization_id, name, type, credentials) select id, 'Shop', 'postgres', '{}' from organizations`,
  )
  await sql(`insert into connections (organization_id, name, type, capability, integration_id)
    select organization_id, 'Shop', 'postgres', 'both', id from integrations`)
  await sql(`insert into flows (organization_id, name, source_connection_id, destination_connection_id, config)
    select organization_id, 'Flow ' || n, id, id, '{"streams":[],"transformations":[]}' from connections, generate_series(1, ${FLOWS_OF_EACH}) n`)
  console.log(
    `Making ${ORGANIZATIONS * FLOWS_OF_EACH * RUNS_OF_EACH_FLOW} runs for organizations such as ${organization} …`,
  )
  const totals = {
    streams: STREAMS,
    succeeded: STREAMS,
    failed: 0,
    rows_read: 4_000,
    rows_written: 4_000,
    rows_filtered: 0,
  }
  const sums = {
    rows_rejected: 0,
    rows_added: 0,
    bytes: 400_000,
    estimated_rows: 0,
    rows_arrived: 4_000,
    balanced: STREAMS,
    check: null,
  }
  await sql(`insert into runs (organization_id, flow_id, flow_version, flow_snapshot, trigger, status, queued_at, started_at, finished_at, totals, rows_written, error)
    select flows.organization_id, flows.id, 1, json_build_object('config', config), case when n % 3 = 0 then 'schedule' else 'person' end,
      case when n % 10 = 0 then 'failed' else 'succeeded' end, at, at + interval '1 s', at + interval '1 minute',
      '${JSON.stringify({ ...totals, ...sums })}', ${totals.rows_written},
      case when n % 10 = 0 then '{"code":"CONNECTION_REFUSED","message":"The server does not answer."}'::jsonb end
    from flows, generate_series(1, ${RUNS_OF_EACH_FLOW}) n, lateral (select now() - n * interval '216 minutes' as at) times`)
  await sql(`insert into run_streams (organization_id, run_id, ordinal, stream)
    select organization_id, id, s - 1, jsonb_build_object('entity', 'public.t' || s, 'target', 'public.t' || s, 'status', 'succeeded', 'rows_read', 1000,
      'rows_filtered', 0, 'rows_rejected', 0, 'rows_written', 1000, 'bytes', 100000) from runs, generate_series(1, ${STREAMS}) s`)
  await sql(`insert into run_log (organization_id, run_id, level, message)
    select organization_id, runs.id, 'info', 'Line ' || n from runs, generate_series(1, 3) n`)
  await sql('analyze')
}
