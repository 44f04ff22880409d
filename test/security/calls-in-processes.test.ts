import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { processOfPort, taskProcesses } from '../server/tasks/process-of-port.ts'
import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

let api: Api
let rogue: ChildProcess | undefined

beforeAll(async () => {
  api = await startApi({ takesRuns: false, startsTasks: true, environment: { TASK_MEMORY: '256' } })
  await run(api.postgres.url, 'create database shop')
  await run(urlOfDatabase(api, 'shop'), 'create table visits (id int primary key); insert into visits values (1), (2)')
})
afterAll(() => api.stop())
afterEach(() => void rogue?.kill())

let people = 0
const somebody = async () => {
  const person = `person-${people++}`
  return { person, base: `/v1/organizations/${await api.organizationOf(person)}` }
}

/**
 * Does hostile work. @param most milliseconds of a processor that it may cost the process that answers others
 * @throws if it costs more, or they are not answered meanwhile
 */
async function harmless<T>(work: () => Promise<T>, most = 500): Promise<T> {
  const { person, base } = await somebody()
  const flows = () => api.call(person, 'GET', `${base}/flows`)
  await flows()
  const before = process.cpuUsage()
  const done = work()
  // All that others can wait for is the work of this process, however busy the machine is.
  expect((await flows()).status).toBe(200)
  await done
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(most)
  return done
}

const CREDENTIALS = { host: '127.0.0.1', port: 1, user: 'u', password: 'p', dbname: 'd', sslmode: 'disable' }

/** A Postgres whose answers have no end. */
async function endless(): Promise<number> {
  rogue = fork(join(import.meta.dirname, 'endless-postgres.ts'))
  const [port] = await once(rogue, 'message')
  return port as number
}

async function connectionTo(person: string, base: string, port: number): Promise<string> {
  const credentials = { ...CREDENTIALS, port }
  const draft = { name: 'Endless', type: 'postgres', credentials }
  const { body } = await api.call(person, 'POST', `${base}/integrations`, draft)
  const connection = { name: 'Endless', type: 'postgres', integration_id: body.id, config: {} }
  return (await api.call(person, 'POST', `${base}/connections`, connection)).body.id
}

it('a database that answers endless rows slows nobody else', { timeout: 120_000 }, async () => {
  const port = await endless()
  const { person, base } = await somebody()
  const id = await connectionTo(person, base, port)
  const discover = () => api.call(person, 'POST', `${base}/connections/${id}/discover`)
  // To start twelve processes takes 0.3 s, and more where a core is shared; without them it would be 2 s.
  const all = await harmless(() => Promise.all(Array.from({ length: 12 }, discover)), 1_000)
  expect(new Set(all.map(({ status }) => status))).not.toContain(500)
})

it('a row that is too large ends this call with the limit and what to do, and nothing else', {
  timeout: 120_000,
}, async () => {
  const { person, base } = await somebody()
  const shop = urlOfDatabase(api, 'shop')
  await run(shop, `create or replace view wide as select repeat('x', 40000000) as a, n from generate_series(1, 100) n`)
  const id = await addPostgresConnection(api, person, base, 'shop')
  const show = () => api.call(person, 'POST', `${base}/connections/${id}/rows`, { entity: 'public.wide' })
  expect(await harmless(show)).toMatchObject({
    status: 422,
    body: {
      code: 'ROW_TOO_LARGE',
      message: expect.stringMatching(/A row has more than 32 MB/),
      details: { hint: expect.stringMatching(/Leave out the column.*ROW_MEMORY/) },
    },
  })
  const again = await api.call(person, 'POST', `${base}/connections/${id}/rows`, { entity: 'public.visits' })
  expect(again).toMatchObject({ status: 200, body: { rows: [['1'], ['2']] } })
})

it('rows that are too large together end this call with the limit and what to do, and nothing else', {
  timeout: 120_000,
}, async () => {
  const { person, base } = await somebody()
  const shop = urlOfDatabase(api, 'shop')
  await run(shop, `create or replace view many as select repeat('x', 1000000) as a, n from generate_series(1, 1000) n`)
  const id = await addPostgresConnection(api, person, base, 'shop')
  const steps = [{ id: 'all', type: 'filter', settings: { where: 'n > 0' } }]
  const draft = { source: { id }, stream: 'public.many', transformations: steps }
  expect(await api.call(person, 'POST', `${base}/flows/preview`, draft)).toMatchObject({
    status: 422,
    body: { code: 'TASK_TOO_LARGE', message: expect.stringMatching(/took more than 256 MB of memory.*TASK_MEMORY/) },
  })
  const again = await api.call(person, 'POST', `${base}/connections/${id}/rows`, { entity: 'public.visits' })
  expect(again).toMatchObject({ status: 200, body: { rows: [['1'], ['2']] } })
})

it('whoever goes away leaves no work behind', { timeout: 60_000 }, async () => {
  const { person, base } = await somebody()
  const id = await addPostgresConnection(api, person, base, 'shop')
  await run(urlOfDatabase(api, 'shop'), 'create or replace view slow as select 1 as a, pg_sleep(100)::text as b')
  const leaving = new AbortController()
  const init = { method: 'POST', body: JSON.stringify({ entity: 'public.slow' }), signal: leaving.signal }
  const headers = { 'content-type': 'application/json' }
  const left = api.fetch(person, `${base}/connections/${id}/rows`, { ...init, headers }).catch(() => undefined)
  const working = () =>
    run(
      urlOfDatabase(api, 'shop'),
      `select from pg_stat_activity where query like '%slow%' and state = 'active' and pid <> pg_backend_pid()`,
    )
  await expect.poll(async () => (await working()).length, { timeout: 15_000 }).toBeGreaterThan(0)
  leaving.abort()
  await left
  await expect.poll(async () => (await working()).length, { timeout: 15_000 }).toBe(0)
})

