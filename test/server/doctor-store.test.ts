import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { runChecks } from '../../src/server/doctor/run-checks.ts'
import { checkClock, checkConnections, storeChecks } from '../../src/server/doctor/store.ts'
import { urlOfDatabase } from '../support/add-postgres-connection.ts'
import { run } from '../support/run-sql.ts'
import { type Api, startApi } from '../support/start-api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi({ takesRuns: false })
})
afterAll(() => api.stop())

interface Keys {
  readonly masterKey?: Uint8Array
  readonly previous?: readonly Uint8Array[]
}

/** What is not in order, by the name of the check. */
async function examined(databaseUrl: string, { masterKey = api.masterKey, previous = [] }: Keys = {}) {
  const findings = await runChecks(await storeChecks({ databaseUrl, masterKey, previousMasterKeys: previous }))
  expect(JSON.stringify(findings)).not.toContain(api.postgres.password)
  return Object.fromEntries(findings.filter(({ state }) => state !== 'ok').map((finding) => [finding.name, finding]))
}

it('finds nothing to do in the database of a Millrace that runs', async () => {
  expect(await examined(api.storeUrl)).toEqual({})
})

it('finds nothing to do in an empty database, and leaves it empty', async () => {
  await run(api.postgres.url, 'create database empty')
  expect(await examined(urlOfDatabase(api, 'empty'))).toEqual({})
  expect(
    await run(urlOfDatabase(api, 'empty'), `select nspname from pg_namespace where nspname like 'millrace%'`),
  ).toEqual([])
})

it('says that another key does not open what is sealed, and when a rotation has not ended', async () => {
  const other = randomBytes(32)
  expect(await examined(api.storeUrl, { masterKey: other })).toMatchObject({
    'master key': { state: 'failed', found: 'The master key is not the one that this database was used with.' },
  })
  expect(await examined(api.storeUrl, { masterKey: other, previous: [api.masterKey] })).toMatchObject({
    'master key': { state: 'warning', fix: expect.stringContaining('millrace rotate-key') },
  })
})

it('says which right is missing, and how an administrator grants it', async () => {
  await run(api.postgres.url, 'create database plain')
  await run(api.postgres.url, `create role plain login password 'plain'`)
  const { host, port } = api.postgres
  expect(await examined(`postgres://plain:plain@${host}:${port}/plain`)).toMatchObject({
    'rights in the database': { state: 'failed', fix: 'As an administrator: grant create on database … to plain;' },
  })
})

it('says that the role must not ignore row-level security', async () => {
  await run(api.postgres.url, 'create database bypassed')
  await run(api.postgres.url, `create role bypassing login bypassrls password 'bypassing'`)
  await run(api.postgres.url, 'alter database bypassed owner to bypassing')
  await run(api.postgres.url, 'alter role millrace_app rename to millrace_app_aside')
  const { host, port } = api.postgres
  try {
    expect(await examined(`postgres://bypassing:bypassing@${host}:${port}/bypassed`)).toMatchObject({
      'rights in the database': { state: 'failed', found: expect.stringContaining('ignores row-level security') },
    })
  } finally {
    await run(api.postgres.url, 'alter role millrace_app_aside rename to millrace_app')
  }
})

it('says that a newer version has upgraded the store', async () => {
  await run(api.storeUrl, `insert into millrace.migrations (name) values ('9999-future.sql')`)
  try {
    expect(await examined(api.storeUrl)).toMatchObject({
      'version of the store': { state: 'failed', found: expect.stringContaining('9999-future.sql') },
    })
  } finally {
    await run(api.storeUrl, `delete from millrace.migrations where name = '9999-future.sql'`)
  }
})

it('says why a database cannot be reached', async () => {
  const { database } = await examined('postgres://me:sw0rdfish@127.0.0.1:1/millrace')
  expect(database).toMatchObject({
    state: 'failed',
    found: expect.stringMatching(/127\.0\.0\.1:1\/millrace.*ECONNREFUSED/),
  })
  const wrong = api.storeUrl.replace(api.postgres.password, 'wrong')
  expect((await examined(wrong))['database']?.found).toContain('password authentication failed')
})

it.each([
  [300, 'ok'],
  [-5_000, 'warning'],
  [120_000, 'failed'],
])('judges a clock that is %s milliseconds ahead as %s', (ahead, state) => {
  expect(checkClock(ahead).state).toBe(state)
})

it.each([
  [97, 'ok'],
  [60, 'warning'],
  [27, 'failed'],
])('judges %s free connections as %s', (free, state) => {
  expect(checkConnections(free).state).toBe(state)
})
