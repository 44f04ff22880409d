import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { makeDialler } from '../../src/engine/net/dialler.ts'
import { makeSshKey, type RunningSsh, type SshOptions, startSsh } from '../stand-ins/ssh.ts'
import { numbers } from '../support/mariadb/numbers.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { makeCertificate } from '../support/postgres/certificate.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'
import { contextWith, endpointOf, problems, run, statuses } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

const authority = { commonName: 'ours', ...makeCertificate({ commonName: 'ours', authority: true }) }
const certificate = makeCertificate({ commonName: 'server', names: ['localhost', '127.0.0.1'], issuer: authority })

let postgres: RunningPostgres
let mariadb: RunningMariadb
let ssh: RunningSsh
const key = makeSshKey()
const lockedKey = makeSshKey('open sesame')

beforeAll(async () => {
  ;[postgres, mariadb, ssh] = await Promise.all([
    startPostgres({ ssl: certificate }),
    startMariadb({ tls: certificate }),
    startSsh({ password: 'tunnel pw' }),
  ])
  await run(postgres, 'CREATE TABLE t AS SELECT n, repeat(md5(n::text), 20) AS v FROM generate_series(1, 60000) n')
})

afterAll(() => Promise.all([postgres, mariadb, ssh].map((server) => server?.stop())))

const started = async (options: SshOptions) => {
  const server = await startSsh(options)
  onTestFinished(() => server.stop())
  return server
}

const through = ({ port, fingerprint }: RunningSsh, overrides: object = {}) => ({
  ssh_host: '127.0.0.1',
  ssh_port: port,
  ssh_user: 'bastion',
  ssh_password: 'tunnel pw',
  ssh_host_key: fingerprint,
  ...overrides,
})

const SYSTEMS = ['postgres', 'mysql'] as const
type System = (typeof SYSTEMS)[number]

const end = (system: System, overrides: object) =>
  system === 'postgres' ? endpointOf(postgres, overrides) : mysqlEndpoint(mariadb, overrides)

const stagesOf = (system: System, overrides: object, context = contextWith()) =>
  (system === 'postgres' ? postgresConnector : mysqlConnector).test(end(system, overrides), 'both', context)

const outcome = async (...call: Parameters<typeof stagesOf>) => {
  const stages = await stagesOf(...call)
  const failed = stages.find(({ status }) => status === 'failed')
  return failed ? `${failed.stage} ${failed.problem?.code} ${failed.problem?.field}` : 'passed'
}

/** Nothing may stay open at the SSH server when its work is done. */
const allClosed = (server: RunningSsh) => expect.poll(() => server.open(), { timeout: 5_000 }).toBe(0)

afterEach(() => allClosed(ssh))

