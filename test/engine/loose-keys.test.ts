import { describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { verify } from '../../src/engine/move/verify/verify.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { contextWith, type Database, endpointOf, problems, replace, run } from './move-between.ts'
import { moveAcross, moveTable, mysqlEndpoint } from './move-mysql.ts'

let source: Database
let destination: Database
let from: MysqlDatabase
let to: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, destination, from, to } = ends)
})

/** @returns what the log says about keys */
async function upsert(
  ends: readonly [Endpoint, Endpoint],
  tables: readonly [string, string],
  more: Partial<StreamRequest> = {},
) {
  const said: string[] = []
  const stream: StreamRequest = { ...replace(...tables), mode: 'upsert', key: ['code'], ...more }
  const moved = await moveAcross(ends[0], ends[1], [stream], {
    onEvent: (event) => event.kind === 'log' && said.push(inEnglish(event.message)),
  })
  expect(problems(moved)).toEqual([undefined])
  return said.filter((line) => line.includes('takes keys for equal'))
}

const table = (collation: string) => `CREATE TABLE t (code varchar(9) COLLATE ${collation} NOT NULL PRIMARY KEY, v int)`

describe('a key of MySQL that ignores case', () => {
  const intoPostgres = (more: Partial<StreamRequest> = {}) =>
    upsert([mysqlEndpoint(from), endpointOf(destination)], [`${from.database}.t`, 'public.t'], more)

  it('is told of before a change of its case makes two rows of one, and comes as one row by choice', async () => {
    await runMysql(from, table('utf8mb4_general_ci'), `INSERT INTO t VALUES ('abc', 1)`)
    expect(await intoPostgres()).toEqual([
      'The source takes keys for equal that differ only in something that the destination sees. code: upper and lower case, accents or spaces at the end (utf8mb4_general_ci). A row whose key changes only in this comes as a second row. Remove vanished rows (a setting of the stream) to keep one, or write the key in one spelling with a step.',
    ])
    await runMysql(from, `UPDATE t SET code = 'ABC'`)
    expect(await intoPostgres({ vanished: { limit: 100 } })).toEqual([])
    expect(await run(destination, 'SELECT code FROM t')).toEqual([{ code: 'ABC' }])
  })

  it.each([
    ['utf8mb4_bin', 1],
    ['utf8mb4_nopad_bin', 0],
  ])('is told of where the collation ignores something (%s: %i)', async (collation, notes) => {
    await runMysql(from, table(collation), `INSERT INTO t VALUES ('abc', 1)`)
    expect(await intoPostgres()).toHaveLength(notes)
  })

  it('is not told of where the destination ignores the same', async () => {
    await runMysql(from, table('utf8mb4_general_ci'), `INSERT INTO t VALUES ('abc', 1)`)
    const ends = [mysqlEndpoint(from), mysqlEndpoint(to)] as const
    for (const _ of ['made', 'found'])
      expect(await upsert(ends, [`${from.database}.t`, `${to.database}.t`])).toEqual([])
  })
})

it('a key of MySQL that ignores case is told of where the source tells its texts apart', async () => {
  await run(source, 'CREATE TABLE t (code varchar(9) PRIMARY KEY, v int)', `INSERT INTO t VALUES ('a', 1)`)
  await runMysql(to, table('utf8mb4_general_ci'))
  const notes = await upsert([endpointOf(source), mysqlEndpoint(to)], ['public.t', `${to.database}.t`])
  expect(notes).toEqual([expect.stringContaining('One that comes in a later run overwrites the other')])
})

