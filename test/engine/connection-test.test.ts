import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Capability } from '../../src/core/catalog/connections/connection-types.ts'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { makeDialler } from '../../src/engine/net/dialler.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { majorOf } from '../support/postgres/postgres-binaries.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'
import { contextWith, endpointOf, run } from './move-between.ts'

let server: RunningPostgres

beforeAll(async () => {
  server = await startPostgres()
  await run(
    server,
    'CREATE TABLE t (a int)',
    `CREATE ROLE nobody LOGIN PASSWORD 'secret'`,
    `CREATE ROLE reader LOGIN PASSWORD 'secret'`,
    'GRANT SELECT ON t TO reader',
    `CREATE ROLE writer LOGIN PASSWORD 'secret'`,
    // Every account may create tables there before Postgres 15.
    'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
    'GRANT CREATE ON SCHEMA public TO writer',
    `CREATE ROLE founder LOGIN PASSWORD 'secret'`,
    'GRANT CREATE ON DATABASE postgres TO founder',
    'CREATE DATABASE closed CONNECTION LIMIT 0',
  )
})

afterAll(() => server.stop())

const test = (endpoint: Endpoint, capability: Capability = 'both', context = contextWith()) =>
  postgresConnector.test(endpoint, capability, context)

const outcome = async (...call: Parameters<typeof test>) =>
  (await test(...call)).map(({ stage, status, problem }) => `${stage} ${problem?.code ?? status}`)

it('passes every stage of a good connection, each with its time, and leaves nothing behind', async () => {
  const objects = () => run(server, 'SELECT count(*) AS objects FROM pg_class')
  const before = await objects()
  const stages = await test(endpointOf(server))
  expect(stages.map(({ stage, status }) => `${stage} ${status}`)).toEqual([
    'resolve passed',
    'connect passed',
    'tls passed',
    'sign-in passed',
    'read passed',
    'write passed',
  ])
  expect(stages.every(({ milliseconds }) => milliseconds >= 0 && milliseconds < 5_000)).toBe(true)
  expect(stages.map(({ detail }) => detail && inEnglish(detail))).toEqual([
    undefined,
    undefined,
    'not encrypted (SSL mode prefer)',
    `PostgreSQL ${await majorOf()}, signed in as postgres`,
    undefined,
    'can create tables in public',
  ])
  expect(await objects()).toEqual(before)
})

describe('names what is wrong, where to look and what to do:', () => {
  it.each([
    ['a wrong password', { password: 'wrong' }, 'sign-in', 'PASSWORD_REFUSED', 'password'],
    ['an empty password', { password: '' }, 'sign-in', 'PASSWORD_REFUSED', 'password'],
    ['a wrong user', { user: 'stranger' }, 'sign-in', 'PASSWORD_REFUSED', 'password'],
    ['a wrong database', { dbname: 'nowhere' }, 'sign-in', 'DATABASE_NOT_FOUND', 'dbname'],
    ['an unknown host', { host: 'no-such-host.invalid' }, 'resolve', 'HOST_NOT_FOUND', 'host'],
    ['something that is no host', { host: '/var/run/postgresql' }, 'resolve', 'HOST_INVALID', 'host'],
    ['a closed port', { port: 1 }, 'connect', 'PORT_CLOSED', 'port'],
    ['a port that is none', { port: 70_000 }, 'connect', 'PORT_INVALID', 'port'],
    ['TLS that the server does not have', { sslmode: 'require' }, 'tls', 'TLS_NOT_OFFERED', 'sslmode'],
    ['an account without rights', { user: 'nobody', password: 'secret' }, 'read', 'PERMISSION_MISSING', 'user'],
    ['a field that is missing', { dbname: undefined }, 'resolve', 'CREDENTIALS_INVALID', 'dbname'],
    ['a mode that does not exist', { sslmode: 'sometimes' }, 'resolve', 'CREDENTIALS_INVALID', 'sslmode'],
  ])('%s', async (_, overrides, stage, code, field) => {
    const stages = await test(endpointOf(server, overrides))
    const failed = stages.filter(({ status }) => status === 'failed')
    expect(failed).toMatchObject([{ stage, problem: { code, field, hint: says(expect.any(String)) } }])
    expect(
      stages
        .slice(stages.findIndex((each) => each.status === 'failed') + 1)
        .every(({ status }) => status === 'skipped'),
    ).toBe(true)
    expect(JSON.stringify(stages)).not.toMatch(/sw0rdfish|secret|\bat .*:\d+:\d+/)
  })

  it('a server that is full', async () => {
    await run(server, 'CREATE ROLE visitor LOGIN PASSWORD $$secret$$')
    expect(await outcome(endpointOf(server, { user: 'visitor', password: 'secret', dbname: 'closed' }))).toContain(
      'sign-in TOO_MANY_CONNECTIONS',
    )
  })

  it('a network that the operator does not allow', async () => {
    const context = { ...contextWith(), dialler: makeDialler({}) }
    expect((await outcome(endpointOf(server), 'both', context))[0]).toBe('resolve ADDRESS_REFUSED')
  })
})

