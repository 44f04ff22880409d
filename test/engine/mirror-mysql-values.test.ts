import { afterAll, beforeAll, expect, it } from 'vitest'
import { isMysql } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { ROW_LOG, startMysqlMirror } from './mirror-mysql-support.ts'
import { endpointOf, freshDatabase, run } from './move-between.ts'
import { freshMysql, moveAcross, mysqlEndpoint } from './move-mysql.ts'
import { MYSQL_PROBES } from './mysql-probes.ts'

let mariadb: RunningMariadb
let postgres: RunningPostgres
let source: MysqlDatabase

beforeAll(async () => {
  ;[mariadb, postgres] = await Promise.all([startMariadb({ settings: ROW_LOG }), startPostgres()])
  source = await freshMysql(mariadb)
})

afterAll(() => Promise.all([mariadb, postgres].map((server) => server?.stop())))

/** Values in which the log and an answer of the server are written in different ways. */
const FURTHER: readonly Pick<(typeof MYSQL_PROBES)[number], 'id' | 'type' | 'values'>[] = [
  ...(isMysql
    ? []
    : [
        {
          id: 'uuids of all versions',
          type: 'uuid',
          values: ['1', '4', '5', '6', '7', '8'].flatMap((version) =>
            ['8', 'c', '0'].map((variant) => `'0190163d-8694-${version}39b-${variant}64c-0123456789a0'`),
          ),
        },
        { id: 'an empty uuid', type: 'uuid', values: [`'00000000-0000-0000-0000-000000000000'`] },
        {
          id: 'addresses',
          type: 'inet6',
          values: ['::', '::1', '1::', '::ffff:1.2.3.4', '::1.2.3.4', '::1:2', 'fe80::1:0:0:1', '1:0:0:2:0:0:0:3', '1:0:2:3:4:5:6:0', 'ffff:1:2:3:4:5:6:7', '0:1:2:3:4:5:6:7'].map((text) => `'${text}'`), // biome-ignore format: a list
        },
        { id: 'older addresses', type: 'inet4', values: [`'1.2.3.4'`, `'0.0.0.0'`, `'10.0.0.0'`] },
      ]),
  { id: 'decimals', type: 'decimal(20,4)', values: ['0', '-0.0001', '1.5', '-1234567890123456.7891', '123456789', '1000000000', '-9999999999999999.9999'] }, // biome-ignore format: a list
  { id: 'whole decimals', type: 'decimal(18,0)', values: ['0', '-7', '999999999999999999'] },
  { id: 'small decimals', type: 'decimal(9,9)', values: ['0', '-0.5', '0.999999999', '0.000000001'] },
  { id: 'doubles', type: 'double', values: ['-0e0', '1e15', '1e16', '1e21', '123456789012345680', '1e-5', '1e-7', '1.7976931348623157e308', '2.2250738585072014e-308'] }, // biome-ignore format: a list
  { id: 'floats', type: 'float', values: ['-0e0', '1e15', '16777216', '1e-7', '3.14159', '-1.17549e-38', '1e38'] },
  { id: 'numbers', type: 'mediumint', values: ['-8388608', '8388607', '-1', '0'] },
  { id: 'small numbers', type: 'smallint', values: ['-32768', '-1'] },
  { id: 'times', type: 'time', values: [`'00:00:00'`, `'-00:00:01'`, `'-838:59:59'`] },
  { id: 'times with a digit', type: 'time(1)', values: [`'-00:00:00.1'`, `'-01:00:00.9'`, `'01:00:00.5'`] },
  { id: 'times with three digits', type: 'time(3)', values: [`'-00:00:00.001'`, `'-01:59:59.999'`, `'00:00:00.010'`] },
  { id: 'moments with a digit', type: 'datetime(1)', values: [`'2024-12-31 23:59:59.9'`, `'0001-01-01 00:00:00.1'`] },
  {
    id: 'moments with four digits',
    type: 'timestamp(4) NULL',
    values: [`'2024-12-31 23:59:59.0009'`, `'1970-01-01 00:00:01'`],
  },
  { id: 'bits of two bytes', type: 'bit(16)', values: [`b'1000000000000001'`, `b'0'`] },
  { id: 'fixed bytes', type: 'binary(6)', values: [`x'610000'`, `x''`, `x'616263646566'`, `x'2000'`] },
  { id: 'long texts', type: 'varchar(300)', values: [`REPEAT('ä', 300)`, `''`, `'  a  '`] },
  { id: 'fixed texts', type: 'char(80)', values: [`REPEAT('ä', 80)`, `'a  '`, `''`] },
  { id: 'wide fixed texts', type: 'char(255)', values: [`REPEAT('😀', 255)`, `'a'`] },
  { id: 'texts of five sizes', type: 'mediumtext', values: [`REPEAT('xyz', 70000)`, `'\\\\N'`] },
  {
    id: 'texts of one byte',
    type: 'text CHARACTER SET latin1',
    values: [`_latin1 x'808a81ff8d00'`.replace('00', ''), `'é'`],
  },
  { id: 'koi8r', type: 'varchar(20) CHARACTER SET koi8r', values: [`'жукЖУК'`] },
  { id: 'big5', type: 'varchar(20) CHARACTER SET big5', values: [`'漢字a'`] },
  { id: 'euckr', type: 'varchar(20) CHARACTER SET euckr', values: [`'한국a어'`] },
  { id: 'ucs2', type: 'char(20) CHARACTER SET ucs2', values: [`'aé漢'`] },
  { id: 'utf32', type: 'varchar(20) CHARACTER SET utf32', values: [`'a😀'`] },
  { id: 'utf16le', type: 'varchar(20) CHARACTER SET utf16le', values: [`'a😀'`] },
  { id: 'enums in another set', type: `enum('жук','a,b') CHARACTER SET cp1251`, values: [`'жук'`, `'a,b'`] },
  {
    id: 'many words',
    type: `set(${Array.from({ length: 20 }, (_, n) => `'w${n}'`).join(',')})`,
    values: [`'w0,w19'`, `'w8'`],
  },
  {
    id: 'large enums',
    type: `enum(${Array.from({ length: 300 }, (_, n) => `'w${n}'`).join(',')})`,
    values: [`'w299'`, `'w0'`],
  },
  {
    id: 'shapes',
    type: 'geometry',
    values: ['POINT(1e20 -0.5)', 'POINT(1e-7 123456789.123)', 'POINT(1e15 1e14)', 'POLYGON((0 0,0 3,3 0,0 0),(1 1,1 2,2 1,1 1))', 'MULTIPOINT(1 2,3 4)', 'MULTILINESTRING((0 0,1 1),(2 2,3 3))', 'MULTIPOLYGON(((0 0,0 3,3 0,0 0)))', 'GEOMETRYCOLLECTION(POINT(1 2),LINESTRING(0 0,1 1))', 'GEOMETRYCOLLECTION EMPTY'].map((text) => `ST_GeomFromText('${text}')`), // biome-ignore format: a list
  },
]

