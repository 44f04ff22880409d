import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { isMysql, isOlderMysql, shownType } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'
import { type Database, endpointOf, freshDatabase, problems, run, statuses } from './move-between.ts'
import { freshMysql, moveAcross, mysqlEndpoint } from './move-mysql.ts'
import { MYSQL_PROBES } from './mysql-probes.ts'

let mariadb: RunningMariadb
let withoutInfile: RunningMariadb
let postgres: RunningPostgres
let source: MysqlDatabase

beforeAll(async () => {
  ;[mariadb, withoutInfile, postgres] = await Promise.all([
    startMariadb(),
    startMariadb({ settings: { 'local-infile': '0' } }),
    startPostgres(),
  ])
  source = await freshMysql(mariadb)
  for (const { id, type, values } of MYSQL_PROBES) {
    await runMysql(
      source,
      `CREATE TABLE \`${id}\` (n int PRIMARY KEY, v ${type})`,
      ...values.map((value, n) => `INSERT IGNORE INTO \`${id}\` VALUES (${n}, ${value})`),
    )
  }
})

afterAll(() => Promise.all([mariadb, withoutInfile, postgres].map((server) => server?.stop())))

const streams = (target: string) =>
  MYSQL_PROBES.map(({ id }) => ({
    entity: `${source.database}.${id}`,
    target: `${target}.${id}`,
    mode: 'replace' as const,
  }))

describe.each([
  ['with LOAD DATA', () => mariadb],
  ['with INSERT, where the server takes no files', () => withoutInfile],
])('from MySQL to MySQL %s', (_, server) => {
  let destination: MysqlDatabase

  beforeAll(async () => {
    destination = await freshMysql(server())
    const result = await moveAcross(mysqlEndpoint(source), mysqlEndpoint(destination), streams(destination.database))
    const failed = result.streams
      .filter(({ status }) => status !== 'succeeded')
      .map(({ target, error }) => [target, error?.code])
    expect(failed).toEqual([[`${destination.database}.MY-16 invalid`, 'VALUE_NOT_REPRESENTABLE']])
  })

  it.each(MYSQL_PROBES.filter(({ isRefusedByMysql }) => !isRefusedByMysql))(
    'moves $id, $type, to the byte',
    async ({ id, values }) => {
      const rows = `SELECT n, HEX(v) AS v, v AS shown FROM \`${id}\` ORDER BY n`
      const moved = await runMysql(destination, rows)
      expect(moved).toEqual(await runMysql(source, rows))
      expect(moved).toHaveLength(values.length)
      const type = `SELECT COLUMN_TYPE, COLLATION_NAME FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '${id}' AND COLUMN_NAME = 'v'`
      expect(await runMysql(destination, type)).toEqual(await runMysql(source, type))
    },
  )
})

describe('from MySQL to Postgres', () => {
  let destination: Database
  const outcomes = new Map<
    string,
    { status: string | undefined; code: string | undefined; message: string | undefined }
  >()

  beforeAll(async () => {
    destination = await freshDatabase(postgres)
    const failing = streams('public').map((stream) => ({ ...stream, zeroDates: 'fail' as const }))
    const result = await moveAcross(mysqlEndpoint(source), endpointOf(destination), failing)
    for (const { entity, status, error } of result.streams)
      outcomes.set(entity, { status, code: error?.code, message: error && inEnglish(error.message) })
  })

  it.each(MYSQL_PROBES.filter(({ inPostgres }) => inPostgres))('moves $id, $type, exactly', async (probe) => {
    expect(outcomes.get(`${source.database}.${probe.id}`)).toMatchObject({ status: 'succeeded' })
    const rows = await run(destination, `SET TimeZone = 'UTC'`, `SELECT v::text FROM "${probe.id}" ORDER BY n`)
    expect(rows.map(({ v }) => v)).toEqual(probe.inPostgres)
    if (probe.postgresType === undefined) return
    const type = `SELECT format_type(atttypid, atttypmod) AS type FROM pg_attribute WHERE attrelid = 'public."${probe.id}"'::regclass AND attname = 'v'`
    expect(await run(destination, type)).toEqual([{ type: probe.postgresType }])
  })

  it.each(MYSQL_PROBES.filter(({ inPostgres }) => !inPostgres))(
    'refuses $id, $values, and makes nothing of it',
    async ({ id }) => {
      const { status, message } = outcomes.get(`${source.database}.${id}`) ?? {}
      expect(status).toBe('failed')
      expect(message).toMatch(/row 1|line 1/i)
      expect(await run(destination, `SELECT to_regclass('public."${id}"') AS found`)).toEqual([{ found: null }])
    },
  )

  it('names entity, row, column and rule of a date that only MySQL has', () => {
    expect(outcomes.get(`${source.database}.MY-07 zero`)).toEqual({
      status: 'failed',
      code: 'VALUE_NOT_REPRESENTABLE',
      message: `${source.database}.MY-07 zero: Row 1, column "v": 0000-00-00 is not a valid calendar date, and only MySQL can store it.`,
    })
  })
})

