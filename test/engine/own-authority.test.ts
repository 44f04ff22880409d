import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { makeCertificate } from '../support/postgres/certificate.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { contextWith, endpointOf, run, statuses } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

const makeAuthority = (commonName: string) => ({ commonName, ...makeCertificate({ commonName, authority: true }) })
/** Neither is known to this machine. */
const authority = makeAuthority('our authority')
const stranger = makeAuthority('another authority')
const ofServer = (...names: string[]) => makeCertificate({ commonName: 'server', names, issuer: authority })
const client = makeCertificate({ commonName: 'etl', issuer: authority })
const ofStranger = makeCertificate({ commonName: 'etl', issuer: stranger })

let postgres: RunningPostgres
let mariadb: RunningMariadb
let elsewhere: RunningMariadb
let open: RunningMariadb

beforeAll(async () => {
  const known = { clientAuthority: authority.certificate }
  ;[postgres, mariadb, elsewhere, open] = await Promise.all([
    startPostgres({
      ...known,
      ssl: ofServer('127.0.0.1'),
      hba: ['hostssl all etl all scram-sha-256 clientcert=verify-ca'],
    }),
    startMariadb({ ...known, tls: ofServer('127.0.0.1') }),
    startMariadb({ tls: ofServer('elsewhere.example') }),
    startMariadb(),
  ])
  await run(postgres, `CREATE ROLE etl LOGIN SUPERUSER PASSWORD 'pw'`)
  await runMysql(
    mariadb,
    `CREATE USER etl@'%' IDENTIFIED BY 'pw' REQUIRE X509`,
    `CREATE USER tls@'%' IDENTIFIED BY 'pw' REQUIRE SSL`,
    `GRANT ALL ON *.* TO etl@'%', tls@'%'`,
  )
})

afterAll(() => Promise.all([postgres, mariadb, elsewhere, open].map((server) => server?.stop())))

const outcome = async (system: 'postgres' | 'mysql', server: RunningPostgres | RunningMariadb, fields: object) => {
  const stages =
    system === 'postgres'
      ? await postgresConnector.test(endpointOf(server, fields), 'both', contextWith())
      : await mysqlConnector.test(mysqlEndpoint(server, fields), 'both', contextWith())
  const failed = stages.find(({ status }) => status === 'failed')
  const detail = stages.find(({ stage }) => stage === 'tls')?.detail
  if (!failed) return detail && inEnglish(detail).replace(/TLSv[\d.]+/, 'TLS')
  return `${failed.stage} ${failed.problem?.code} ${failed.problem?.field}`
}

const VERIFIED = 'TLS, certificate verified'
const UNVERIFIED = 'TLS, certificate not verified'
const NOT_TRUSTED = 'tls CERTIFICATE_NOT_TRUSTED'

describe('MySQL has the SSL modes of Postgres', () => {
  const plain = (mode: string) => `not encrypted (SSL mode ${mode})`
  it.each([
    [{}, UNVERIFIED],
    [{ sslmode: 'disable' }, plain('disable')],
    [{ sslmode: 'allow' }, plain('allow')],
    [{ sslmode: 'prefer' }, UNVERIFIED],
    [{ sslmode: 'require' }, UNVERIFIED],
    [{ sslmode: 'verify-ca' }, `${NOT_TRUSTED} sslmode`],
    [{ sslmode: 'verify-full' }, `${NOT_TRUSTED} sslmode`],
    [{ sslmode: 'disable', user: 'tls', password: 'pw' }, 'sign-in PASSWORD_REFUSED password'],
    [{ sslmode: 'allow', user: 'tls', password: 'pw' }, UNVERIFIED],
    [{ sslmode: 'sometimes' }, 'resolve CREDENTIALS_INVALID sslmode'],
  ])('with %j: %s', async (fields, expected) => expect(await outcome('mysql', mariadb, fields)).toBe(expected))

  it.each([
    [{}, plain('prefer')],
    [{ sslmode: 'require' }, 'tls TLS_NOT_OFFERED sslmode'],
    [{ sslmode: 'verify-full' }, 'tls TLS_NOT_OFFERED sslmode'],
  ])('with %j, of a server without TLS: %s', async (fields, expected) =>
    expect(await outcome('mysql', open, fields)).toBe(expected),
  )

  it.each([
    ['verify-ca', VERIFIED],
    ['verify-full', 'tls CERTIFICATE_WRONG_HOST sslmode'],
  ])('with %s, of a server with the certificate of another host: %s', async (sslmode, expected) =>
    expect(await outcome('mysql', elsewhere, { sslmode, sslrootcert: authority.certificate })).toBe(expected),
  )
})

describe.each([
  ['postgres', () => postgres],
  ['mysql', () => mariadb],
] as const)('%s', (system, server) => {
  const sslrootcert = authority.certificate
  it.each([
    ['verify-ca', sslrootcert, VERIFIED],
    ['verify-full', sslrootcert, VERIFIED],
    ['require', sslrootcert, VERIFIED],
    ['prefer', stranger.certificate, `${NOT_TRUSTED} sslrootcert`],
    ['require', stranger.certificate, `${NOT_TRUSTED} sslrootcert`],
    ['verify-ca', stranger.certificate, `${NOT_TRUSTED} sslrootcert`],
    ['verify-full', `${stranger.certificate}${sslrootcert}`, VERIFIED],
  ])('with sslmode %s and a CA certificate of its own (%#): %3$s', async (sslmode, own, expected) =>
    expect(await outcome(system, server(), { sslmode, sslrootcert: own })).toBe(expected),
  )

  const etl = { user: 'etl', password: 'pw', sslmode: 'verify-full', sslrootcert }
  it('lets an account in that must show a certificate, and moves its rows', async () => {
    const fields = { ...etl, sslcert: client.certificate, sslkey: client.key }
    expect(await outcome(system, server(), fields)).toBe(VERIFIED)
    const end = system === 'postgres' ? endpointOf(server(), fields) : mysqlEndpoint(server(), fields)
    const entity = system === 'postgres' ? 'public.t' : `${server().database}.t`
    const create = 'CREATE TABLE t (a int PRIMARY KEY)'
    if (system === 'postgres') await run(server(), create, 'INSERT INTO t VALUES (1), (2)')
    else await runMysql(server(), create, 'INSERT INTO t VALUES (1), (2)')
    const result = await moveAcross(end, end, [{ entity, target: `${entity.split('.')[0]}.u`, mode: 'replace' }])
    expect(statuses(result)).toEqual(['succeeded'])
  })

  it('says what is missing without a client certificate', async () => {
    const expected = system === 'postgres' ? 'CLIENT_CERTIFICATE_REFUSED sslcert' : 'PASSWORD_REFUSED password'
    expect(await outcome(system, server(), etl)).toBe(`sign-in ${expected}`)
  })

  it('says so when the server does not know who signed the client certificate', async () => {
    const fields = { ...etl, sslcert: ofStranger.certificate, sslkey: ofStranger.key }
    expect(await outcome(system, server(), fields)).toBe('sign-in CLIENT_CERTIFICATE_REFUSED sslcert')
  })
})
