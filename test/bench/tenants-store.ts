import { run } from '../support/run-sql.ts'

export interface TenantsPlan {
  readonly organizations: number
  readonly flows: number
  /** Ended ones, over the last thirty days. */
  readonly pastRuns: number
}

const TOTALS = {
  streams: 1,
  succeeded: 1,
  failed: 0,
  rows_read: 1_000,
  rows_written: 1_000,
  rows_filtered: 0,
  rows_rejected: 0,
  rows_added: 0,
  bytes: 100_000,
  estimated_rows: 0,
  rows_arrived: 1_000,
  balanced: 1,
  check: null,
}

const CONFIG = {
  transformations: [],
  streams: [{ entity: 'public.orders', target: 'public.orders', mode: 'replace' }],
  schedule: { cron: '0 * * * *', timezone: 'UTC', overlap: 'skip' },
}

/** Organizations with an owner each, flows spread over them, and what ran in a month. Nothing is due. */
export async function fillTenants(storeUrl: string, { organizations, flows, pastRuns }: TenantsPlan): Promise<void> {
  const sql = (statement: string) => run(storeUrl, `set search_path = millrace; ${statement}`)
  await sql(
    `insert into users (uid, email) select 'owner-' || n, 'owner-' || n || '@test' from generate_series(1, ${organizations}) n`,
  )
  await sql(`insert into organizations (name) select 'Organization ' || n from generate_series(1, ${organizations}) n`)
  await sql(`insert into memberships (organization_id, user_uid, roles)
    select id, 'owner-' || row_number() over (), '{owner}' from organizations where name like 'Organization %'`)
  await sql(`insert into integrations (organization_id, name, type, credentials)
    select id, 'Shop', 'postgres', '{}' from organizations where name like 'Organization %'`)
  await sql(`insert into connections (organization_id, name, type, capability, integration_id)
    select organization_id, 'Shop', 'postgres', 'both', id from integrations`)
  await sql(`insert into flows (organization_id, name, source_connection_id, destination_connection_id, config, due_at)
    select organization_id, 'Flow ' || n, id, id, '${JSON.stringify(CONFIG)}', 'infinity'
    from connections, generate_series(1, ${Math.ceil(flows / organizations)}) n`)
  await sql(`insert into runs (organization_id, flow_id, flow_version, flow_snapshot, trigger, status, queued_at, started_at, finished_at, totals, rows_written, account)
    select organization_id, id, 1, json_build_object('sourceConnectionId', source_connection_id, 'destinationConnectionId', destination_connection_id, 'config', config),
      'schedule', 'succeeded', at, at + interval '1 s', at + interval '20 s', '${JSON.stringify(TOTALS)}', ${TOTALS.rows_written}, account
    from (select flows.*, user_uid as account, row_number() over () as place from flows join memberships using (organization_id)) flows,
      generate_series(1, ${Math.ceil(pastRuns / flows)}) n,
      lateral (select now() - (n - place::float / ${flows}) * interval '30 days' / ${Math.ceil(pastRuns / flows)} as at) times`)
  await sql(`insert into run_streams (organization_id, run_id, ordinal, stream)
    select organization_id, id, 0, jsonb_build_object('entity', 'public.orders', 'target', 'public.orders', 'status', 'succeeded', 'rows_read', 1000,
      'rows_filtered', 0, 'rows_rejected', 0, 'rows_written', 1000, 'bytes', 100000) from runs`)
  await sql(`insert into run_log (organization_id, run_id, level, message)
    select organization_id, runs.id, 'info', 'Line ' || n || ' of what a run says' from runs, generate_series(1, 4) n`)
  await run(storeUrl, 'vacuum analyze')
}

/** Lets flows be due from a moment on, evenly, each of another organization as far as there are. */
export async function makeDue(
  storeUrl: string,
  { perSecond, seconds, from }: { perSecond: number; seconds: number; from: Date },
): Promise<void> {
  await run(
    storeUrl,
    `update millrace.flows set due_at = $1::timestamptz + place * interval '1 second' / $2
     from (select id, row_number() over (order by name, hashtext(organization_id::text)) as place from millrace.flows) wanted
     where wanted.id = flows.id and place <= $3`,
    [from, perSecond, perSecond * seconds],
  )
  await run(storeUrl, `select pg_notify('millrace_schedules', '')`)
}
