import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { isMysql } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { type Database, freshDatabase, moveBetween, problems, replace, run } from './move-between.ts'
import { freshMysql, moveAcross, mysqlEndpoint } from './move-mysql.ts'

let ids = 0
const step = (type: Step['type'], settings: Step['settings']): Step => ({ id: `t${++ids}`, type, settings })

const DESCENDING = step('sort', { by: [{ column: 'id', direction: 'descending' }] })
/** One for each way of the rows: by the source's SELECT, row by row, all at once. */
const WAYS: Readonly<Record<string, readonly Step[]>> = {
  'a filter that the source does': [step('filter', { where: 'id > 0' })],
  'a query that only selects them': [step('sql', { query: 'SELECT *, id + 1 AS next FROM input WHERE abs(id) > 0' })],
  'a sort, a distinct and a limit': [
    DESCENDING,
    step('deduplicate', { by: ['id'], keep: [] }),
    step('limit', { rows: 9 }),
  ],
  'a join': [step('join', { stream: '', rows: 'all', on: [{ column: 'id', other: 'of' }], columns: ['kind'] })],
}
const throughSteps = (way: string, other: string): readonly Step[] =>
  (WAYS[way] ?? []).map((one) => (one.type === 'join' ? { ...one, settings: { ...one.settings, stream: other } } : one))

