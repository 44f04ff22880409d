import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'
import { percentiles } from './percentiles.ts'

const SIZES = { short: 100, long: 10_000 }
const CALLS = 15

/** Every list of an organization with 10,000 entries beside one with 100. Lists in pages may not get slower; whole ones grow by their rows. */
export async function benchLongLists(): Promise<void> {
  const api = await startApi({ takesRuns: false })
  try {
    const organizations = {
      short: await fill(api, 'short', SIZES.short),
      long: await fill(api, 'long', SIZES.long),
    }
    await run(api.storeUrl, 'analyze')
    const figures: Record<string, object> = {}
    for (const [name, path] of Object.entries(LISTS)) {
      const [short, long] = [
        await measure(api, 'short', path(organizations.short)),
        await measure(api, 'long', path(organizations.long)),
      ]
      figures[name] = {
        'p50 of 100, ms': short.p50,
        'p50 of 10,000, ms': long.p50,
        ratio: Math.round((long.p50 / short.p50) * 100) / 100,
        'kB of 10,000': Math.round(long.bytes / 1_000),
      }
    }
    console.table(figures)
    console.log(JSON.stringify(figures))
  } finally {
    await api.stop()
  }
}

interface Filled {
  readonly base: string
  readonly runId: string
}

const LISTS: Readonly<Record<string, (filled: Filled) => string>> = {
  flows: ({ base }) => `${base}/flows`,
  connections: ({ base }) => `${base}/connections`,
  integrations: ({ base }) => `${base}/integrations`,
  members: ({ base }) => `${base}/members`,
  trash: ({ base }) => `${base}/trash`,
  'runs, a page': ({ base }) => `${base}/runs`,
  'runs by a word': ({ base }) => `${base}/runs?q=Flow%2077`,
  'runs by a word that none has': ({ base }) => `${base}/runs?q=zzzz`,
  'runs that failed': ({ base }) => `${base}/runs?state=failed`,
  'audit log, a page': ({ base }) => `${base}/audit`,
  'audit log by an action': ({ base }) => `${base}/audit?action=flow.updated`,
  'audit log by an action that nobody took': ({ base }) => `${base}/audit?action=member.removed`,
  'a log, a page': ({ base, runId }) => `${base}/runs/${runId}/log`,
  'a log by a word': ({ base, runId }) => `${base}/runs/${runId}/log?q=zzzz`,
  dashboard: ({ base }) => `${base}/dashboard?period=7d`,
}

async function measure(api: Api, owner: string, path: string) {
  const times: number[] = []
  let bytes = 0
  for (let call = 0; call < CALLS; call += 1) {
    const begun = performance.now()
    const response = await api.fetch(owner, path, {})
    bytes = (await response.arrayBuffer()).byteLength
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
    times.push(performance.now() - begun)
  }
  return { ...percentiles(times), bytes }
}

async function fill(api: Api, owner: string, count: number): Promise<Filled> {
  const organization = await api.organizationOf(owner)
  const sql = (statement: string) => run<{ id: string }>(api.storeUrl, statement, [organization, count])
  await sql(`insert into millrace.integrations (organization_id, name, type, merged, credentials)
    select $1, 'Shop ' || n, 'postgres', true, '{}' from generate_series(1, $2::int) n`)
  await sql(`insert into millrace.connections (organization_id, name, type, capability, integration_id)
    select $1, name, 'postgres', 'both', id from (select * from millrace.integrations where organization_id = $1 limit $2::int) i`)
  await sql(`insert into millrace.flows (organization_id, name, source_connection_id, destination_connection_id, config)
    select $1, 'Flow ' || row_number() over (), id, id, '{"streams":[],"transformations":[]}' from
      (select * from millrace.connections where organization_id = $1 limit $2::int) c`)
  await sql(`insert into millrace.audit_events (organization_id, actor_uid, action, target_id, target_name, at)
    select $1, 'somebody', case when n % 10 = 0 then 'flow.updated' else 'run.triggered' end, n::text, 'Flow ' || n, now() - n * interval '1 minute'
    from generate_series(1, $2::int) n`)
  await sql(`insert into millrace.trash (id, organization_id, kind, name, deleted_by, content)
    select gen_random_uuid(), $1, 'flow', 'Gone ' || n, 'somebody', '{}' from generate_series(1, $2::int) n`)
  const runs = await sql(`insert into millrace.runs
      (organization_id, flow_id, flow_version, flow_snapshot, trigger, status, queued_at, started_at, finished_at, rows_written)
    select $1, id, 1, json_build_object('name', name, 'config', config), 'person',
      case when random() < 0.1 then 'failed' else 'succeeded' end, now() - interval '1 hour', now() - interval '1 hour', now(), 10
    from (select * from millrace.flows where organization_id = $1 limit $2::int) f returning id`)
  const runId = runs.at(-1)?.id ?? ''
  await run(
    api.storeUrl,
    `insert into millrace.run_log (organization_id, run_id, level, message)
     select $1, $3, 'info', 'Line ' || n from generate_series(1, $2::int) n`,
    [organization, count, runId],
  )
  return { base: `/v1/organizations/${organization}`, runId }
}