describe.each(SYSTEMS)('a connection test of %s through a tunnel', (system) => {
  it('has the tunnel as its first stage', async () => {
    const stages = await stagesOf(system, through(ssh))
    expect(stages.map(({ stage, status }) => `${stage} ${status}`)).toEqual([
      'tunnel passed',
      'resolve passed',
      'connect passed',
      'tls passed',
      'sign-in passed',
      'read passed',
      'write passed',
    ])
    const { port } = system === 'postgres' ? postgres : mariadb
    expect(ssh.made).toContain(`127.0.0.1:${port}`)
  })

  it('verifies the database behind the tunnel by its own name', async () => {
    const verified = { sslmode: 'verify-full', sslrootcert: authority.certificate }
    expect(await outcome(system, through(ssh, verified))).toBe('passed')
    expect(await outcome(system, through(ssh, { ...verified, host: 'localhost' }))).toBe('passed')
  })

  it('signs in with a private key, and with one that has a passphrase', async () => {
    const server = await started({ authorizedKey: key.public })
    const fields = through(server, { ssh_password: undefined, ssh_private_key: key.private })
    expect(await outcome(system, fields)).toBe('passed')
    const other = await started({ authorizedKey: lockedKey.public })
    const locked = through(other, { ssh_password: undefined, ssh_private_key: lockedKey.private })
    expect(await outcome(system, { ...locked, ssh_passphrase: 'open sesame' })).toBe('passed')
    expect(await outcome(system, locked)).toBe('tunnel CREDENTIALS_INVALID ssh_passphrase')
    expect(await outcome(system, { ...locked, ssh_passphrase: 'wrong' })).toBe(
      'tunnel CREDENTIALS_INVALID ssh_passphrase',
    )
  })

  it.each([
    ['an unknown host', { ssh_host: 'nowhere.invalid' }, 'HOST_NOT_FOUND ssh_host'],
    ['a closed port', { ssh_port: 1 }, 'PORT_CLOSED ssh_port'],
    ['a wrong password', { ssh_password: 'wrong' }, 'TUNNEL_SIGN_IN_REFUSED ssh_password'],
    ['an unknown user', { ssh_user: 'nobody' }, 'TUNNEL_SIGN_IN_REFUSED ssh_password'],
    [
      'a key that is not let in',
      { ssh_password: undefined, ssh_private_key: makeSshKey().private },
      'TUNNEL_SIGN_IN_REFUSED ssh_private_key',
    ],
    ['a user that is missing', { ssh_user: '' }, 'CREDENTIALS_INVALID ssh_user'],
    ['a key that is none', { ssh_private_key: 'no key' }, 'CREDENTIALS_INVALID ssh_private_key'],
  ])('blames the tunnel for %s', async (_, overrides, expected) =>
    expect(await outcome(system, through(ssh, overrides))).toBe(`tunnel ${expected}`),
  )

  it('says so where something else than an SSH server answers', async () => {
    const other = createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const fields = through(ssh, { ssh_port: (other.address() as AddressInfo).port })
    expect(await outcome(system, fields)).toBe('tunnel NOT_SSH ssh_port')
  })

  it('tells the host key that nobody has confirmed, and signs in with nothing', async () => {
    const server = await started({ password: 'tunnel pw' })
    const [tunnel] = await stagesOf(system, through(server, { ssh_host_key: undefined }))
    expect(tunnel?.problem).toMatchObject({
      code: 'TUNNEL_KEY_UNKNOWN',
      field: 'ssh_host_key',
      suggestion: server.fingerprint,
      message: says(expect.stringContaining(server.fingerprint)),
    })
    expect(server.signIns()).toBe(0)
  })

  it('refuses a server whose host key has changed, and signs in with nothing', async () => {
    const server = await started({ password: 'tunnel pw' })
    const fields = through(server, { ssh_host_key: ssh.fingerprint })
    expect(await outcome(system, fields)).toBe('tunnel TUNNEL_KEY_CHANGED ssh_host_key')
    expect(server.signIns()).toBe(0)
  })

  it('blames the tunnel where the SSH server forwards nothing', async () => {
    const server = await started({ password: 'tunnel pw', forwardsNothing: true })
    const stages = await stagesOf(system, through(server))
    expect(stages[0]?.problem).toMatchObject({ code: 'TUNNEL_FORWARDING_REFUSED', field: 'ssh_user' })
    expect(stages.slice(1).every(({ status }) => status === 'skipped')).toBe(true)
  })

  it('blames the port of the database where the SSH server cannot connect to it', async () => {
    expect(await outcome(system, through(ssh, { port: 1 }))).toBe('connect PORT_CLOSED host')
  })

  it.each(['169.254.169.254', '0xa9fea9fe', '[fe80::1]', 'metadata.google.internal', '0.0.0.0'])(
    'asks no SSH server for %s',
    async (host) => expect(await outcome(system, through(ssh, { host }))).toBe('resolve ADDRESS_REFUSED host'),
  )
})

describe('where private networks may not be reached', () => {
  const network = (address: string) => ({ address, prefix: 32, family: 'ipv4' }) as const

  it('no SSH server in one is dialled', async () => {
    const context = { ...contextWith(), dialler: makeDialler({}) }
    expect(await outcome('postgres', through(ssh), context)).toBe('tunnel ADDRESS_REFUSED ssh_host')
  })

  it('a database behind an SSH server that may be reached is', async () => {
    const context = { ...contextWith(), dialler: makeDialler({ allow: [network('127.0.0.1')] }) }
    expect(await outcome('postgres', through(ssh, { host: 'localhost' }), context)).toBe('passed')
  })

  it('what the operator denies is not reached through a tunnel either', async () => {
    const deny = [network('10.1.2.3')]
    const context = { ...contextWith(), dialler: makeDialler({ allowPrivate: true, deny }) }
    expect(await outcome('postgres', through(ssh, { host: '10.1.2.3' }), context)).toBe('resolve ADDRESS_REFUSED host')
  })
})