it('keys that a person has chosen and a table of MySQL takes for equal leave the later row, which is counted and never called verified', async () => {
  await run(source, 'CREATE TABLE t (v int PRIMARY KEY, code varchar(9))', `INSERT INTO t VALUES (1, 'a'), (2, 'á')`)
  await runMysql(to, 'CREATE TABLE t (v int, code varchar(9) COLLATE utf8mb4_general_ci NOT NULL PRIMARY KEY)')
  const stream: StreamRequest = { ...replace('public.t', `${to.database}.t`), mode: 'upsert', key: ['code'] }
  const { streams } = await moveAcross(endpointOf(source), mysqlEndpoint(to), [stream])
  expect(streams).toMatchObject([
    { status: 'succeeded', rowsRead: 2, rowsWritten: 1, rowsFiltered: 1, rowsLeftOut: 1, check: { state: 'counted' } },
  ])
  expect(streams[0]?.notes?.map(inEnglish)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('where the source has another key, the later one wins'),
      expect.stringMatching(/^1 row has the key of a row that arrived later/),
    ]),
  )
  expect(await runMysql(to, 'SELECT * FROM t')).toEqual([{ v: '2', code: 'á' }])
})

describe('keys of the source that a table of MySQL takes for equal', () => {
  const intoMysql = async () => {
    const stream: StreamRequest = { ...replace('public.t', `${to.database}.t`), mode: 'upsert', key: ['code'] }
    const [problem] = problems(await moveAcross(endpointOf(source), mysqlEndpoint(to), [stream]))
    return problem
  }

  it('end the run with the column and the collation, and with what to do', async () => {
    await run(source, 'CREATE TABLE t (code varchar(9) PRIMARY KEY, v int)', `INSERT INTO t VALUES ('a', 1), ('A', 2)`)
    await runMysql(to, table('utf8mb4_general_ci'))
    const problem = await intoMysql()
    expect(problem).toMatchObject({ code: 'KEY_NOT_UNIQUE', retryable: false })
    expect(problem && inEnglish(problem.message)).toContain(
      'code: upper and lower case, accents or spaces at the end (utf8mb4_general_ci)',
    )
    expect(problem?.hint && inEnglish(problem.hint)).toContain('binary collation')
  })

  it('do not change rows whose keys only begin alike', async () => {
    await run(source, 'CREATE TABLE t (code varchar(9) PRIMARY KEY, v int)', `INSERT INTO t VALUES ('abcde1', 1)`)
    await runMysql(to, 'CREATE TABLE t (code varchar(9) NOT NULL, v int, UNIQUE start (code(5)))')
    await runMysql(to, `INSERT INTO t VALUES ('abcde9', 9)`)
    const problem = await intoMysql()
    expect(problem).toMatchObject({ code: 'KEY_NOT_UNIQUE', retryable: false })
    expect(problem && inEnglish(problem.message)).toContain('code: all but its first 5 characters')
    expect(await runMysql(to, 'SELECT * FROM t')).toEqual([{ code: 'abcde9', v: '9' }])
    await run(source, `UPDATE t SET code = 'new'`)
    expect(await intoMysql()).toBeUndefined()
    await run(source, `INSERT INTO t VALUES ('abcde1', 1), ('abcde2', 2)`)
    expect(await intoMysql()).toMatchObject({ code: 'KEY_NOT_UNIQUE', retryable: false })
  })
})

const LOOSE = `CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`

/** Tables of both systems in which upper and lower case of `code` count as equal, and what moves one into the other. */
const systems = [
  {
    system: 'Postgres',
    given: (sql: readonly string[]) => [run(source, LOOSE, ...sql), run(destination, LOOSE, ...sql)],
    collation: 'COLLATE loose',
    change: (...sql: string[]) => run(source, ...sql),
    arrived: (sql: string) => run(destination, sql),
    into: (stream: Partial<StreamRequest>) =>
      moveAcross(endpointOf(source), endpointOf(destination), [{ ...replace('public.t'), ...stream }]),
  },
  {
    system: 'MySQL',
    given: (sql: readonly string[]) => [runMysql(from, ...sql), runMysql(to, ...sql)],
    collation: 'COLLATE utf8mb4_general_ci',
    change: (...sql: string[]) => runMysql(from, ...sql),
    arrived: (sql: string) => runMysql(to, sql),
    into: (stream: Partial<StreamRequest>) => moveTable({ from, to }, { mode: 'replace', ...stream }),
  },
] as const