it('a failure is the same as if nothing were between: its code, its field, its stages', async () => {
  const { person, base } = await somebody()
  const draft = { type: 'postgres', capability: 'both', config: {}, credentials: CREDENTIALS }
  expect(await api.call(person, 'POST', `${base}/connections/test`, draft)).toMatchObject({
    status: 422,
    body: {
      code: 'CONNECTION_TEST_FAILED',
      details: {
        stage: 'connect',
        stages: expect.arrayContaining([expect.objectContaining({ stage: 'resolve', status: 'passed' })]),
      },
    },
  })
  const name = { name: 'N', type: 'postgres', credentials: { ...CREDENTIALS, sslmode: 'nonsense' } }
  expect(await api.call(person, 'POST', `${base}/integrations`, name)).toMatchObject({
    status: 422,
    body: { code: 'INVALID', details: { field: 'sslmode' } },
  })
  expect(await api.call(person, 'POST', `${base}/connections/00000000-0000-4000-8000-000000000000/test`)).toMatchObject(
    { status: 404, body: { code: 'NOT_FOUND' } },
  )
})

it('a change is done although its caller goes away, and its key is noted in the same commit', {
  timeout: 60_000,
}, async () => {
  const { person, base } = await somebody()
  const slow = `create function millrace.dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(4); return new; end'`
  await run(
    api.storeUrl,
    `${slow}; create trigger dawdle before insert on millrace.integrations for each row execute function millrace.dawdle()`,
  )
  const leaving = new AbortController()
  const draft = { name: 'Mail', type: 'sendgrid', credentials: { api_key: 'of-a-mailer' } }
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'mail' }
  const init = { method: 'POST', body: JSON.stringify(draft), headers, signal: leaving.signal }
  const left = api.fetch(person, `${base}/integrations`, init).catch(() => undefined)
  const inserting = `select from pg_stat_activity where query like 'insert into integrations%' and state = 'active'`
  await expect.poll(async () => (await run(api.storeUrl, inserting)).length, { timeout: 15_000 }).toBe(1)
  leaving.abort()
  await left
  const made = `select integrations.name, request_keys.changed from millrace.integrations
    join millrace.request_keys using (organization_id) where integrations.name = 'Mail'`
  await expect.poll(() => run(api.storeUrl, made), { timeout: 15_000 }).toEqual([{ name: 'Mail', changed: true }])
  await run(api.storeUrl, 'drop function millrace.dawdle cascade')
})

it('whoever makes a change whose process ends at its commit reads that it may have been done, also with its key again', {
  timeout: 60_000,
}, async () => {
  const { person, base } = await somebody()
  const slow = `create function millrace.dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(3); return new; end'`
  await run(
    api.storeUrl,
    `${slow}; create constraint trigger dawdle after insert on millrace.integrations deferrable initially deferred for each row execute function millrace.dawdle()`,
  )
  const create = (name: string) =>
    api.call(person, 'POST', `${base}/integrations`, { name, ...MAILER }, { 'idempotency-key': `key of ${name}` })
  const asked = create('Lost')
  const committing = `select client_port as port from pg_stat_activity where query = 'commit' and state = 'active'`
  await expect.poll(async () => (await run(api.storeUrl, committing)).length, { timeout: 15_000 }).toBe(1)
  const [session] = await run<{ port: number }>(api.storeUrl, committing)
  process.kill(processOfPort(session?.port ?? 0, taskProcesses()) ?? 0, 'SIGKILL')
  const answer = await asked
  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'TASK_OUTCOME_UNKNOWN', message: expect.stringMatching(/may have been done.*Read what is there/) },
  })
  await run(api.storeUrl, 'drop function millrace.dawdle cascade')
  const made = `select name from millrace.integrations where name = 'Lost'`
  expect(await run(api.storeUrl, made)).toEqual([{ name: 'Lost' }])
  expect(await create('Lost')).toMatchObject({ status: answer.status, body: { code: answer.body.code } })
  expect(await run(api.storeUrl, made)).toHaveLength(1)
})

it('whoever makes a change whose process ends before it changes anything reads just that, and may do it again', {
  timeout: 60_000,
}, async () => {
  const { person, base } = await somebody()
  const lock = new pg.Client({ connectionString: api.storeUrl })
  await lock.connect()
  await lock.query('begin; lock table millrace.integrations in access exclusive mode')
  const create = () =>
    api.call(person, 'POST', `${base}/integrations`, { name: 'Again', ...MAILER }, { 'idempotency-key': 'again' })
  const asked = create()
  const waiting = `select client_port as port from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%integrations%'`
  await expect.poll(async () => (await run(api.storeUrl, waiting)).length, { timeout: 15_000 }).toBe(1)
  const [session] = await run<{ port: number }>(api.storeUrl, waiting)
  process.kill(processOfPort(session?.port ?? 0, taskProcesses()) ?? 0, 'SIGKILL')
  expect(await asked).toMatchObject({ status: 503, body: { code: 'TASK_ENDED' } })
  await lock.end()
  expect(await create()).toMatchObject({ status: 201 })
})

const MAILER = { type: 'sendgrid', credentials: { api_key: 'of-a-mailer' } }