/** MySQL does not say in which row an invalid text is for a column of another character set. */
const NAMES_THE_SECOND = isMysql ? /row 2|line 2|Invalid utf8mb4 character string/i : /row 2|line 2/i

/** What Postgres has, and what MySQL shows of it. */
const POSTGRES_PROBES = [
  { type: 'boolean', value: 'true', shown: '1', mysqlType: 'tinyint(1)' },
  { type: 'smallint', value: `'-32768'`, shown: '-32768', mysqlType: shownType('smallint(6)') },
  { type: 'bigint', value: '9007199254740993', shown: '9007199254740993', mysqlType: shownType('bigint(20)') },
  { type: 'numeric(14,2)', value: `'-0.10'`, shown: '-0.10', mysqlType: 'decimal(14,2)' },
  { type: 'numeric', value: '12345.678', shown: `12345.678${'0'.repeat(27)}`, mysqlType: 'decimal(65,30)' },
  { type: 'real', value: '0.1', shown: '0.1', mysqlType: 'float' },
  { type: 'double precision', value: '1e308', shown: '1e308', mysqlType: 'double' },
  { type: 'text', value: String.raw`E'tab\tnew\nback\\slash \f\x0b\b 😀'`, shown: 'tab\tnew\nback\\slash \f\v\b 😀' },
  { type: 'varchar(20)', value: `'ends in space '`, shown: 'ends in space ', mysqlType: 'varchar(20)' },
  { type: 'bytea', value: String.raw`'\x00ff5c0a'`, shown: '00FF5C0A', show: 'HEX(v)', mysqlType: 'longblob' },
  { type: 'date', value: `'2024-02-29'`, shown: '2024-02-29', mysqlType: 'date' },
  { type: 'time', value: `'24:00:00'`, shown: '24:00:00.000000', mysqlType: 'time(6)' },
  { type: 'timetz', value: `'12:00:00+05:45'`, shown: '12:00:00+05:45', mysqlType: 'varchar(32)' },
  { type: 'timestamp(3)', value: `'2024-03-31 02:30:00.123'`, shown: '2024-03-31 02:30:00.123' },
  {
    type: 'timestamptz',
    value: `'2024-03-31 02:30:00.123456+02'`,
    shown: '2024-03-31 00:30:00.123456',
    mysqlType: 'datetime(6)',
  },
  { type: 'interval', value: `'1 year -3 days 04:05:06.789'`, shown: '1 year -3 days +04:05:06.789' },
  { type: 'uuid', value: `'123e4567-e89b-12d3-a456-426614174000'`, shown: '123e4567-e89b-12d3-a456-426614174000' },
  { type: 'jsonb', value: `'{"a": 1.10}'`, shown: '{"a": 1.10}', mysqlType: 'longtext' },
  { type: 'bit varying(9)', value: `'0101'`, shown: '0101' },
  { type: 'int[]', value: `'{1,NULL,3}'`, shown: '[1,null,3]' },
] as const

/** What MySQL cannot hold, and says so. */
const REFUSED = [
  { type: 'numeric', value: `'NaN'` },
  { type: 'numeric', value: `'0.${'1'.repeat(31)}'` },
  { type: 'numeric', value: `'1e40'` },
  { type: 'double precision', value: `'Infinity'` },
  { type: 'date', value: `'infinity'` },
  { type: 'date', value: `'0044-03-15 BC'` },
  { type: 'timestamp', value: `'10000-01-01 00:00:00'` },
] as const

