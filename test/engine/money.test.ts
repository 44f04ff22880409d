import { rmSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { verify } from '../../src/engine/move/verify/verify.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { makeLocales } from '../support/postgres/make-locales.ts'
import { says } from '../support/says.ts'
import { givenMysql } from './given-mysql.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import {
  type Attempt,
  contextWith,
  type Database,
  endpointOf,
  moveBetween,
  problems,
  replace,
  run,
} from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

const LOCALES = makeLocales(['ja_JP', 'ko_KR', 'ar_KW', 'de_DE', 'fr_FR', 'en_CA', 'en_US'])
afterAll(() => rmSync(LOCALES, { recursive: true, force: true }))

let source: Database
let destination: Database
let to: MysqlDatabase

givenTwoDatabases(
  (ends) => {
    ;({ source, destination } = ends)
  },
  { env: { LOCPATH: LOCALES } },
)
givenMysql((ends) => {
  ;({ to } = ends)
})

const locale = (place: string) => `${place}.utf8`

/** Gives a database a currency, and executes statements as its applications would. */
const inCurrencyOf = (database: Database, place: string, ...statements: readonly string[]) =>
  run(
    database,
    `ALTER DATABASE ${database.database} SET lc_monetary = '${locale(place)}'`,
    `SET lc_monetary = '${locale(place)}'`,
    ...statements,
  )

const table = (amount: string) => [
  'CREATE DOMAIN price AS money',
  'CREATE TABLE t (id int PRIMARY KEY, amount money, price price, prices money[])',
  `INSERT INTO t VALUES (1, ${amount}::money, (-${amount})::money, ARRAY[[${amount}::money, NULL], [0::money, 5::money]]), (2, NULL, NULL, NULL)`,
  'CREATE VIEW v AS SELECT id, amount, amount::numeric AS number, prices FROM t',
]

const AMOUNTS = [
  ['yen', 'ja_JP', '1234', '[[1234,null],[0,5]]'],
  ['won', 'ko_KR', '50000', '[[50000,null],[0,5]]'],
  ['dinars of Kuwait', 'ar_KW', '1.234', '[[1.234,null],[0.000,5.000]]'],
  ['euros', 'de_DE', '12.34', '[[12.34,null],[0.00,5.00]]'],
] as const

const toMysql = (stream: Partial<StreamRequest> = {}, attempt: Attempt = {}) =>
  moveAcross(
    endpointOf(source),
    mysqlEndpoint(to),
    [{ ...replace('public.t', `${to.database}.t`), verify: 'values', ...stream }],
    attempt,
  )

it.each(AMOUNTS)(
  'brings %s to MySQL with their own decimals, from tables and views',
  async (_, place, amount, list) => {
    await inCurrencyOf(source, place, ...table(amount))
    expect(problems(await toMysql())).toEqual([undefined])
    expect(problems(await toMysql({ entity: 'public.v', target: `${to.database}.v` }))).toEqual([undefined])
    expect(await runMysql(to, 'SELECT amount, price, prices FROM t WHERE id = 1')).toEqual([
      { amount, price: `-${amount}`, prices: list },
    ])
    const [{ number, ...row } = {}] = await runMysql(to, 'SELECT amount, number, prices FROM v WHERE id = 1')
    expect(row).toEqual({ amount, prices: list })
    expect(Number(number)).toBe(Number(amount))
  },
)

it.each(AMOUNTS)('filters %s by their own numbers, and keeps them through steps', async (_, place, amount) => {
  await inCurrencyOf(source, place, ...table(amount))
  await run(destination, 'CREATE TABLE t (id int PRIMARY KEY, amount numeric, price numeric, prices json)')
  const transformations = {
    steps: [{ id: 'f', type: 'filter' as const, settings: { where: `amount = ${amount}` } }],
    salt: 'pepper',
  }
  expect(problems(await moveBetween(source, destination, [replace('public.t')], { transformations }))).toEqual([
    undefined,
  ])
  expect(await run(destination, 'SELECT amount, price FROM t')).toEqual([{ amount, price: `-${amount}` }])
})

it('compares rows whose key is an amount of yen', async () => {
  await inCurrencyOf(source, 'ja_JP', 'CREATE TABLE t (amount money PRIMARY KEY, note text)')
  await inCurrencyOf(source, 'ja_JP', `INSERT INTO t VALUES (1234::money, 'a'), (5000::money, 'b')`)
  const stream = { ...replace('public.t', `${to.database}.t`), mode: 'upsert' as const, key: ['amount'] }
  expect(problems(await toMysql(stream))).toEqual([undefined])
  await runMysql(to, `UPDATE t SET note = 'altered' WHERE amount = 1234`)
  const { streams } = await verify({
    source: { connector: postgresConnector, endpoint: endpointOf(source) },
    destination: { connector: mysqlConnector, endpoint: mysqlEndpoint(to) },
    streams: [stream],
    context: contextWith(),
    onEvent: () => {},
  })
  expect(streams[0]?.difference).toEqual({ created: 0, changed: 1, removed: 0, unchanged: 1 })
})