const probes = [...MYSQL_PROBES, ...FURTHER]
  .map((probe, number) => ({ ...probe, table: `v${number}` }))
  .filter(
    // Postgres takes neither a NUL in a text, nor a day that no calendar has.
    ({ id }) => !['MY-14', 'MY-07 february 31'].includes(id),
  )

it('every value that comes from the log is the one that an ordinary copy has', async () => {
  const destination = await freshDatabase(postgres)
  const copied = await freshDatabase(postgres)
  await runMysql(
    source,
    ...probes.map(({ table, type }) => `CREATE TABLE ${table} (id int PRIMARY KEY, v ${type}, last int unsigned)`),
  )
  const tables = probes.map(({ table }) => [table, { columns: ['id', 'v', 'last'], key: ['id'] }] as const)
  const mirror = await startMysqlMirror(source, destination, Object.fromEntries(tables))
  await mirror.caughtUp()
  await runMysql(
    source,
    ...probes.flatMap(({ table, values }) =>
      values.map((value, id) => `INSERT IGNORE INTO ${table} VALUES (${id}, ${value}, 4294967295)`),
    ),
  )
  await mirror.caughtUp()
  const streams = probes.map(({ table }) => ({
    entity: `${source.database}.${table}`,
    target: `public.${table}`,
    mode: 'replace' as const,
  }))
  const moved = await moveAcross(mysqlEndpoint(source), endpointOf(copied), streams)
  expect(
    moved.streams.filter(({ status }) => status !== 'succeeded').map(({ target, error }) => [target, error]),
  ).toEqual([])
  for (const { table, id, values } of probes) {
    const rows = (database: typeof copied) => run(database, `SELECT id, v::text AS v, last FROM ${table} ORDER BY id`)
    const expected = await rows(copied)
    expect(expected).toHaveLength(values.length)
    expect({ id, rows: await rows(destination) }).toEqual({ id, rows: expected })
  }
  expect(mirror.divergent).toBe(0)
  await mirror.stop()
})