describe('from Postgres to MySQL', () => {
  it.each(POSTGRES_PROBES)('moves $type $value exactly', async (probe) => {
    const [from, to] = [await freshDatabase(postgres), await freshMysql(mariadb)]
    await run(from, `CREATE TABLE t (n int, v ${probe.type})`, `INSERT INTO t VALUES (1, ${probe.value}), (2, NULL)`)
    const result = await moveAcross(endpointOf(from), mysqlEndpoint(to), [
      { entity: 'public.t', target: 't', mode: 'replace' },
    ])
    expect(problems(result)).toEqual([undefined])
    const show = 'show' in probe ? probe.show : 'v'
    const rows = await runMysql(to, `SELECT ${show} AS v FROM t ORDER BY n`)
    expect(rows.map(({ v }) => v)).toEqual([probe.shown, null])
    if (!('mysqlType' in probe)) return
    const [column] = await runMysql(to, `SHOW COLUMNS FROM t LIKE 'v'`)
    expect(column?.['Type']).toBe(probe.mysqlType)
  })

  it.each<readonly [targetType: string, value: string, type?: string]>([
    ['varchar(5)', 'Grüße'],
    ['varchar(6)', '🚂🚂🚂🚂🚂🚂'],
    ['varchar(20) CHARACTER SET latin1', 'Grüße'],
    ['varchar(20) CHARACTER SET utf8mb3', '漢字'],
    ['varchar(20) CHARACTER SET ucs2', '漢字'],
    ['text CHARACTER SET latin1 COLLATE latin1_bin', 'é\tü'],
    ...(isMysql ? [] : [['uuid', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'uuid'] as const]),
  ])('brings text as the same letters into %s', async (targetType, value, type = 'text') => {
    const [from, to] = [await freshDatabase(postgres), await freshMysql(mariadb)]
    await run(from, `CREATE TABLE t AS SELECT 1 AS n, '${value}'::${type} AS v`)
    await runMysql(to, `CREATE TABLE t (n int, v ${targetType})`)
    const result = await moveAcross(endpointOf(from), mysqlEndpoint(to), [
      { entity: 'public.t', target: 't', mode: 'replace' },
    ])
    expect(problems(result)).toEqual([undefined])
    expect(await runMysql(to, 'SELECT v FROM t')).toEqual([{ v: value }])
  })

  it('refuses bytes that are no text in any column', async () => {
    const from = await freshDatabase(postgres, `ENCODING 'SQL_ASCII' TEMPLATE template0`)
    const to = await freshMysql(mariadb)
    await run(from, 'CREATE TABLE t (n int, v text)', `INSERT INTO t VALUES (1, 'fine'), (2, E'\\xe9')`)
    for (const characterSet of ['utf8mb4', 'latin1']) {
      await runMysql(to, 'DROP TABLE IF EXISTS t', `CREATE TABLE t (n int, v text CHARACTER SET ${characterSet})`)
      const result = await moveAcross(endpointOf(from), mysqlEndpoint(to), [
        { entity: 'public.t', target: 't', mode: 'replace' },
      ])
      expect(problems(result)[0]).toMatchObject({ message: says(expect.stringMatching(NAMES_THE_SECOND)) })
      expect(await runMysql(to, 'SELECT n FROM t')).toEqual([])
    }
  })

  it.each(REFUSED)('refuses $type $value by row and column', async ({ type, value }) => {
    const [from, to] = [await freshDatabase(postgres), await freshMysql(mariadb)]
    await run(from, `CREATE TABLE t (n int, v ${type})`, `INSERT INTO t VALUES (1, NULL), (2, ${value})`)
    const result = await moveAcross(endpointOf(from), mysqlEndpoint(to), [
      { entity: 'public.t', target: 't', mode: 'replace' },
    ])
    expect(statuses(result)).toEqual(['failed'])
    expect(problems(result)[0]).toMatchObject({
      code: 'VALUE_NOT_REPRESENTABLE',
      message: says(expect.stringContaining('Row 2, column "v"')),
    })
    expect(await runMysql(to, `SHOW TABLES LIKE 't'`)).toEqual([])
  })

  it.each([
    ['MY-13', 'varchar(20) CHARACTER SET utf8mb3', 'text', `'a😀b'`],
    ['MY-22 number', 'tinyint', 'integer', '9999'],
    ['MY-22 text', 'varchar(3)', 'text', `'abcdef'`],
    ['digits behind the point', 'decimal(10,2)', 'numeric', '1.234'],
    ['spaces at the end', 'varchar(3)', 'text', `'abc  '`],
    ['letters that latin1 lacks', 'varchar(20) CHARACTER SET latin1', 'text', `'漢'`],
  ])('changes nothing without a word where the target is too small: %s', async (_, targetType, type, value) => {
    for (const server of [mariadb, withoutInfile]) {
      const [from, to] = [await freshDatabase(postgres), await freshMysql(server)]
      await run(from, `CREATE TABLE t AS SELECT 1 AS n, ${value}::${type} AS v`)
      await runMysql(to, `CREATE TABLE t (n int, v ${targetType})`, 'INSERT INTO t VALUES (7, NULL)')
      const result = await moveAcross(endpointOf(from), mysqlEndpoint(to), [
        { entity: 'public.t', target: 't', mode: 'replace' },
      ])
      expect(problems(result)[0]).toMatchObject({
        code: 'VALUE_NOT_REPRESENTABLE',
        message: says(expect.stringContaining('Row 1, column "v"')),
      })
      expect(await runMysql(to, 'SELECT n FROM t')).toEqual([{ n: '7' }])
    }
  })
})