describe.each(systems)('a key that ignores case on both sides, in $system,', (ends) => {
  const { given, collation, change, arrived, into } = ends

  it('gets the new spelling from an upsert', async () => {
    await Promise.all(
      given([`CREATE TABLE t (code varchar(9) ${collation} PRIMARY KEY, v int)`, `INSERT INTO t VALUES ('abc', 1)`]),
    )
    await change(`UPDATE t SET code = 'ABC', v = 2`)
    const { streams } = await into({ mode: 'upsert', key: ['code'] })
    expect(streams).toMatchObject([{ status: 'succeeded', check: { state: 'verified' } }])
    expect(await arrived('SELECT code, v FROM t')).toEqual([{ code: 'ABC', v: '2' }])
  })

  it('is not taken for gone after its case has changed, although the row was not read again', async () => {
    const rows = Array.from({ length: 40 }, (_, n) => `('k${n}', ${n})`)
    await Promise.all(
      given([`CREATE TABLE t (code varchar(9) ${collation} PRIMARY KEY, n int)`, `INSERT INTO t VALUES ${rows}`]),
    )
    await change(
      `UPDATE t SET code = UPPER(code) WHERE n IN (3, 20, 30)`,
      'DELETE FROM t WHERE n = 5',
      `INSERT INTO t VALUES ('new', 99999)`,
    )
    const cursor = { column: 'n', after: '50000' }
    const { streams } = await into({ mode: 'upsert', key: ['code'], cursor, vanished: { limit: 100 } })
    expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 1, rowsRemoved: 1 }])
    expect(await arrived('SELECT n FROM t WHERE n IN (3, 5, 20, 30, 99999) ORDER BY n')).toEqual(
      ['3', '20', '30', '99999'].map((n) => ({ n })),
    )
  })

  it('loses its mark when it exists again in another case, although the row was not read again', async () => {
    await Promise.all(
      given([
        `CREATE TABLE t (code varchar(9) ${collation} PRIMARY KEY, n int, gone timestamp NULL)`,
        `INSERT INTO t VALUES ('abc', 1, '2020-01-01')`,
      ]),
    )
    await change('ALTER TABLE t DROP COLUMN gone', `UPDATE t SET code = 'ABC'`, `INSERT INTO t VALUES ('new', 99999)`)
    const cursor = { column: 'n', after: '50000' }
    const vanished = { limit: 100, column: 'gone' }
    const { streams } = await into({ mode: 'upsert', key: ['code'], cursor, vanished })
    expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 1 }])
    expect(await arrived('SELECT n, gone FROM t ORDER BY n')).toEqual([
      { n: '1', gone: null },
      { n: '99999', gone: null },
    ])
  })

  it('is appended where only the source tells it from one that is there', async () => {
    await Promise.all(given([`CREATE TABLE t (code varchar(9) ${collation}, n int)`, `INSERT INTO t VALUES ('a', 1)`]))
    const exact = collation.includes('loose') ? 'varchar(9) COLLATE "C"' : 'varchar(9) COLLATE utf8mb4_bin'
    await change(
      'DROP TABLE t',
      `CREATE TABLE t (code ${exact} NOT NULL, n int, PRIMARY KEY (code))`,
      `INSERT INTO t VALUES ('a', 1), ('A', 1)`,
    )
    const { streams } = await into({ mode: 'append', cursor: { column: 'n', after: '1' } })
    expect(streams.map(({ error }) => error && inEnglish(error.message))).toEqual([undefined])
    expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 2, rowsWritten: 1 }])
    const codes = (await arrived('SELECT code FROM t')).map(({ code }) => code)
    expect(codes.toSorted()).toEqual(['A', 'a'])
  })
})

