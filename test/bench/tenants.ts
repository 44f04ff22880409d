import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'

import { listen } from '../../src/server/main/listen.ts'
import { APPLICATION_ROLE } from '../../src/server/store/database/application-role.ts'
import { run } from '../support/run-sql.ts'
import { type Api, newStore, startApi } from '../support/start-api.ts'
import { output, startScript } from './bench-script.ts'
import { percentiles } from './percentiles.ts'
import { processCpu } from './process-cpu.ts'
import { fillTenants, makeDue, type TenantsPlan } from './tenants-store.ts'

const LISTENERS = 500
const WORKERS = 2
const SLOTS = 30

/**
 * Many organizations on one store: from due time to started, pages meanwhile, 500 browsers of as many organizations, and what the store
 * is like afterwards. Nothing else is simulated than the rows that runs move.
 */
export async function benchTenants({
  perSecond,
  seconds,
  ...plan
}: TenantsPlan & { readonly perSecond: number; readonly seconds: number }): Promise<void> {
  const store = await newStore({
    durable: true,
    settings: { max_connections: '300', shared_buffers: '1GB', shared_preload_libraries: 'pg_stat_statements' },
  })
  const api = await startApi({ takesRuns: false, beside: store, environment: { LOG_LEVEL: 'warn' } })
  const listener = await listen(
    '127.0.0.1',
    0,
    getRequestListener(({ url, headers, signal }) => api.fetch(null, new URL(url).pathname, { headers, signal })),
  )
  const children: ReturnType<typeof startScript>[] = []
  try {
    const began = performance.now()
    await fillTenants(api.storeUrl, plan)
    const filled = Math.round((performance.now() - began) / 1_000)
    console.log(
      `${plan.organizations} organizations, ${plan.flows} flows, ${Math.ceil(plan.pastRuns / plan.flows)} past runs of each: made in ${filled} s`,
    )
    await sizes(api)
    const told = await startListeners(api, listener.url, seconds + 60)
    children.push(told.child)
    for (let number = 0; number < WORKERS; number += 1) {
      const worker = startScript('tenants-worker.ts', {
        databaseUrl: api.storeUrl,
        role: APPLICATION_ROLE,
        slots: SLOTS,
      })
      children.push(worker)
      await output(worker, 'ready')
    }
    const from = new Date(Date.now() + 5_000)
    await makeDue(api.storeUrl, { perSecond, seconds, from })
    await run(
      api.storeUrl,
      'create extension if not exists pg_stat_statements schema public; select pg_stat_reset(); select public.pg_stat_statements_reset()',
    )
    const before = { store: processCpu(store.postgres.processId) * 1_000, api: process.cpuUsage() }
    const pages = await readPages(api, from, seconds)
    await untilDrained(api)
    const waits = await run<{ waited: number }>(
      api.storeUrl,
      `select extract(epoch from started_at - scheduled_for)::float * 1000 as waited from millrace.runs where scheduled_for >= $1`,
      [from],
    )
    console.log(
      `due to started, ${waits.length} of ${perSecond * seconds}, ms: ${JSON.stringify(percentiles(waits.map(({ waited }) => waited)))}`,
    )
    console.table(pages)
    const cpu = process.cpuUsage(before.api)
    const spent = {
      store: processCpu(store.postgres.processId) * 1_000 - before.store,
      api: (cpu.user + cpu.system) / 1_000,
      workers: children.slice(1).reduce((sum, { pid }) => sum + processCpu(pid ?? 0) * 1_000, 0),
    }
    console.log(
      `processor time for each run, ms: ${JSON.stringify(spent, (_, value) => (typeof value === 'number' ? Math.round((value / waits.length) * 10) / 10 : value))}`,
    )
    console.table(await statements(api))
    console.log(`${LISTENERS} browsers: ${await told.figures}`)
    await afterwards(api)
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await listener.close()
    await api.stop()
    await store.postgres.stop()
  }
}

