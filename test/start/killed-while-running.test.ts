import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'

import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { run } from '../support/run-sql.ts'
import { enter, start } from './installation.ts'
import { cleanUp, family, killAll, type Launched, living, temporaryFolder } from './launch.ts'

let outside: RunningPostgres | undefined
afterEach(async () => {
  await cleanUp()
  await outside?.stop()
})

async function until<T>(ask: () => Promise<T | undefined>, milliseconds: number): Promise<T> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await delay(100)) {
    const found = await ask()
    if (found !== undefined) return found
  }
  throw new Error(`not within ${milliseconds} ms`)
}

const ENDINGS: [string, (server: Launched) => void][] = [
  ['kill -9 of everything', ({ child }) => killAll(family(child.pid ?? 0))],
  ['Ctrl-C', ({ child }) => child.kill('SIGINT')],
]

it.each(ENDINGS)('has everything again after %s, and finishes the run that was going', async (_, end) => {
  outside = await startPostgres()
  const urlOf = (name: string) => String(outside?.url).replace(/\/[^/]*$/, `/${name}`)
  for (const name of ['shop', 'warehouse']) await run(outside.url, `create database ${name}`)
  await run(urlOf('shop'), 'create table orders as select n as id from generate_series(1, 5000) n')

  const folder = await temporaryFolder()
  const first = start(folder)
  const before = await enter(await first.url, 'signUp')
  const { id: organization } = await before('POST', '/v1/organizations', { name: 'Acme' })
  const base = `/v1/organizations/${organization}`
  const connect = async (dbname: string): Promise<string> => {
    const { host, port, user, password } = outside as RunningPostgres
    const credentials = { host, port, user, password, dbname }
    const integration = await before('POST', `${base}/integrations`, { name: dbname, type: 'postgres', credentials })
    const draft = { name: dbname, type: 'postgres', integration_id: integration.id }
    return (await before('POST', `${base}/connections`, draft)).id
  }
  const ends = {
    source_connection: { id: await connect('shop') },
    destination_connection: { id: await connect('warehouse') },
  }
  const { id: flow } = await before('POST', `${base}/flows`, { name: 'Orders', ...ends })
  const startRun = async (): Promise<string> => (await before('POST', `${base}/flows/${flow}/run`)).run_id
  const done = await startRun()
  await until(async () => ((await before('GET', `${base}/runs/${done}`)).finished_at ? true : undefined), 10_000)

  // Holds the second run in the middle of its work, and gives it other rows to bring.
  await run(urlOf('shop'), 'insert into orders select n from generate_series(5001, 9000) n')
  const holder = new pg.Client({ connectionString: urlOf('shop') })
  await holder.connect()
  await holder.query('begin; lock table orders in access exclusive mode')
  const going = await startRun()
  await until(async () => ((await before('GET', `${base}/runs/${going}`)).attempt === 1 ? true : undefined), 10_000)

  const pids = family(first.child.pid ?? 0)
  const ended = Date.now()
  end(first)
  await first.exited
  expect(Date.now() - ended).toBeLessThan(5_000)
  expect(living(pids)).toEqual([])
  await holder.query('commit')
  await holder.end()
  expect(await run(urlOf('warehouse'), 'select count(*)::int as rows from orders')).toEqual([{ rows: 5000 }])

  const second = start(folder)
  const after = await enter(await second.url, 'signInWithPassword')
  expect(await after('GET', '/v1/organizations')).toMatchObject([{ id: organization, name: 'Acme', roles: ['owner'] }])
  expect(await after('GET', `${base}/flows`)).toMatchObject([{ id: flow, name: 'Orders' }])
  const finished = await until(async () => {
    const found = await after('GET', `${base}/runs/${going}`)
    return found.finished_at ? found : undefined
  }, 30_000)
  expect(finished).toMatchObject({ status: 'succeeded', attempt: 2, rows_written: 9000 })
  expect(
    await run(urlOf('warehouse'), 'select count(*)::int as rows, count(distinct id)::int as ids from orders'),
  ).toEqual([{ rows: 9000, ids: 9000 }])
  const { runs } = await after('GET', `${base}/flows/${flow}/runs`)
  expect(runs.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
    [going, 'succeeded'],
    [done, 'succeeded'],
  ])
})
