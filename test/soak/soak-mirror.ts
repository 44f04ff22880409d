import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { run } from '../support/run-sql.ts'
import { addEnds, startShop } from '../support/shop.ts'
import { newStore } from '../support/start-api.ts'
import { startWorker } from '../support/start-worker.ts'
import { writeShop } from './mirrored-shop.ts'
import { seeded } from './seeded.ts'
import { keepWorker } from './worker.ts'

/**
 * A mirror under load for long: two workers that come and go, columns that come and go, an altered and a removed row in the destination. Ends with 1 when
 * a row was lost, doubled or half, or the two rows were not found.
 */
const { values } = parseArgs({
  options: {
    mirror: { type: 'boolean' },
    minutes: { type: 'string', default: '60' },
    /** Changes a second. */
    rate: { type: 'string', default: '5000' },
    /** Seconds between two troubles. */
    every: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
})
const random = seeded(Number(values.seed))
const LOGICAL = { wal_level: 'logical', max_wal_senders: '20', max_replication_slots: '20', max_wal_size: '8GB' }
/** Until everything has arrived at the end, and both rows are found. */
const PATIENCE_MS = 5 * 60_000

const store = await newStore({ settings: LOGICAL })
const shop = await startShop({ beside: store, takesRuns: false })
const { api, base, source, target } = shop
const shared = { storeUrl: store.storeUrl, masterKey: api.masterKey }
const workers = await Promise.all(
  [1, 2].map(() => keepWorker(() => startWorker(shared, { EGRESS_ALLOW: '127.0.0.0/8' }))),
)
const tables = ['orders', 'lines', 'journal'] as const
for (const table of tables) {
  const key = table === 'journal' ? '' : ' primary key'
  await run(source, `create table ${table} (id bigint${key}, name text, n int)`)
  if (!key) await run(source, `alter table ${table} replica identity full`)
}
const config = { streams: tables.map((table) => ({ entity: `public.${table}`, mode: 'mirror' })), transformations: [] }
const flow = (await api.call('ada', 'POST', `${base}/flows`, { name: 'Shop', ...(await addEnds(api, base)), config }))
  .body
const mirror = async () => (await api.call('ada', 'GET', `${base}/flows/${flow.id}/mirror`)).body
await api.call('ada', 'POST', `${base}/flows/${flow.id}/mirror`, { wanted: 'on' })
while ((await mirror()).state !== 'following') await sleep(500)

const breaches: string[] = []
const struck = new Map<string, number>()
const until = Date.now() + Number(values.minutes) * 60_000
const end = new AbortController()
const writing = writeShop(source, { rate: Number(values.rate), random, signal: end.signal })
console.log(`A mirror of three tables for ${values.minutes} minutes, a trouble every ${values.every} s.`)

let columns = 0
const any = () => workers[Math.floor(random() * workers.length)]
const TROUBLES: Readonly<Record<string, () => Promise<unknown>>> = {
  'a worker is killed': async () => any()?.kill(),
  'a worker is replaced': async () => any()?.replace(),
  'a worker stalls for 20 s': async () => {
    const one = any()
    one?.pause()
    await sleep(20_000)
    one?.resume()
  },
  'a column comes': () => run(source, `alter table orders add column c${++columns} int default ${columns}`),
  'a column goes': async () => {
    if (columns > 0) await run(source, `alter table orders drop column if exists c${columns}`)
  },
  'the log is cut off': () =>
    run(source, `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'walsender'`),
}
const names = Object.keys(TROUBLES)
for (let turn = 0; Date.now() + Number(values.every) * 1_000 < until; turn++) {
  await sleep(Number(values.every) * 1_000)
  // Each once, and then at random: a column goes only after one has come.
  const name = names[turn] ?? names[Math.floor(random() * names.length)] ?? ''
  console.log(`${new Date().toISOString()} ${name}; lag ${Math.round((await mirror()).lag_ms ?? -1)} ms`)
  struck.set(name, (struck.get(name) ?? 0) + 1)
  await TROUBLES[name]?.()
}
await sleep(Math.max(until - Date.now(), 0))
end.abort()
const written = await writing

await eventually('everything arrives', async () => (await differing()).length === 0)
const arrived: readonly { entity: string; divergent: number; state: string }[] = (await mirror()).tables
for (const { entity, divergent, state } of arrived)
  if (divergent > 0 || state !== 'following') breaches.push(`${entity} is ${state}, ${divergent} rows were divergent`)
for (const statement of [`update lines set name = 'somebody else' where id = 1`, 'delete from lines where id = 2'])
  await run(target, statement)
await api.call('ada', 'POST', `${base}/flows/${flow.id}/mirror/compare`, { entities: ['public.lines'] })
await eventually(
  'both rows are found',
  async () => (await differenceOf('public.lines')) === '1 missing, 1 changed, 0 extra',
)
await eventually('both rows are right again', async () => (await differing()).length === 0)
console.table([...struck].map(([trouble, times]) => ({ trouble, times })))
console.log(`${written} changes were written; promises broken: ${breaches.length}`)
for (const breach of breaches) console.log(breach)
await Promise.all(workers.map((worker) => worker.stop()))
await api.stop()
await store.postgres.stop()
process.exit(breaches.length > 0 ? 1 : 0)

async function differenceOf(entity: string): Promise<string> {
  const { tables: all } = await mirror()
  const { difference } = all.find((table: { entity: string }) => table.entity === entity) ?? {}
  return difference ? `${difference.missing} missing, ${difference.changed} changed, ${difference.extra} extra` : ''
}

/** The tables that are not equal on both sides. */
async function differing(): Promise<readonly string[]> {
  const sum = (table: string) =>
    `select count(*)::text as rows, coalesce(sum(hashtextextended(concat_ws(',', id, name, n), 0)), 0)::text as sum from ${table}`
  const pairs = await Promise.all(
    tables.map(async (table) => ({ table, one: await run(source, sum(table)), other: await run(target, sum(table)) })),
  )
  return pairs.filter(({ one, other }) => JSON.stringify(one) !== JSON.stringify(other)).map(({ table }) => table)
}

async function eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const late = Date.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (Date.now() < late) await sleep(1_000)
    else return void breaches.push(`not within ${PATIENCE_MS / 1_000} s: ${what}`)
  }
}