describe('keys that a table of Postgres takes for equal', () => {
  const upserted = (key: readonly string[] = ['code']) =>
    moveAcross(endpointOf(source), endpointOf(destination), [{ ...replace('public.t'), mode: 'upsert', key }])

  it.each([
    ['a collation', LOOSE, 'text COLLATE loose', 'or whatever else its collation ignores (public.loose)'],
    ['a domain', `${LOOSE}; CREATE DOMAIN word AS text COLLATE loose`, 'word', 'its collation ignores (public.loose)'],
    ['citext', 'CREATE EXTENSION citext', 'citext', 'code: upper and lower case (citext)'],
  ])('because of %s are said, and end a run that reads both', async (_, before, type, said) => {
    await run(source, 'CREATE TABLE t (code text PRIMARY KEY, v int)', `INSERT INTO t VALUES ('a', 1)`)
    await run(destination, before, `CREATE TABLE t (code ${type} PRIMARY KEY, v int)`)
    const notes = await upsert([endpointOf(source), endpointOf(destination)], ['public.t', 'public.t'])
    expect(notes).toEqual([expect.stringContaining('The destination takes keys for equal')])
    expect(notes).toEqual([expect.stringContaining(said)])
    await run(source, `INSERT INTO t VALUES ('A', 2)`)
    const [problem] = problems(await upserted())
    expect(problem).toMatchObject({ code: 'KEY_NOT_UNIQUE', retryable: false })
    expect(problem && inEnglish(problem.message)).toContain(said)
    expect(await run(destination, 'SELECT * FROM t')).toEqual([{ code: 'a', v: '1' }])
  })

  it('as the source does become one row, the last one', async () => {
    for (const end of [source, destination])
      await run(end, LOOSE, 'CREATE TABLE t (code text COLLATE loose NOT NULL, v int)')
    await run(destination, 'ALTER TABLE t ADD PRIMARY KEY (code)')
    await run(source, `INSERT INTO t VALUES ('a', 1), ('A', 2)`)
    expect((await upserted()).streams).toMatchObject([{ status: 'succeeded', rowsRead: 2, rowsFiltered: 1 }])
    expect(await run(destination, 'SELECT * FROM t')).toEqual([{ code: 'A', v: '2' }])
  })

  it('end the replacement of a table to which others refer', async () => {
    await run(source, 'CREATE TABLE t (code text PRIMARY KEY, v int)', `INSERT INTO t VALUES ('a', 1), ('A', 2)`)
    const child = 'CREATE TABLE child (code text COLLATE loose REFERENCES t)'
    await run(destination, LOOSE, 'CREATE TABLE t (code text COLLATE loose PRIMARY KEY, v int)', child)
    const moved = await moveAcross(endpointOf(source), endpointOf(destination), [replace('public.t')])
    expect(problems(moved)).toMatchObject([{ code: 'KEY_NOT_UNIQUE', retryable: false }])
  })

  it('keep their collation when the column gets a wider type', async () => {
    await run(source, 'CREATE TABLE t (id int PRIMARY KEY, code varchar(20))')
    await run(destination, LOOSE, 'CREATE TABLE t (id int PRIMARY KEY, code varchar(9) COLLATE loose)')
    const memory = {
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'code', type: 'character varying(9)' },
      ],
    }
    const moved = await moveAcross(
      endpointOf(source),
      endpointOf(destination),
      [{ ...replace('public.t'), drift: 'follow' }],
      { stateOf: () => memory },
    )
    expect(problems(moved)).toEqual([undefined])
    expect(
      await run(
        destination,
        `SELECT format_type(atttypid, atttypmod) AS type, attcollation::regcollation AS collation FROM pg_attribute WHERE attrelid = 't'::regclass AND attname = 'code'`,
      ),
    ).toEqual([{ type: 'character varying(20)', collation: 'loose' }])
  })
})

const SAME = { created: 0, changed: 0, removed: 0, unchanged: 1 }