describe('columns of Postgres that no step touches', () => {
  let server: RunningPostgres
  let source: Database
  let destination: Database

  beforeAll(async () => {
    server = await startPostgres()
    source = await freshDatabase(server)
    destination = await freshDatabase(server)
    await run(
      source,
      `CREATE TYPE mood AS ENUM ('sad', 'happy day')`,
      `CREATE TABLE t (id int PRIMARY KEY, m mood, j jsonb, u uuid, a int[], texts text[], d numeric(6,2)[], at time(3), tz timetz,
         ip inet, r int4range, b bit(3), p point, cash money, c char(4), i interval)`,
      `INSERT INTO t VALUES (1, 'happy day', '{"b": 1, "a": [null]}', '00000000-0000-4000-8000-000000000001', '[2:3]={7,NULL}',
         '{"a,b",NULL,"q\\"\\\\uote",""}', '{{1.5,2},{3,4}}', '12:30:00.125', '12:30:00+02', '10.0.0.1/8', '[1,5)', '101', '(1,2)', '12.34', 'ab',
         '1 year -2 days')`,
      'INSERT INTO t (id) VALUES (2)',
      'CREATE TABLE kinds (of int, kind mood, list int[])',
      `INSERT INTO kinds VALUES (1, 'sad', '{1}'), (2, 'happy day', NULL)`,
    )
  })
  afterAll(() => server.stop())

  const NAMES = 'id, m, j, u, a, texts, d, at, tz, ip, r, b, p, cash, c, i'
  const types = async (database: Database, table = 't') =>
    run(
      database,
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
       WHERE attrelid = '${table}'::regclass AND attnum > 0 AND attname = ANY(string_to_array('${NAMES}', ', ')) ORDER BY attname`,
    )
  const rows = (database: Database) => run(database, `SELECT ${NAMES} FROM t ORDER BY id`)
  const through = (way: string, stream: Partial<StreamRequest> = {}) =>
    moveBetween(source, destination, [{ ...replace('public.t'), ...stream }], {
      transformations: { steps: throughSteps(way, 'public.kinds'), salt: 'pepper' },
    })

  it.each(Object.keys(WAYS))(
    'keep their type and every value behind %s, in a table made for them and in it again',
    async (way) => {
      await run(destination, 'DROP TABLE IF EXISTS t', 'DROP TYPE IF EXISTS mood')
      for (const _ of ['made', 'found']) {
        expect(problems(await through(way))).toEqual([undefined])
        expect(await types(destination)).toEqual(await types(source))
        expect(await rows(destination)).toEqual(await rows(source))
      }
    },
  )

  it('come into other types that hold them, as they would from another system', async () => {
    await run(destination, 'DROP TABLE IF EXISTS t', 'CREATE TABLE t (id bigint, m text, a json)')
    const select = step('select', { columns: ['id', 'm', 'a'] })
    const { streams } = await moveBetween(source, destination, [replace('public.t')], {
      transformations: { steps: [select, DESCENDING], salt: 'pepper' },
    })
    expect(streams).toMatchObject([{ status: 'succeeded', rowsWritten: 2 }])
    expect(await run(destination, 'SELECT * FROM t WHERE id = 1')).toEqual([{ id: '1', m: 'happy day', a: '[7,null]' }])
  })

  it('come as the step sees them where it looks at a list', async () => {
    await run(destination, 'DROP TABLE IF EXISTS t')
    const longer = step('filter', { where: 'json_array_length(a) > 1' })
    const result = await moveBetween(source, destination, [replace('public.t')], {
      transformations: { steps: [longer, step('select', { columns: ['id', 'a', 'texts'] })], salt: 'pepper' },
    })
    expect(problems(result)).toEqual([undefined])
    expect(await types(destination)).toEqual([
      { name: 'a', type: 'json' },
      { name: 'id', type: 'integer' },
      { name: 'texts', type: 'text[]' },
    ])
  })
})

describe('columns of MySQL that no step touches', () => {
  let server: RunningMariadb
  let source: MysqlDatabase
  let destination: MysqlDatabase

  beforeAll(async () => {
    server = await startMariadb()
    source = await freshMysql(server)
    destination = await freshMysql(server)
    await runMysql(
      source,
      `CREATE TABLE t (id int PRIMARY KEY, e enum('a','B c') , s set('x','y'), bi bit(5), y year, ti time(2), j json, g point,
         ts timestamp(3) NULL, z int(6) unsigned zerofill, f float, bin binary(3), c char(4)${isMysql ? '' : ', u uuid, ip inet6'})`,
    )
    await runMysql(
      source,
      `INSERT INTO t VALUES (1, 'B c', 'x,y', b'10110', 0, '-123:04:05.25', '{"b": 1, "a": 1.0}', ST_GeomFromText('POINT(1.5 0.1)', 4326),
         '2024-05-06 07:08:09.123', 42, 0.1, x'00ff01', 'ab'${isMysql ? '' : `, '123e4567-e89b-12d3-a456-426614174000', '::1'`}),
        (2, NULL, '', NULL, 2024, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL${isMysql ? '' : ', NULL, NULL'})`,
    )
    await runMysql(source, `CREATE TABLE kinds (\`of\` int, kind enum('k','l'))`)
  })
  afterAll(() => server.stop())

  const NAMES = ['id', 'e', 's', 'bi', 'y', 'ti', 'j', 'g', 'ts', 'z', 'f', 'bin', 'c', ...(isMysql ? [] : ['u', 'ip'])]
  const types = ({ database }: MysqlDatabase) =>
    runMysql(
      server,
      `SELECT COLUMN_NAME, COLUMN_TYPE, COLLATION_NAME FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = '${database}' AND TABLE_NAME = 't'
         AND FIND_IN_SET(COLUMN_NAME, '${NAMES.join(',')}') ORDER BY COLUMN_NAME`,
    )
  const rows = (database: MysqlDatabase) =>
    runMysql(
      database,
      `SELECT ${NAMES.map((name) => (name === 'g' ? 'HEX(g), ST_SRID(g)' : `HEX(${name}) AS h_${name}, ${name}`)).join(', ')} FROM t ORDER BY id`,
    )

  it.each(Object.keys(WAYS))(
    'keep their type and every value behind %s, in a table made for them and in it again',
    async (way) => {
      await runMysql(destination, 'DROP TABLE IF EXISTS t')
      const stream = replace(`${source.database}.t`, `${destination.database}.t`)
      const steps = throughSteps(way, `${source.database}.kinds`)
      for (const _ of ['made', 'found']) {
        const result = await moveAcross(mysqlEndpoint(source), mysqlEndpoint(destination), [stream], {
          transformations: { steps, salt: 'pepper' },
        })
        expect(problems(result)).toEqual([undefined])
        expect(await types(destination)).toEqual(await types(source))
        expect(await rows(destination)).toEqual(await rows(source))
      }
    },
  )
})
