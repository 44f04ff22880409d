import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { TRIES_ALL } from '../support/samples.ts'
import { type Api, newStore, startApi } from '../support/start-api.ts'
import { startWorker } from '../support/start-worker.ts'

const RUNS = TRIES_ALL ? 20 : 10
const ROWS = 1_500
const WORKERS = 3
const EVERY_MS = 5_000
/** On a busy machine a worker begins for longer than that, and runs would begin anew for ever. */
const MOST_TERMINATED = TRIES_ALL ? 8 : 4

let store: Awaited<ReturnType<typeof newStore>>
let api: Api

beforeAll(async () => {
  store = await newStore({ settings: { max_connections: '300' } })
  api = await startApi({ takesRuns: false, beside: store })
  for (const name of ['shop', 'warehouse']) await run(store.postgres.url, `create database ${name}`)
  // Slow, so that runs are under way for seconds, and beginning anew is noticed.
  await run(
    urlOfDatabase(api, 'shop'),
    `create view orders as select n as id, 'order ' || n || pg_sleep(0.002) as text from generate_series(1, ${ROWS}) n`,
  )
}, 120_000)

afterAll(async () => {
  await api.stop()
  await store.postgres.stop()
})

it('while workers come and go all the time, every run ends, and no row is lost or there twice', async () => {
  const workers = await Promise.all(Array.from({ length: WORKERS }, () => startWorker(api)))
  for (let number = 0; number < RUNS; number += 1) {
    const owner = `owner ${number}`
    const base = `/v1/organizations/${await api.organizationOf(owner)}`
    const mode = number % 2 === 0 ? 'append' : 'replace'
    const { body: flow } = await api.call(owner, 'POST', `${base}/flows`, {
      source_connection: { id: await addPostgresConnection(api, owner, base, 'shop') },
      destination_connection: { id: await addPostgresConnection(api, owner, base, 'warehouse') },
      config: { streams: [{ entity: 'public.orders', target: `public.orders_${number}`, mode }], transformations: [] },
    })
    expect((await api.call(owner, 'POST', `${base}/flows/${flow.id}/run`)).status).toBe(202)
  }
  const isAnyLeft = async () =>
    (await run(api.storeUrl, 'select from millrace.runs where finished_at is null limit 1')).length > 0
  let terminated = 0
  const began = performance.now()
  while (await isAnyLeft()) {
    await sleep(EVERY_MS)
    if (terminated === MOST_TERMINATED) continue
    const index = Math.floor(Math.random() * workers.length)
    const gone = workers[index]
    gone?.kill('SIGTERM')
    terminated += 1
    workers[index] = await startWorker(api)
    if (gone && gone.exitCode === null) await once(gone, 'exit')
  }
  const seconds = Math.round((performance.now() - began) / 1_000)
  const ended = await run<{ status: string; attempt: number; losses: number }>(
    api.storeUrl,
    'select status, attempt, losses from millrace.runs',
  )
  const arrived = await run<{ rows: number; ids: number }>(
    urlOfDatabase(api, 'warehouse'),
    Array.from(
      { length: RUNS },
      (_, n) => `select count(*)::int as rows, count(distinct id)::int as ids from orders_${n}`,
    ).join(' union all '),
  )
  for (const worker of workers) worker.kill('SIGKILL')
  console.log(
    `${RUNS} runs, ${terminated} workers terminated in ${seconds} s, ${ended.reduce((sum, { attempt }) => sum + attempt, 0)} attempts`,
  )
  expect(ended.map(({ status }) => status)).toEqual(Array(RUNS).fill('succeeded'))
  expect(arrived).toEqual(Array(RUNS).fill({ rows: ROWS, ids: ROWS }))
  // Nobody died: each run was given back.
  expect(ended.map(({ losses }) => losses)).toEqual(Array(RUNS).fill(0))
}, 300_000)