it('continues from an amount of yen, and from the mark of an earlier version', async () => {
  await inCurrencyOf(source, 'ja_JP', ...table('1234'), 'DELETE FROM t WHERE id = 2')
  const stream = { mode: 'upsert' as const, cursor: { column: 'amount' } }
  expect(problems(await toMysql(stream))).toEqual([undefined])
  await inCurrencyOf(source, 'ja_JP', 'INSERT INTO t VALUES (3, 5000::money), (4, 20::money)')
  for (const after of ['1234', '$12.34'])
    expect(problems(await toMysql({ ...stream, cursor: { column: 'amount', after } }))).toEqual([undefined])
  expect(await runMysql(to, 'SELECT id, amount FROM t ORDER BY id')).toEqual([
    { id: '1', amount: '1234' },
    { id: '3', amount: '5000' },
  ])
})

const copy = async () => {
  const log: string[] = []
  const result = await moveBetween(source, destination, [{ ...replace('public.t'), verify: 'values' }], {
    onEvent: (event) => event.kind === 'log' && log.push(inEnglish(event.message)),
  })
  return { problems: problems(result), log: log.filter((line) => line.includes('another currency')) }
}

it('copies amounts between databases of one currency as they are stored', async () => {
  await inCurrencyOf(source, 'ar_KW', ...table('1.234'))
  await inCurrencyOf(destination, 'ar_KW', 'SELECT 1')
  // An XML column travels as text.
  await run(source, 'ALTER TABLE t ADD x xml')
  for (const _ of ['made', 'found']) expect(await copy()).toEqual({ problems: [undefined], log: [] })
  const rows = 'SELECT amount::text, price::text, prices::text FROM t ORDER BY id'
  expect(await inCurrencyOf(destination, 'ar_KW', rows)).toEqual(await inCurrencyOf(source, 'ar_KW', rows))
})

it.each(['pair', 'pair[]'])(
  'refuses amounts inside another type (%s) for other systems, by the name of the column',
  async (type) => {
    const value = type === 'pair' ? `ROW(1, 1234::money)::pair` : `ARRAY[ROW(1, 1234::money)::pair]`
    const statements = [
      'CREATE TYPE pair AS (a int, b money)',
      `CREATE TABLE t (id int PRIMARY KEY, both_parts ${type})`,
      `INSERT INTO t VALUES (1, ${value})`,
    ]
    await inCurrencyOf(source, 'ja_JP', ...statements)
    const [problem] = problems(await toMysql())
    expect(problem).toMatchObject({ retryable: false, message: says(expect.stringContaining('column both_parts')) })
    expect(problems(await toMysql({ columns: ['id'] }))).toEqual([undefined])
  },
)

it('refuses amounts that would have another number of decimals, before a row is written', async () => {
  await inCurrencyOf(source, 'ja_JP', ...table('1234'))
  await inCurrencyOf(destination, 'de_DE', 'SELECT 1')
  const [problem] = (await copy()).problems
  expect(problem).toMatchObject({
    code: 'TARGET_MISMATCH',
    message: says(
      expect.stringMatching(/^Amounts of amount, price, prices would change in public.t: .* has 0 decimals .* 2 /),
    ),
  })
  expect(await run(destination, `SELECT to_regclass('public.t') AS t`)).toEqual([{ t: null }])
})

it.each([
  ['de_DE', 'fr_FR', 0],
  ['de_DE', 'en_US', 1],
  ['en_US', 'en_CA', 1],
])('says that amounts mean another currency there (%s to %s: %i)', async (one, other, times) => {
  await inCurrencyOf(source, one, ...table('12.34'))
  await inCurrencyOf(destination, other, 'SELECT 1')
  const { problems: found, log } = await copy()
  expect(found).toEqual([undefined])
  expect(log).toHaveLength(times)
})

it('reads amounts in the currency of the database, whatever is set for the account', async () => {
  await inCurrencyOf(source, 'ja_JP', ...table('1234'), `ALTER ROLE postgres SET lc_monetary = 'C'`)
  expect(problems(await toMysql())).toEqual([undefined])
  expect(await runMysql(to, 'SELECT amount FROM t WHERE id = 1')).toEqual([{ amount: '1234' }])
  await run(source, 'ALTER ROLE postgres RESET lc_monetary')
})

it('takes amounts in the SQL of a person as the database does', async () => {
  await run(source, 'CREATE TABLE t (id int PRIMARY KEY)')
  await inCurrencyOf(destination, 'ja_JP', 'CREATE TABLE said (amount money)')
  const before = 'INSERT INTO said VALUES (500::money)'
  const sql = { before, isDone: () => false, begin: async () => {}, done: async () => {} }
  expect(problems(await moveBetween(source, destination, [replace('public.t')], { sql }))).toEqual([undefined])
  expect(await inCurrencyOf(destination, 'ja_JP', 'SELECT amount::numeric AS amount FROM said')).toEqual([
    { amount: '500' },
  ])
})
