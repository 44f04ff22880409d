import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import { addPostgresConnection, urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

let api: Api
let server: Server | undefined

beforeAll(async () => {
  api = await startApi({ takesRuns: false, startsTasks: true, environment: { TASK_MEMORY: '256' } })
  await run(api.postgres.url, 'create database shop')
  await run(urlOfDatabase(api, 'shop'), 'create table visits (id int primary key); insert into visits values (1), (2)')
})
afterAll(() => api.stop())
afterEach(() => void server?.close())

let people = 0
const somebody = async () => {
  const person = `person-${people++}`
  return { person, base: `/v1/organizations/${await api.organizationOf(person)}` }
}

/** While work goes on: how long the calls of somebody else take. @returns the 99th percentile, in milliseconds */
async function othersMeanwhile(work: Promise<unknown>): Promise<number> {
  const { person, base } = await somebody()
  const times: number[] = []
  let isOver = false
  void work.finally(() => {
    isOver = true
  })
  while (!isOver || times.length < 20) {
    const began = performance.now()
    expect((await api.call(person, 'GET', `${base}/flows`)).status).toBe(200)
    times.push(performance.now() - began)
    await sleep(20)
  }
  times.sort((a, b) => a - b)
  return times[Math.ceil(times.length * 0.99) - 1] ?? 0
}

const u32 = (number: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}
const string = (bytes: string | Buffer) => Buffer.concat([u32(bytes.length), Buffer.from(bytes)])

/** A key in OpenSSH's form whose passphrase is hashed so often. */
function slowKey(rounds: number): string {
  const options = Buffer.concat([string(Buffer.alloc(16, 7)), u32(rounds)])
  const rest = [u32(1), string(Buffer.alloc(51, 1)), string(Buffer.alloc(160, 2))]
  const body = [Buffer.from('openssh-key-v1\0'), string('aes256-ctr'), string('bcrypt'), string(options), ...rest]
  const lines = Buffer.concat(body).toString('base64').replace(/.{70}/g, '$&\n')
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines}\n-----END OPENSSH PRIVATE KEY-----\n`
}

const CREDENTIALS = { host: '127.0.0.1', port: 1, user: 'u', password: 'p', dbname: 'd', sslmode: 'disable' }

it('a key that takes seconds to open is opened elsewhere: nobody else waits', { timeout: 120_000 }, async () => {
  const { person, base } = await somebody()
  const ssh = { ssh_host: 'h', ssh_port: 22, ssh_user: 'u', ssh_private_key: slowKey(100), ssh_passphrase: 'x' }
  const credentials = { ...CREDENTIALS, ...ssh }
  const began = performance.now()
  const made = api.call(person, 'POST', `${base}/integrations`, { name: 'Slow', type: 'postgres', credentials })
  const slowest = await othersMeanwhile(made)
  expect((await made).status).toBe(422)
  expect(performance.now() - began).toBeGreaterThan(500)
  expect(slowest).toBeLessThan(500)
})

const message = (type: string, ...parts: (Buffer | string)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  return Buffer.concat([Buffer.from(type), u32(body.length + 4), body])
}
const GREETING = Buffer.concat([message('R', u32(0)), message('Z', 'I')])
/** A row of one NULL: 11 bytes on the wire, and many more in memory. */
const ROWS = Buffer.concat(Array.from({ length: 50_000 }, () => message('D', Buffer.from([0, 1, 255, 255, 255, 255]))))
const COLUMN = message(
  'T',
  Buffer.from([0, 1]),
  'a\0',
  u32(0),
  Buffer.from([0, 0]),
  u32(25),
  Buffer.from([255, 255, 255, 255, 255, 255, 0, 0]),
)

/** A Postgres that lets everybody in, and answers each question with rows without an end. */
async function endless(onGone: () => void = () => undefined): Promise<number> {
  const floods = (socket: Socket) => {
    while (!socket.destroyed && socket.write(ROWS));
  }
  server = createServer((socket) => {
    let asked = 0
    socket.on('error', () => undefined).on('close', onGone)
    socket.on('drain', () => floods(socket))
    socket.on('data', () => {
      asked++
      if (asked === 1) socket.write(GREETING)
      else if (asked === 2) {
        socket.write(Buffer.concat([message('1'), message('2'), COLUMN]))
        floods(socket)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
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
  const all = Promise.all(Array.from({ length: 12 }, discover))
  expect(await othersMeanwhile(all)).toBeLessThan(500)
  expect(new Set((await all).map(({ status }) => status))).not.toContain(500)
})

it('rows that do not fit into a process end this call with the limit and what to do, and nothing else', {
  timeout: 120_000,
}, async () => {
  const { person, base } = await somebody()
  const shop = urlOfDatabase(api, 'shop')
  await run(shop, `create or replace view wide as select repeat('x', 40000000) as a, n from generate_series(1, 100) n`)
  const id = await addPostgresConnection(api, person, base, 'shop')
  const showing = api.call(person, 'POST', `${base}/connections/${id}/rows`, { entity: 'public.wide' })
  expect(await othersMeanwhile(showing)).toBeLessThan(500)
  expect(await showing).toMatchObject({
    status: 422,
    body: {
      code: 'TASK_TOO_LARGE',
      message: expect.stringMatching(/“shop” took more than 256 MB of memory.*Ask for less.*TASK_MEMORY/),
    },
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
