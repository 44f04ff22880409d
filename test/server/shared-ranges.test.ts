import type { ChildProcess } from 'node:child_process'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { addEnds } from '../support/shop.ts'
import { type Api, startApi } from '../support/start-api.ts'
import { startWorker } from '../support/start-worker.ts'

const ROWS = 4_000
/** One range has been read to its end and another one is being read when a worker has to wait. */
const OF_ONE_WORKER = 2

let api: Api
let base: string
let source: string
let target: string
let gate: pg.Client
const workers = new Set<ChildProcess>()

beforeAll(async () => {
  api = await startApi({ takesRuns: false })
  base = `/v1/organizations/${await api.organizationOf('ada')}`
  // A transaction of autovacuum that began before the rows were there would make them look younger than they are.
  await run(api.postgres.url, 'alter system set autovacuum = off')
  await run(api.postgres.url, 'select pg_reload_conf()')
  for (const name of ['shop', 'warehouse']) await run(api.postgres.url, `create database ${name}`)
  source = urlOfDatabase(api, 'shop')
  target = urlOfDatabase(api, 'warehouse')
  await run(
    source,
    `create table orders as select n as id, 'new' || repeat(' row', 20) as note from generate_series(1, ${ROWS}) n`,
  )
  // Every range holds a row that waits at the gate for as long as it is closed.
  await run(
    target,
    `create function at_gate(id int) returns boolean language plpgsql as
     $$ begin if id % 50 = 0 then perform pg_catalog.pg_advisory_xact_lock_shared(7); end if; return true; end $$`,
  )
  await run(target, `create table orders (id int check (public.at_gate(id)), note text)`)
  gate = new pg.Client({ connectionString: target })
  await gate.connect()
})
afterAll(async () => {
  endWorkers()
  await gate.end()
  await api.stop()
})

function endWorkers(): void {
  for (const worker of workers) worker.kill('SIGKILL')
  workers.clear()
}

async function addWorker(environment: Readonly<Record<string, string>> = {}): Promise<ChildProcess> {
  const worker = await startWorker({ ...api, script: 'ranges/ranged-worker.ts' }, environment)
  workers.add(worker)
  return worker
}

const newFlow = async (): Promise<string> => {
  const ends = await addEnds(api, base)
  const config = { streams: [{ entity: 'public.orders', mode: 'replace' }] }
  return (await api.call('ada', 'POST', `${base}/flows`, { name: 'Orders', config, ...ends })).body.id
}
const start = async (flowId: string): Promise<string> =>
  (await api.call('ada', 'POST', `${base}/flows/${flowId}/run`)).body.run_id
const read = async (runId: string) => (await api.call('ada', 'GET', `${base}/runs/${runId}`)).body
const logOf = async (runId: string): Promise<string> =>
  (
    await run<{ message: string }>(
      api.storeUrl,
      `select message from millrace.run_log where run_id = '${runId}' order by id`,
    )
  )
    .map(({ message }) => message)
    .join('\n')

const closeGate = () => gate.query('select pg_advisory_lock(7)')
const openGate = () => gate.query('select pg_advisory_unlock(7)')
/** Sessions that have a range on its way to the target and cannot go on. */
const atGate = async () =>
  (await run(target, `select from pg_stat_activity where wait_event = 'advisory' and query ilike 'copy%'`)).length
const waitAtGate = (sessions: number) => expect.poll(atGate, { timeout: 60_000 }).toBe(sessions)
const finished = (runId: string) =>
  expect.poll(async () => (await read(runId)).finished_at, { timeout: 60_000 }).not.toBeNull()

async function expectAllRowsOnce(): Promise<void> {
  const count = 'select count(*)::int as rows, count(distinct id)::int as ids from orders'
  expect(await run(target, count)).toEqual([{ rows: ROWS, ids: ROWS }])
  const leftOver = await run(
    target,
    `select relname from pg_class where relname like '\\_millrace%' and relname not like '\\_millrace\\_fence%'`,
  )
  expect(leftOver).toEqual([])
  expect(await run(api.storeUrl, 'select id from millrace.range_offers')).toEqual([])
}

it('is moved by two workers at once, each row once', async () => {
  await addWorker()
  await closeGate()
  const runId = await start(await newFlow())
  await waitAtGate(OF_ONE_WORKER)

  // A worker that has nothing to do takes part by itself.
  await addWorker()
  await waitAtGate(2 * OF_ONE_WORKER)
  await openGate()
  await finished(runId)
  expect(await read(runId)).toMatchObject({ status: 'succeeded', attempt: 1, rows_written: ROWS })
  expect(await logOf(runId)).toMatch(/Worker [\da-f]{8} moved \d+ of \d+ ranges, with [\d,]+ rows\./)
  await expectAllRowsOnce()
  endWorkers()
}, 180_000)

it('is left to the worker that has it where no core of the other one is idle', async () => {
  await addWorker()
  await closeGate()
  const runId = await start(await newFlow())
  await waitAtGate(OF_ONE_WORKER)

  await addWorker({ IDLE_CORES: String(cpus().length + 1) })
  // Longer than it looks at the cores before it takes part.
  await sleep(3_000)
  expect(await run(api.storeUrl, 'select worker from millrace.range_helpers')).toEqual([])
  expect(await atGate()).toBe(OF_ONE_WORKER)
  await openGate()
  await finished(runId)
  expect(await logOf(runId)).not.toContain('Worker ')
  await expectAllRowsOnce()
  endWorkers()
}, 180_000)

it('brings each row once although a helper is killed, and then the worker that has the run', async () => {
  const owner = await addWorker()
  await closeGate()
  const runId = await start(await newFlow())
  await waitAtGate(OF_ONE_WORKER)
  const assistant = await addWorker()
  await waitAtGate(2 * OF_ONE_WORKER)

  // What the dead have taken is free again as soon as the server sees that they are gone.
  assistant.kill('SIGKILL')
  await waitAtGate(OF_ONE_WORKER)
  await addWorker()
  await waitAtGate(2 * OF_ONE_WORKER)
  owner.kill('SIGKILL')
  await waitAtGate(OF_ONE_WORKER)
  await openGate()
  await finished(runId)
  expect(await read(runId)).toMatchObject({ status: 'succeeded', attempt: 2, rows_written: ROWS })
  expect(await logOf(runId)).toMatch(/Resumed: \d+ of \d+ ranges/)
  await expectAllRowsOnce()
}, 180_000)