it('asks for write access only of destinations, and for read access only of sources', async () => {
  const as = (user: string) => endpointOf(server, { user, password: 'secret' })
  expect(await outcome(as('reader'), 'source')).toEqual([
    'resolve passed',
    'connect passed',
    'tls passed',
    'sign-in passed',
    'read passed',
  ])
  expect(await outcome(as('reader'), 'destination')).toEqual([
    'resolve passed',
    'connect passed',
    'tls passed',
    'sign-in passed',
    'write PERMISSION_MISSING',
  ])
  expect(await outcome(as('writer'), 'destination')).toContain('write passed')
  expect(await outcome(as('founder'), 'destination')).toContain('write passed')
})

describe('a server that is not Postgres, or means harm,', () => {
  const answering = async (answer: (socket: Socket, sent: Buffer) => void, use: (port: number) => Promise<void>) => {
    const sockets = new Set<Socket>()
    const rogue = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {}).on('data', (sent) => answer(socket, sent))
    }).listen(0, '127.0.0.1')
    await once(rogue, 'listening')
    try {
      await use((rogue.address() as AddressInfo).port)
    } finally {
      for (const socket of sockets) socket.destroy()
      rogue.close()
    }
  }
  const message = (type: string, body: Buffer) => {
    const header = Buffer.alloc(5)
    header.write(type)
    header.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([header, body])
  }

  it('and says nothing is given up within 10 s, whether it was asked for TLS or not', async () => {
    await answering(
      () => {},
      async (port) => {
        const started = performance.now()
        const modes = ['prefer', 'disable'].map((sslmode) => outcome(endpointOf(server, { port, sslmode })))
        for (const stages of await Promise.all(modes))
          expect(stages).toContainEqual(expect.stringMatching(/SERVER_SILENT$/))
        expect(performance.now() - started).toBeLessThan(10_000)
      },
    )
  })

  it.each(['prefer', 'disable'])('and speaks HTTP is recognised (%s)', async (sslmode) => {
    await answering(
      (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
      async (port) => {
        expect(await outcome(endpointOf(server, { port, sslmode }))).toContainEqual(
          expect.stringMatching(/NOT_POSTGRES$/),
        )
      },
    )
  })

  it.each([
    ['require', 'tls'],
    ['disable', 'sign-in'],
  ])('and closes the connection before it answers is none that was lost for good (%s)', async (sslmode, stage) => {
    await answering(
      (socket) => socket.end(),
      async (port) => {
        expect(await outcome(endpointOf(server, { port, sslmode }))).toContain(`${stage} CONNECTION_LOST`)
      },
    )
  })

  it('and closes the connection in the middle of the sign-in is no stranger', async () => {
    await answering(
      (socket) => socket.end(message('R', Buffer.from('\0\0\0\nSCRAM-SHA-256\0\0'))),
      async (port) => {
        expect(await outcome(endpointOf(server, { port, sslmode: 'disable' }))).toContain('sign-in CONNECTION_LOST')
      },
    )
  })

  it('and slips text in before the encryption is refused', async () => {
    await answering(
      (socket) => socket.write('SR\0\0\0\b\0\0\0\0'),
      async (port) => {
        expect(await outcome(endpointOf(server, { port, sslmode: 'require' }))).toContain('tls NOT_POSTGRES')
      },
    )
  })

  it('and asks for two billion rounds of hashing is refused at once', async () => {
    const started = performance.now()
    await answering(
      (socket, sent) => {
        const nonce = /r=([^,]+)$/.exec(sent.toString('latin1').replace(/\0+$/, ''))?.[1]
        if (nonce === undefined) socket.write(message('R', Buffer.from('\0\0\0\nSCRAM-SHA-256\0\0')))
        else
          socket.write(
            message(
              'R',
              Buffer.concat([Buffer.from([0, 0, 0, 11]), Buffer.from(`r=${nonce}x,s=c2FsdA==,i=2147483647`)]),
            ),
          )
      },
      async (port) => {
        expect(await outcome(endpointOf(server, { port, sslmode: 'disable' }))).toContain('sign-in NOT_POSTGRES')
      },
    )
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  it('and sends an error full of control characters gets it shown as short, plain text without our password', async () => {
    const text = `SFATAL\0C08006\0M<b>\x1b[31mbad\r\nsw0rdfish ${'x'.repeat(100_000)}\0\0`
    await answering(
      (socket) => socket.end(message('E', Buffer.from(text))),
      async (port) => {
        const problem = (await test(endpointOf(server, { port, sslmode: 'disable' }))).find(
          ({ status }) => status === 'failed',
        )?.problem
        const english = problem ? inEnglish(problem.message) : ''
        expect(english).toContain('<b> [31mbad ********')
        expect(english.length).toBeLessThan(2_200)
      },
    )
  })
})