async function differences(
  streams: readonly StreamRequest[],
  into: Parameters<typeof verify>[0]['destination'] = {
    connector: postgresConnector,
    endpoint: endpointOf(destination),
  },
  out: typeof into = { connector: postgresConnector, endpoint: endpointOf(source) },
): Promise<readonly unknown[]> {
  const found: unknown[] = []
  const moved = await verify({
    source: out,
    destination: into,
    streams,
    context: contextWith(),
    onEvent: (event) => event.kind === 'dry-run' && 'difference' in event.result && found.push(event.result.difference),
  })
  expect(problems(moved)).toEqual(streams.map(() => undefined))
  return found
}

it('a comparison finds a change of case in a column that ignores case', async () => {
  for (const end of [source, destination])
    await run(
      end,
      LOOSE,
      'CREATE TABLE t (id int PRIMARY KEY, word text COLLATE loose)',
      `INSERT INTO t VALUES (1, 'a')`,
    )
  await run(destination, `UPDATE t SET word = 'A'`)
  expect(await differences([replace('public.t')])).toEqual([{ ...SAME, changed: 1, unchanged: 0 }])
})

describe('keys whose types have a notation of their own', () => {
  const upsertBack = (stream: Partial<StreamRequest>, into = 'public.t', end = endpointOf(destination)) =>
    moveAcross(endpointOf(source), end, [{ ...replace('public.t', into), mode: 'upsert', key: ['k'], ...stream }])

  const READS_ONE = { cursor: { column: 'n', after: '50000' }, vanished: { limit: 100 } } as const

  it.each([
    ['citext', `'abc'`, 'upper(k::text)'],
    ['hstore', `'a=>1'`, 'k'],
    ['ltree', `'a.b'`, 'k'],
  ])('of an extension are compared as it compares them (%s)', async (type, value, changed) => {
    for (const end of [source, destination]) await run(end, `CREATE EXTENSION ${type}`)
    await run(source, `CREATE TABLE t (k ${type} PRIMARY KEY, n int)`, `INSERT INTO t VALUES (${value}, 1)`)
    expect(problems(await upsertBack({}))).toEqual([undefined])
    const other = type === 'hstore' ? 'new=>1' : 'new'
    await run(source, `UPDATE t SET k = (${changed})::${type}`, `INSERT INTO t VALUES ('${other}', 99999)`)
    const { streams } = await upsertBack(READS_ONE)
    expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 1, rowsRemoved: 0 }])
    expect(await run(destination, 'SELECT n FROM t ORDER BY n')).toEqual([{ n: '1' }, { n: '99999' }])
  })

  it('that consist of parts have a value even if no part has one', async () => {
    await run(source, 'CREATE TYPE pair AS (a int, b int)', 'CREATE TABLE t (k pair PRIMARY KEY, n int)')
    await run(source, 'INSERT INTO t VALUES (ROW(NULL, NULL)::pair, 1), (ROW(1, NULL)::pair, 2)')
    for (const _ of ['made', 'found']) expect(problems(await upsertBack({}))).toEqual([undefined])
    expect(await run(destination, 'SELECT k, n FROM t ORDER BY n')).toEqual([
      { k: '(,)', n: '1' },
      { k: '(1,)', n: '2' },
    ])
  })

  it.each([
    ['char(5)', `'x'`],
    ['inet', `'10.0.0.1'`],
    ['time', `'12:00:00.5'`],
  ])('are the same rows in MySQL (%s)', async (type, value) => {
    await run(source, `CREATE TABLE t (k ${type} PRIMARY KEY, n int)`, `INSERT INTO t VALUES (${value}, 1)`)
    const target = `${to.database}.t`
    expect(problems(await upsertBack({}, target, mysqlEndpoint(to)))).toEqual([undefined])
    const stream = { ...replace('public.t', target), mode: 'upsert', key: ['k'] } as const
    expect(await differences([stream], { connector: mysqlConnector, endpoint: mysqlEndpoint(to) })).toEqual([SAME])
    const other = { 'char(5)': `'y'`, inet: `'10.0.0.2'`, time: `'13:00:00'` }[type]
    await run(source, `INSERT INTO t VALUES (${other}, 99999)`)
    const { streams } = await upsertBack(READS_ONE, target, mysqlEndpoint(to))
    expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 1, rowsRemoved: 0 }])
    expect(await runMysql(to, 'SELECT n FROM t ORDER BY n')).toEqual([{ n: '1' }, { n: '99999' }])
  })
})

