import { afterAll, beforeAll, expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { makeLocales } from '../support/postgres/make-locales.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { contextWith, endpointOf, moveBetween, replace, run } from './move-between.ts'

let server: RunningPostgres

// Only the packages of the distribution have the texts of other languages; any other server speaks English here.
beforeAll(async () => {
  server = await startPostgres({
    version: 'newest',
    ssl: 'self-signed',
    env: { LOCPATH: makeLocales(['de_DE']) },
    hba: ['hostnossl all encrypted 127.0.0.1/32 reject', 'hostssl all plain 127.0.0.1/32 reject'],
  })
  const accounts = ['encrypted', 'plain', 'shut_out', 'limited']
  await run(
    server,
    ...accounts.map((account) => `CREATE ROLE ${account} LOGIN PASSWORD 'secret'`),
    'ALTER ROLE limited CONNECTION LIMIT 0',
    'CREATE DATABASE closed',
    'REVOKE CONNECT ON DATABASE closed FROM PUBLIC',
    'CREATE DATABASE full_up CONNECTION LIMIT 0',
    ...(server.version.includes('Debian') ? [`ALTER SYSTEM SET lc_messages = 'de_DE.utf8'`] : []),
    'SELECT pg_reload_conf()',
  )
})

afterAll(() => server.stop())

const signIn = async (user: string, sslmode: string, dbname = server.database) => {
  const endpoint = endpointOf(server, { user, password: 'secret', sslmode, dbname })
  const stages = await postgresConnector.test(endpoint, 'source', contextWith())
  return stages.find(({ stage }) => stage === 'sign-in')?.problem ?? 'signed in'
}

it.each([
  ['encrypted', 'disable', 'TLS_REQUIRED', { link: 'host' }],
  ['plain', 'require', 'TLS_REFUSED', { link: 'hostssl' }],
])('a server that speaks German tells why it refuses the link of %s', async (user, sslmode, code, object) => {
  expect(await signIn(user, sslmode)).toMatchObject({ code, object: { kind: 'login', name: user, ...object } })
})

it.each([
  ['encrypted', 'allow'],
  ['plain', 'prefer'],
])('%s reaches it with the mode %s, which tries the other link', async (user, sslmode) => {
  expect(await signIn(user, sslmode)).toBe('signed in')
})

it('the lost right to a database and the limits of an account and a database are told apart', async () => {
  expect(await signIn('shut_out', 'require', 'closed')).toMatchObject({
    code: 'PERMISSION_MISSING',
    object: { kind: 'database', name: 'closed', right: 'CONNECT' },
  })
  const limits = await Promise.all([signIn('limited', 'require'), signIn('shut_out', 'require', 'full_up')])
  expect(limits.map((problem) => problem !== 'signed in' && problem.hint && inEnglish(problem.hint))).toEqual([
    expect.stringContaining('ALTER ROLE … CONNECTION LIMIT'),
    expect.stringContaining('ALTER DATABASE … CONNECTION LIMIT'),
  ])
})

it('a row that fits no page, and a trigger whose table is not found, keep their own words', async () => {
  const columns = Array.from({ length: 1000 }, (_, n) => `c${n} text`).join(', ')
  const [source, destination] = [
    { ...server, database: 'origin' },
    { ...server, database: 'goal' },
  ]
  await run(server, 'CREATE DATABASE origin', 'CREATE DATABASE goal')
  await run(
    source,
    'CREATE TABLE orders (id int)',
    'INSERT INTO orders VALUES (1)',
    `CREATE VIEW wide AS SELECT ${Array.from({ length: 1000 }, (_, n) => `'0123456789'::text AS c${n}`).join(', ')}`,
  )
  await run(
    destination,
    'CREATE TABLE orders (id int)',
    `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO log VALUES (1); RETURN NEW; END'`,
    'CREATE TRIGGER g BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION f()',
    `CREATE TABLE wide (${columns})`,
  )
  const { streams } = await moveBetween(source, destination, [replace('public.wide'), replace('public.orders')])
  expect(streams.map(({ error }) => error && inEnglish(error.message))).toEqual([
    expect.stringMatching(/^A row is larger than Postgres can store/),
    expect.stringMatching(/^A trigger or a function of the database does not find a table/),
  ])
})