async function startListeners(api: Api, origin: string, seconds: number) {
  const found = await run<{ organization_id: string; user_uid: string }>(
    api.storeUrl,
    `select organization_id, user_uid from millrace.memberships order by hashtext(organization_id::text) limit ${LISTENERS}`,
  )
  const streams = []
  for (let number = 0; number < LISTENERS; number += 1) {
    const one = found[number % found.length]
    if (!one) throw new Error('There are no organizations.')
    const token = await api.mint.mint({ sub: one.user_uid })
    streams.push({ url: `${origin}/v1/organizations/${one.organization_id}/events`, authorization: `Bearer ${token}` })
  }
  const child = startScript('watching-browsers.ts', { streams, seconds })
  await output(child, 'watching')
  // It is killed when something else fails, which is what should be told.
  return { child, figures: output(child, '{').catch(() => 'not measured') }
}

/** What a person opens, of an organization after the other, while runs start. */
async function readPages(api: Api, from: Date, seconds: number) {
  const owners = await run<{ organization_id: string; user_uid: string }>(
    api.storeUrl,
    'select organization_id, user_uid from millrace.memberships order by hashtext(user_uid) limit 500',
  )
  await sleep(Math.max(0, from.getTime() - Date.now()))
  const end = Date.now() + seconds * 1_000
  const times: Record<string, number[]> = { flows: [], runs: [], dashboard: [], connections: [] }
  for (let number = 0; Date.now() < end; number += 1) {
    const one = owners[number % owners.length]
    for (const [name, own] of Object.entries(times)) {
      const begun = performance.now()
      const { status } = await api.call(one?.user_uid ?? '', 'GET', `/v1/organizations/${one?.organization_id}/${name}`)
      if (status !== 200) throw new Error(`${name} answered ${status}`)
      own.push(performance.now() - begun)
      await sleep(50)
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, own]) => [name, percentiles(own)]))
}

/** The statements that took the store most. */
const statements = (api: Api) =>
  run(
    api.storeUrl,
    `select calls::int, round(total_exec_time)::int as ms, round(mean_exec_time::numeric, 2)::float as mean, (shared_blks_hit + shared_blks_read)::int / calls::int as blocks,
       left(regexp_replace(query, '\\s+', ' ', 'g'), 120) as statement
     from public.pg_stat_statements where dbid = (select oid from pg_database where datname = current_database()) order by total_exec_time desc limit 15`,
  )

async function untilDrained(api: Api): Promise<void> {
  const end = Date.now() + 120_000
  const left = () =>
    run(
      api.storeUrl,
      `select from millrace.runs where status in ('queued','running','committing') union all select from millrace.flows where due_at < now() limit 1`,
    )
  while (Date.now() < end && (await left()).length > 0) await sleep(500)
}

async function sizes(api: Api): Promise<void> {
  const tables = await run<{ name: string; mb: number }>(
    api.storeUrl,
    `select relname as name, round(pg_total_relation_size(relid) / 1e6)::int as mb from pg_stat_user_tables order by 2 desc limit 8`,
  )
  console.log(`sizes in MB: ${tables.map(({ name, mb }) => `${name} ${mb}`).join(', ')}`)
}

/** What runs leave behind, what vacuum takes for it, and which statements took the store most. */
async function afterwards(api: Api): Promise<void> {
  await sizes(api)
  const dead = await run<{ name: string; dead: number; live: number; scans: number; read: number }>(
    api.storeUrl,
    `select schemaname || '.' || relname as name, n_dead_tup::int as dead, n_live_tup::int as live, seq_scan::int as scans, seq_tup_read::float as read
     from pg_stat_user_tables where n_dead_tup > 100 or seq_tup_read > 100000 order by n_dead_tup desc limit 12`,
  )
  console.table(dead)
  const begun = performance.now()
  await run(api.storeUrl, 'vacuum analyze')
  console.log(`vacuum analyze of everything: ${Math.round(performance.now() - begun)} ms`)
}