it('an address behind the SSH server that is silent holds the next one up by no more than its turn', async () => {
  const server = await started({ password: 'tunnel pw', silentHost: '192.0.2.7' })
  const { port, fingerprint } = server
  const settings = { host: '127.0.0.1', port, user: 'bastion', password: 'tunnel pw', hostKey: fingerprint }
  const { signal } = new AbortController()
  const tunnel = await makeDialler({ allowPrivate: true }).through(
    { ...settings, privateKey: undefined, passphrase: undefined },
    signal,
  )
  onTestFinished(() => tunnel.close())
  const addresses = ['192.0.2.7', '127.0.0.1'].map((address) => ({ host: 'db', address }))
  const began = performance.now()
  const socket = await tunnel.connect(addresses, postgres.port, signal)
  socket.destroy()
  expect(performance.now() - began).toBeLessThan(2_000)
})

const streams = (to: System) => [
  { entity: 'public.t', target: to === 'postgres' ? 'public.u' : `${mariadb.database}.u`, mode: 'replace' as const },
]

it.each(SYSTEMS)('moves rows from Postgres to %s, both through a tunnel', async (system) => {
  const result = await moveAcross(end('postgres', through(ssh)), end(system, through(ssh)), streams(system))
  expect(problems(result)).toEqual([undefined])
  const [count] =
    system === 'postgres'
      ? await run(postgres, 'SELECT count(*) AS n FROM u')
      : await runMysql(mariadb, 'SELECT COUNT(*) AS n FROM u')
  expect(count?.['n']).toBe('60000')
})

it('moves rows out of MySQL through a tunnel', async () => {
  await runMysql(mariadb, 'DROP TABLE IF EXISTS s', `CREATE TABLE s AS SELECT seq AS n FROM ${numbers(20_000)}`)
  const stream = { entity: `${mariadb.database}.s`, target: 'public.s', mode: 'replace' as const }
  const result = await moveAcross(end('mysql', through(ssh)), endpointOf(postgres), [stream])
  expect(statuses(result)).toEqual(['succeeded'])
  expect(await run(postgres, 'SELECT count(*) AS n FROM s')).toEqual([{ n: '20000' }])
})

describe.each(SYSTEMS)('a run from %s whose tunnel dies', (system) => {
  it('fails with a problem that may pass, and leaves nothing open', async () => {
    const server = await started({ password: 'tunnel pw' })
    const slow =
      system === 'postgres'
        ? 'CREATE OR REPLACE VIEW slow AS SELECT n, pg_sleep(0.05)::text AS z FROM generate_series(1, 2000) n'
        : `CREATE OR REPLACE VIEW slow AS SELECT seq AS n, SLEEP(0.05) AS z FROM ${numbers(2_000)}`
    if (system === 'postgres') await run(postgres, slow)
    else await runMysql(mariadb, slow)
    const entity = system === 'postgres' ? 'public.slow' : `${mariadb.database}.slow`
    const moving = moveAcross(end(system, through(server)), endpointOf(postgres), [
      { entity, target: 'public.w', mode: 'replace' },
    ])
    await atWork(system, 'slow')
    server.cut()
    const [problem] = problems(await moving)
    expect(problem).toMatchObject({ retryable: true })
    expect(problem?.code).toBe('TUNNEL_LOST')
  })

  it('is stopped at the server when it is cancelled', async () => {
    const sleeping =
      system === 'postgres'
        ? 'CREATE OR REPLACE VIEW asleep AS SELECT pg_sleep(600)::text AS z'
        : 'CREATE OR REPLACE VIEW asleep AS SELECT SLEEP(600) AS z'
    if (system === 'postgres') await run(postgres, sleeping)
    else await runMysql(mariadb, sleeping)
    const entity = system === 'postgres' ? 'public.asleep' : `${mariadb.database}.asleep`
    const cancelling = new AbortController()
    const moving = moveAcross(
      end(system, through(ssh)),
      endpointOf(postgres),
      [{ entity, target: 'public.w', mode: 'replace' }],
      { context: contextWith(cancelling.signal) },
    )
    await atWork(system, 'asleep')
    cancelling.abort()
    await moving.catch(() => {})
    await expect.poll(() => sleepers(system, 'asleep'), { timeout: 5_000 }).toBe(0)
  })
})

/** Sessions that are reading the slow view. */
const sleepers = async (system: System, view: string): Promise<number> => {
  const [row] =
    system === 'postgres'
      ? await run(
          postgres,
          `SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%${view}%' AND pid <> pg_backend_pid()`,
        )
      : await runMysql(
          mariadb,
          `SELECT COUNT(*) AS n FROM information_schema.PROCESSLIST WHERE STATE = 'User sleep' AND INFO LIKE '%${view}%'`,
        )
  return Number(row?.['n'])
}

const atWork = (system: System, view: string) =>
  expect.poll(() => sleepers(system, view), { timeout: 10_000 }).toBeGreaterThan(0)
