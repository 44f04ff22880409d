import { afterAll, beforeAll, expect, it } from 'vitest'

import { MOST_BESIDE_POOLER } from '../../src/server/store/database/session-room.ts'
import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { type RunningPgbouncer, startPgbouncer } from '../support/postgres/start-pgbouncer.ts'
import { readEvents } from '../support/read-events.ts'
import { run } from '../support/run-sql.ts'
import { type Api, newStore, startApi } from '../support/start-api.ts'

/** Fewer than one process has without a pooler. */
const OF_POOLER = 5

let store: Awaited<ReturnType<typeof newStore>>
let pooler: RunningPgbouncer
let api: Api

beforeAll(async () => {
  store = await newStore()
  pooler = await startPgbouncer(store.postgres, { mode: 'transaction', sessions: OF_POOLER, ignores: '' })
  const behind = new URL(store.storeUrl)
  behind.port = String(pooler.port)
  api = await startApi({
    beside: store,
    startsTasks: true,
    environment: { DATABASE_URL: store.storeUrl, DATABASE_POOLER_URL: behind.href },
  })
}, 120_000)

afterAll(async () => {
  await api.stop()
  await pooler.stop()
  await store.postgres.stop()
})

const sessions = async () =>
  (
    await run<{ name: string }>(
      store.postgres.url,
      `select application_name as name from pg_stat_activity where datname = '${new URL(store.storeUrl).pathname.slice(1)}'`,
    )
  ).map(({ name }) => name)

it('behind PgBouncer, runs move rows, browsers hear of them, and a process has at most four sessions beside it', async () => {
  const organizationId = await api.organizationOf('ada')
  const base = `/v1/organizations/${organizationId}`
  const id = await addPostgresConnection(api, 'ada', base, 'postgres')
  await run(store.postgres.url, 'create table goods as select id from generate_series(1, 100) as id')
  const { body: flow } = await api.call('ada', 'POST', `${base}/flows`, {
    source_connection: { id },
    destination_connection: { id },
    config: { streams: [{ entity: 'public.goods', target: 'public.arrived', mode: 'replace' }], transformations: [] },
  })
  const statuses = new Set<string>()
  const hello = Promise.withResolvers<void>()
  const most = { sessions: 0 }
  const reading = readEvents(await api.fetch('ada', `${base}/events`), ({ event, data }) => {
    if (event === 'hello') hello.resolve()
    if (event === 'run') statuses.add(data.status)
    return event === 'run' && data.finished_at !== null
  })
  await hello.promise
  expect((await api.call('ada', 'POST', `${base}/flows/${flow.id}/run`)).status).toBe(202)
  const looking = setInterval(async () => (most.sessions = Math.max(most.sessions, (await sessions()).length)), 100)
  await reading
  clearInterval(looking)
  expect(statuses).toContain('succeeded')
  expect(most.sessions).toBeLessThanOrEqual(OF_POOLER + MOST_BESIDE_POOLER)
  expect((await sessions()).filter((name) => name === 'millrace notifications')).toHaveLength(1)
}, 120_000)

it('nobody gets what the session had for somebody else', async () => {
  const people = ['bea', 'cem', 'dan', 'eve', 'fay', 'gus', 'hal', 'ida']
  const organizations = await Promise.all(people.map((one) => api.organizationOf(one, `of ${one}`)))
  const seen = await Promise.all(
    Array.from({ length: 200 }, async (_, number) => {
      const at = number % people.length
      const { body } = await api.call(people[at] ?? '', 'GET', '/v1/organizations')
      const foreign = organizations[(at + 1) % people.length]
      const refused = await api.call(people[at] ?? '', 'GET', `/v1/organizations/${foreign}/flows`)
      return [people[at], body.map(({ name }: { name: string }) => name), refused.status]
    }),
  )
  expect(seen).toEqual(seen.map(([person]) => [person, [`of ${person}`], 404]))
})

it('says what its limits are, as without a pooler', async () => {
  const { body } = await api.call(null, 'GET', '/config.json')
  expect(body.limits.flows).toBe(10_000)
})
