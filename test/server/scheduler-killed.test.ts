import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'

import { addPostgresConnection } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { newStore, startApi } from '../support/start-api.ts'
import { spawnWorker } from '../support/start-worker.ts'

const MASTER_KEY = randomBytes(32)
const YEARLY = { cron: '0 0 1 1 *', timezone: 'UTC' }

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

it('a process that is killed while it starts a scheduled run leads to exactly one run', async () => {
  const store = await newStore()
  ends.push(() => store.postgres.stop())
  const sql = <Row extends object>(statement: string) => run<Row>(store.storeUrl, statement)
  const isDue = async () =>
    (await sql<{ is_due: boolean }>('select due_at <= now() as is_due from millrace.flows'))[0]?.is_due

  const before = await startApi({ takesRuns: false, masterKey: MASTER_KEY, beside: store })
  const base = `/v1/organizations/${await before.organizationOf('ada')}`
  const { body: flow } = await before.call('ada', 'POST', `${base}/flows`, {
    source_connection: { id: await addPostgresConnection(before, 'ada', base, 'postgres') },
    destination_connection: { id: await addPostgresConnection(before, 'ada', base, 'postgres') },
    config: { streams: [], transformations: [], schedule: YEARLY },
  })
  await before.stop()
  await sql(`update millrace.flows set due_at = date_trunc('minute', now())`)

  // Lets the run and its place in the queue be written, and holds whoever did that before it can say when the flow is due next.
  const holder = new pg.Client({ connectionString: store.storeUrl })
  await holder.connect()
  await holder.query('begin; lock table millrace.flows in share mode')
  const worker = spawnWorker({ ...store, masterKey: MASTER_KEY })
  ends.push(() => worker.kill('SIGKILL'))
  const starting = () =>
    sql<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and query like 'update flows set due_at%'`,
    )
  await expect.poll(async () => (await starting()).length, { timeout: 30_000 }).toBe(1)
  const [{ pid } = { pid: 0 }] = await starting()
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  await holder.end()
  await expect.poll(() => sql(`select pid from pg_stat_activity where pid = ${pid}`), { timeout: 10_000 }).toEqual([])
  expect(await sql('select id from millrace.runs')).toEqual([])
  expect(await isDue()).toBe(true)

  const after = await startApi({ takesRuns: false, masterKey: MASTER_KEY, beside: store })
  ends.push(() => after.stop())
  await expect.poll(isDue, { timeout: 10_000 }).toBe(false)
  const { body } = await after.call('ada', 'GET', `${base}/flows/${flow.id}/runs`)
  expect(body.runs).toMatchObject([{ trigger: 'schedule', status: 'queued', scheduled_for: expect.any(String) }])
  expect(await sql('select run_id from millrace.run_queue')).toEqual([{ run_id: body.runs[0].id }])
}, 60_000)