describe('keys of MySQL that are written in another way in Postgres', () => {
  it.each([
    ['decimal(5,2) unsigned zerofill', '1.50', '2.25'],
    ['bit(3)', "b'101'", "b'010'"],
    ['bit(64)', '0xFFFFFFFFFFFFFFFF', "b'1'"],
    ['time(6)', `'-00:00:00.500000'`, `'838:59:59'`],
  ])('are the same rows (%s)', async (type, value, other) => {
    await runMysql(from, `CREATE TABLE t (k ${type} PRIMARY KEY, n int)`, `INSERT INTO t VALUES (${value}, 1)`)
    const stream = { ...replace(`${from.database}.t`, 'public.t'), mode: 'upsert', key: ['k'] } as const
    const [source, into] = [mysqlEndpoint(from), endpointOf(destination)]
    expect(problems(await moveAcross(source, into, [stream]))).toEqual([undefined])
    const end = { connector: mysqlConnector, endpoint: source }
    expect(await differences([stream], undefined, end)).toEqual([SAME])
    await runMysql(from, `INSERT INTO t VALUES (${other}, 99999)`)
    const cursor = { column: 'n', after: '50000' }
    const { streams } = await moveAcross(source, into, [{ ...stream, cursor, vanished: { limit: 100 } }])
    expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 1, rowsRemoved: 0 }])
    expect(await run(destination, 'SELECT n FROM t ORDER BY n')).toEqual([{ n: '1' }, { n: '99999' }])
  })

  it('are not compared if they are floating-point numbers', async () => {
    await runMysql(from, 'CREATE TABLE t (k double PRIMARY KEY, n int)', 'INSERT INTO t VALUES (1e-7, 1)')
    const stream = { ...replace(`${from.database}.t`, 'public.t'), mode: 'upsert', key: ['k'] } as const
    const [source, into] = [mysqlEndpoint(from), endpointOf(destination)]
    expect(problems(await moveAcross(source, into, [stream]))).toEqual([undefined])
    const { streams } = await verify({
      source: { connector: mysqlConnector, endpoint: source },
      destination: { connector: postgresConnector, endpoint: into },
      streams: [stream],
      context: contextWith(),
      onEvent: () => {},
    })
    const [error] = streams.map((compared) => compared.error)
    expect(error && inEnglish(error.message)).toContain('Its key is a floating-point number')
  })
})

describe('a comparison beside a column that no server can hash', () => {
  it.each([
    ['timestamp', 'infinity', undefined],
    ['timestamp', 'infinity', '-infinity'],
    ['timestamptz', '0044-03-15 00:00:00+00 BC', '0044-03-15 00:00:00+00'],
    ['date', '0044-03-15 BC', '0044-03-15'],
    ['date', '5874897-12-31', '5874897-12-30'],
    ['interval', '1 mon', '30 days'],
  ])('tells %s %s from %s', async (type, one, other) => {
    const table = `CREATE TABLE t (id int PRIMARY KEY, v ${type}, data json)`
    await run(source, table, `INSERT INTO t VALUES (1, '${one}')`)
    await run(destination, table, `INSERT INTO t VALUES (1, ${other === undefined ? 'NULL' : `'${other}'`})`)
    expect(await differences([replace('public.t')])).toEqual([{ ...SAME, changed: 1, unchanged: 0 }])
  })
})