it('warns that a table without transactions is not read at one moment (MY-23)', async () => {
  const [from, to] = [await freshMysql(mariadb), await freshMysql(mariadb)]
  await runMysql(from, 'CREATE TABLE t (n int) ENGINE = MyISAM', 'INSERT INTO t VALUES (1)')
  const logs: string[] = []
  await moveAcross(
    mysqlEndpoint(from),
    mysqlEndpoint(to),
    [{ entity: `${from.database}.t`, target: 't', mode: 'replace' }],
    {
      onEvent: (event) => {
        if (event.kind === 'log') logs.push(inEnglish(event.message))
      },
    },
  )
  expect(logs.join()).toContain('MyISAM, which has no transactions')
})

it('moves columns that are computed, invisible, compressed or of a foreign name (MY-24)', async () => {
  const [from, to] = [await freshMysql(mariadb), await freshMysql(mariadb)]
  await runMysql(
    from,
    `CREATE TABLE \`we.ird\`\`"'\` (\`sel ect\` int PRIMARY KEY, \`größe %$1\` int AS (\`sel ect\` * 2) VIRTUAL, hidden int DEFAULT 5${isOlderMysql(8) ? '' : ' INVISIBLE'}, packed text${isMysql ? '' : ' COMPRESSED'})`,
    "INSERT INTO `we.ird``\"'` (`sel ect`, packed) VALUES (1, 'a'), (2, NULL)",
  )
  const entity = `${from.database}."we.ird\`""'"`
  const result = await moveAcross(mysqlEndpoint(from), mysqlEndpoint(to), [
    { entity, target: `${to.database}."we.ird\`""'"`, mode: 'replace' },
  ])
  expect(problems(result)).toEqual([undefined])
  expect(await runMysql(to, 'SELECT * FROM `we.ird``"\'` ORDER BY 1')).toEqual([
    { 'sel ect': '1', 'größe %$1': '2', hidden: '5', packed: 'a' },
    { 'sel ect': '2', 'größe %$1': '4', hidden: '5', packed: null },
  ])
})

it('takes a domain of Postgres as its base type, and an enum as text', async () => {
  const [from, to] = [await freshDatabase(postgres), await freshMysql(mariadb)]
  await run(
    from,
    'CREATE DOMAIN year AS int CHECK (VALUE > 1900)',
    'CREATE DOMAIN later AS year',
    `CREATE TYPE rating AS ENUM ('G', 'PG-13')`,
    'CREATE DOMAIN checked AS rating NOT NULL',
    'CREATE DOMAIN numbers AS int[]',
    'CREATE TABLE film (id int PRIMARY KEY, made later, rating checked, list numbers, ratings rating[])',
    `INSERT INTO film VALUES (1, 2006, 'PG-13', '{1,NULL}', '{G}')`,
  )
  const target = `${to.database}.film`
  for (const _ of ['made', 'found'])
    expect(
      problems(
        await moveAcross(endpointOf(from), mysqlEndpoint(to), [{ entity: 'public.film', target, mode: 'replace' }]),
      ),
    ).toEqual([undefined])
  expect(await runMysql(to, 'SELECT * FROM film')).toEqual([
    { id: '1', made: '2006', rating: 'PG-13', list: '[1,null]', ratings: '["G"]' },
  ])
  const types = await runMysql(
    to,
    `SELECT GROUP_CONCAT(COLUMN_TYPE ORDER BY ORDINAL_POSITION) AS types FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'film'`,
  )
  expect(types).toEqual([{ types: shownType('int(11),int(11),longtext,longtext,longtext') }])
})
