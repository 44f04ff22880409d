import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'

import { startLocalService } from '../support/identity-services.ts'
import { startPostgres } from '../support/postgres/start-postgres.ts'
import { run } from '../support/run-sql.ts'
import { cleanUp, type Launched, launch, ROOT, temporaryFolder } from './launch.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await cleanUp()
  for (const end of ends.splice(0).toReversed()) await end()
})

/** Signs somebody up. @returns a token */
async function signUp(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'enchantress', returnSecureToken: true }),
  })
  return ((await answer.json()) as { idToken: string }).idToken
}

it('the layout of docs/scaling.md: two APIs and two workers on one database, each of which can be replaced while runs go on', async () => {
  const [folder, postgres] = await Promise.all([temporaryFolder(), startPostgres()])
  ends.push(postgres.stop)
  const accounts = await startLocalService()
  ends.push(accounts.stop)
  for (const name of ['millrace', 'shop', 'warehouse']) await run(postgres.url, `create database ${name}`)
  const urlOf = (name: string) => postgres.url.replace(/\/[^/]*$/, `/${name}`)
  await run(urlOf('shop'), 'create table orders as select n as id from generate_series(1, 1000) n')

  const shared = {
    DATABASE_URL: urlOf('millrace'),
    MASTER_KEY: randomBytes(32).toString('base64'),
    FIREBASE_AUTH_EMULATOR_HOST: accounts.origin.replace('http://', ''),
  }
  const unused = join(folder, 'unused')
  const startOne = (role: 'api' | 'worker') =>
    launch(unused, { args: [join(ROOT, 'src', 'server', 'millrace.ts'), role], env: shared })
  const apis = [startOne('api'), startOne('api')]
  const firstWorker = startOne('worker')
  const [first = '', second = ''] = await Promise.all(apis.map(({ url }) => url))
  const token = await signUp(accounts.origin)
  const call = async (origin: string, method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape
    return (await response.json()) as any
  }

  // What one API is told, the other knows.
  const { id: organization } = await call(first, 'POST', '/v1/organizations', { name: 'Shop' })
  const base = `/v1/organizations/${organization}`
  expect(await call(second, 'GET', `${base}/flows`)).toEqual([])
  const connect = async (dbname: string) => {
    const { host, port, user, password } = postgres
    const credentials = { host, port, user, password, dbname, sslmode: 'prefer' }
    const integration = await call(first, 'POST', `${base}/integrations`, {
      name: dbname,
      type: 'postgres',
      credentials,
    })
    const draft = { name: dbname, type: 'postgres', integration_id: integration.id, config: {} }
    return { id: (await call(second, 'POST', `${base}/connections`, draft)).id as string }
  }
  const source_connection = await connect('shop')
  const destination_connection = await connect('warehouse')
  const flow = await call(first, 'POST', `${base}/flows`, { name: 'Orders', source_connection, destination_connection })
  const start = async (origin: string) => (await call(origin, 'POST', `${base}/flows/${flow.id}/run`)).run_id as string
  const read = (origin: string, runId: string) => call(origin, 'GET', `${base}/runs/${runId}`)

  // A worker is replaced while it moves rows: the other goes on with the run.
  const holder = new pg.Client({ connectionString: urlOf('shop') })
  await holder.connect()
  await holder.query('begin; lock table orders in access exclusive mode')
  await firstWorker.url
  const runId = await start(first)
  await expect.poll(async () => (await read(second, runId)).attempt, { timeout: 40_000 }).toBe(1)
  const secondWorker = startOne('worker')
  await secondWorker.url
  firstWorker.child.kill('SIGTERM')
  expect(await firstWorker.exited).toMatchObject({ code: 0 })
  await expect.poll(async () => (await read(second, runId)).attempt, { timeout: 40_000 }).toBe(2)
  await holder.query('rollback')
  await holder.end()
  await expect.poll(async () => (await read(second, runId)).status, { timeout: 40_000 }).toBe('succeeded')

  // So is an API: its calls go to the other.
  apis[0]?.child.kill('SIGTERM')
  expect(await apis[0]?.exited).toMatchObject({ code: 0 })
  const nextRun = await start(second)
  await expect.poll(async () => (await read(second, nextRun)).status, { timeout: 40_000 }).toBe('succeeded')

  const of = async (process: Launched | undefined, path: string) => fetch((await process?.url) + path)
  for (const process of [apis[1], secondWorker]) {
    expect((await of(process, '/readyz')).status).toBe(200)
    expect(await (await of(process, '/metrics')).text()).toContain('millrace_runs{status="queued"} 0\n')
  }
  expect((await of(secondWorker, base)).status).toBe(404)

  // One with another key could open nothing, so it does not even start.
  const MASTER_KEY = randomBytes(32).toString('base64')
  const stranger = launch(unused, {
    args: [join(ROOT, 'src', 'server', 'millrace.ts'), 'worker'],
    env: { ...shared, MASTER_KEY },
  })
  expect((await stranger.exited).code).toBe(1)
  expect(stranger.stderr().trim().split('\n').at(-1)).toMatch(
    /^MASTER_KEY is not the key that this database was used with; .*$/,
  )
})
