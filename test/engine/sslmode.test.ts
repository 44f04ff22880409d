import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { makeCertificate } from '../support/postgres/certificate.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'
import { contextWith, endpointOf, moveBetween, run, statuses } from './move-between.ts'

const authority = {
  commonName: 'test authority',
  ...makeCertificate({ commonName: 'test authority', authority: true }),
}
const signed = (...names: string[]) => makeCertificate({ commonName: 'server', names, issuer: authority })
const trusted = getCACertificates('default')

const SERVERS = {
  'without TLS': { ssl: 'off' },
  'self-signed': { ssl: 'self-signed' },
  'with a trusted certificate': { ssl: signed('localhost', '127.0.0.1') },
  'with the certificate of another host': { ssl: signed('elsewhere.example') },
  'that insists on TLS': {
    ssl: 'self-signed',
    hba: ['hostnossl all all 127.0.0.1/32 reject', 'hostnossl all all ::1/128 reject'],
  },
  'that refuses TLS by rule': { ssl: 'self-signed', hba: ['hostssl all all 127.0.0.1/32 reject'] },
} as const

type Kind = keyof typeof SERVERS

const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const

/** What libpq does, in the order of MODES; a code where it refuses. */
const EXPECTED: Record<Kind, readonly string[]> = {
  'without TLS': ['plain', 'plain', 'plain', 'TLS_NOT_OFFERED', 'TLS_NOT_OFFERED', 'TLS_NOT_OFFERED'],
  'self-signed': ['plain', 'plain', 'tls', 'tls', 'CERTIFICATE_NOT_TRUSTED', 'CERTIFICATE_NOT_TRUSTED'],
  'with a trusted certificate': ['plain', 'plain', 'tls', 'tls', 'tls', 'tls'],
  'with the certificate of another host': ['plain', 'plain', 'tls', 'tls', 'tls', 'CERTIFICATE_WRONG_HOST'],
  'that insists on TLS': ['TLS_REQUIRED', 'tls', 'tls', 'tls', 'CERTIFICATE_NOT_TRUSTED', 'CERTIFICATE_NOT_TRUSTED'],
  'that refuses TLS by rule': [
    'plain',
    'plain',
    'plain',
    'TLS_REFUSED',
    'CERTIFICATE_NOT_TRUSTED',
    'CERTIFICATE_NOT_TRUSTED',
  ],
}

const servers = new Map<Kind, RunningPostgres>()

beforeAll(async () => {
  setDefaultCACertificates([...trusted, authority.certificate])
  for (const [kind, options] of Object.entries(SERVERS)) servers.set(kind as Kind, await startPostgres(options))
})

afterAll(async () => {
  setDefaultCACertificates(trusted)
  await Promise.all([...servers.values()].map((server) => server.stop()))
})

describe.each(Object.keys(SERVERS) as Kind[])('a server %s', (kind) => {
  it.each(MODES.map((mode, n) => [mode, EXPECTED[kind][n]] as const))(
    'with sslmode %s: %s',
    async (sslmode, expected) => {
      const server = servers.get(kind) as RunningPostgres
      const stages = await postgresConnector.test(endpointOf(server, { sslmode }), 'both', contextWith())
      const failed = stages.find(({ status }) => status === 'failed')
      const tls = stages.find(({ stage }) => stage === 'tls')?.detail
      expect(failed?.problem?.code ?? (tls && inEnglish(tls).startsWith('TLSv1') ? 'tls' : 'plain')).toBe(expected)
      if (failed) expect(failed.problem).toMatchObject({ hint: says(expect.any(String)), field: 'sslmode' })
    },
  )
})

it('moves rows over TLS on both sides', async () => {
  const server = servers.get('with a trusted certificate') as RunningPostgres
  await run(server, 'CREATE TABLE t AS SELECT n, repeat(md5(n::text), 10) AS v FROM generate_series(1, 50000) n')
  const verified = { ...endpointOf(server, { sslmode: 'verify-full' }) }
  const result = await moveBetween(verified, verified, [{ entity: 'public.t', target: 'public.u', mode: 'replace' }])
  expect(statuses(result)).toEqual(['succeeded'])
  expect(await run(server, 'SELECT count(*) AS missing FROM (TABLE t EXCEPT ALL TABLE u) d')).toEqual([
    { missing: '0' },
  ])
})
