import { describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { MoveResult } from '../../src/engine/move/run/move-request.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { says } from '../support/says.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Database, endpointOf, moveBetween, problems, replace, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let source: Database
let destination: Database
let from: MysqlDatabase
let to: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, destination, from, to } = ends)
})

const notesOf = ({ streams }: MoveResult) => streams.flatMap(({ notes = [] }) => notes.map(inEnglish)).join('\n')

const reasonOf = ({ streams }: MoveResult) => {
  const [error] = streams.map((stream) => stream.error)
  return error && `${error.code}: ${inEnglish(error.message)} ${error.hint ? inEnglish(error.hint) : ''}`
}

describe('functions that need a search path', () => {
  const NAMED = [
    'CREATE TABLE rates (factor int)',
    'INSERT INTO rates VALUES (3)',
    `CREATE FUNCTION factor() RETURNS int LANGUAGE plpgsql STABLE AS 'BEGIN RETURN (SELECT factor FROM rates); END'`,
  ]

  it('views are read as their applications read them, whole, only new rows, and with all values', async () => {
    await run(
      source,
      ...NAMED,
      'CREATE VIEW priced AS SELECT n AS id, n * factor() AS price FROM generate_series(1, 3) n',
    )
    for (const stream of [
      { mode: 'replace' as const },
      { mode: 'upsert' as const, key: ['id'], cursor: { column: 'price' } },
      { mode: 'replace' as const, verify: 'values' as const },
    ]) {
      await run(destination, 'DROP TABLE IF EXISTS priced')
      expect(problems(await moveBetween(source, destination, [{ entity: 'public.priced', ...stream }]))).toEqual([
        undefined,
      ])
      expect(await run(destination, 'SELECT * FROM priced ORDER BY id')).toEqual([
        { id: '1', price: '3' },
        { id: '2', price: '6' },
        { id: '3', price: '9' },
      ])
    }
  })

  it('names of objects in a view keep their schema', async () => {
    await run(source, 'CREATE TABLE t (a int)', `CREATE VIEW named AS SELECT 't'::regclass AS of_table`)
    await run(destination, 'CREATE TABLE t (a int)')
    expect(problems(await moveBetween(source, destination, [replace('public.named')]))).toEqual([undefined])
    expect(await run(destination, `SET search_path = ''`, 'SELECT of_table::text FROM public.named')).toEqual([
      { of_table: 'public.t' },
    ])
  })

  it.each([
    ['a check', 'CREATE TABLE t (id int PRIMARY KEY CHECK (fine(id)))'],
    ['an index', 'CREATE TABLE t (id int PRIMARY KEY); CREATE INDEX ON t (fine(id))'],
    ['a computed column', 'CREATE TABLE t (id int PRIMARY KEY, ok boolean GENERATED ALWAYS AS (fine(id)) STORED)'],
  ])('%s of a target gets the hint about them', async (_, statement) => {
    await run(source, 'CREATE TABLE t (id int PRIMARY KEY)', 'INSERT INTO t VALUES (1)')
    await run(
      destination,
      `CREATE FUNCTION inner_fine(int) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN true; END'`,
      `CREATE FUNCTION fine(int) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN inner_fine($1); END'`,
      statement,
    )
    const reason = reasonOf(await moveBetween(source, destination, [replace('public.t')]))
    expect(reason).toMatch(/^ENTITY_NOT_FOUND: A function of the database does not find another one: .*inner_fine/)
    expect(reason).toContain('ALTER FUNCTION … SET search_path = public')
  })

  it('a new table whose computed column calls a missing function says which, and the way out', async () => {
    await run(
      source,
      `CREATE FUNCTION twice(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1 * 2'`,
      'CREATE TABLE t (id int PRIMARY KEY, d int GENERATED ALWAYS AS (twice(id)) STORED)',
      'INSERT INTO t (id) VALUES (1)',
    )
    const reason = reasonOf(await moveBetween(source, destination, [replace('public.t')]))
    expect(reason).toMatch(/^TYPE_UNKNOWN: A function or an operator is missing: .*twice/)
    const stream = { ...replace('public.t'), columns: ['id'] }
    expect(problems(await moveBetween(source, destination, [stream]))).toEqual([undefined])
  })
})

it('the table of fences of another account names the grant that is missing', async () => {
  const writer = `writer_of_${destination.database}`
  await run(source, 'CREATE TABLE t (id int PRIMARY KEY)', 'INSERT INTO t VALUES (1)')
  await moveBetween(source, destination, [replace('public.t', 'public.first')])
  await run(
    destination,
    `CREATE ROLE ${writer} LOGIN PASSWORD 'w'`,
    `GRANT CREATE, USAGE ON SCHEMA public TO ${writer}`,
    `GRANT TEMPORARY ON DATABASE ${destination.database} TO ${writer}`,
  )
  const asWriter = endpointOf(destination, { user: writer, password: 'w' })
  const { streams } = await moveBetween(source, asWriter, [replace('public.t')])
  const [error] = streams.map((stream) => stream.error)
  expect(error).toMatchObject({ code: 'PERMISSION_MISSING', field: 'user' })
  const grant = error?.hint ? inEnglish(error.hint).replace('Execute as its owner: ', '') : ''
  expect(grant).toMatch(/^GRANT SELECT, INSERT, UPDATE, DELETE ON "?public"?\."?_millrace_fence"? TO writer_of/)
  await run(destination, grant)
  expect(problems(await moveBetween(source, asWriter, [replace('public.t')]))).toEqual([undefined])
})

it('an account that may not write is told of the setting that forbids it', async () => {
  const reader = `only_reader_of_${destination.database}`
  await run(source, 'CREATE TABLE t (id int PRIMARY KEY)')
  await run(
    destination,
    `CREATE ROLE ${reader} LOGIN SUPERUSER PASSWORD 'w'`,
    `ALTER ROLE ${reader} SET default_transaction_read_only = on`,
  )
  const asReader = endpointOf(destination, { user: reader, password: 'w' })
  const reason = reasonOf(await moveBetween(source, asReader, [replace('public.t')]))
  expect(reason).toMatch(/^READ_ONLY: .*ALTER ROLE … SET default_transaction_read_only = off/)
})

it('a deferrable key is called deferrable', async () => {
  await run(source, 'CREATE TABLE t (id int PRIMARY KEY)', 'INSERT INTO t VALUES (1)')
  await run(destination, 'CREATE TABLE t (id int, CONSTRAINT later PRIMARY KEY (id) DEFERRABLE)')
  const reason = reasonOf(await moveBetween(source, destination, [{ ...replace('public.t'), mode: 'upsert' }]))
  expect(reason).toMatch(/^KEY_NOT_UNIQUE: public.t has a unique constraint over id, later, but it is deferrable/)
})

it('a row that is larger than a page is named as that', async () => {
  const columns = Array.from({ length: 1200 }, (_, n) => `c${n} bigint DEFAULT 1`)
  await run(source, `CREATE TABLE t (${columns.slice(0, 900).join(', ')})`, 'INSERT INTO t DEFAULT VALUES')
  await run(destination, `CREATE TABLE t (${columns.join(', ')})`)
  const reason = reasonOf(await moveBetween(source, destination, [replace('public.t')]))
  expect(reason).toMatch(/^LIMIT_EXCEEDED: A row is larger than Postgres can store/)
})

it('large objects do not come, and the log says so', async () => {
  await run(source, 'CREATE EXTENSION lo', 'CREATE TABLE t (id int PRIMARY KEY, picture oid, film lo)')
  await run(destination, 'CREATE EXTENSION lo')
  expect(notesOf(await moveBetween(source, destination, [replace('public.t')]))).toContain(
    'Only the numbers of large objects are moved, not the objects themselves: picture, film.',
  )
})

it.each([
  ['serial', 'CREATE TABLE t (id serial PRIMARY KEY, v int)'],
  ['identity', 'CREATE TABLE t (id int GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, v int)'],
])('sequences of an existing table (%s) stay where they are, and the log says so', async (_, statement) => {
  await run(source, 'CREATE TABLE t (id int PRIMARY KEY, v int)', 'INSERT INTO t VALUES (7, 7)')
  await run(destination, statement)
  for (const mode of ['replace', 'upsert'] as const)
    expect(notesOf(await moveBetween(source, destination, [{ ...replace('public.t'), mode }]))).toContain(
      'Runs do not move the sequences of public.t (id)',
    )
})

it('a view of MySQL whose definer is gone says so, with the statement that mends it', async () => {
  await runMysql(
    from,
    'CREATE TABLE t (id int PRIMARY KEY)',
    "CREATE DEFINER = 'gone'@'nowhere' SQL SECURITY DEFINER VIEW seen AS SELECT id FROM t",
  )
  const stream = { entity: `${from.database}.seen`, target: 'public.seen', mode: 'replace' } as const
  const reason = reasonOf(await moveAcross(mysqlEndpoint(from), endpointOf(destination), [stream]))
  expect(reason).toMatch(/^VIEW_BROKEN: .*gone.*ALTER .*DEFINER/)
})

it.each(['replace', 'append', 'upsert'] as const)(
  'a table of MySQL cannot have an emoji in its name (%s)',
  async (mode) => {
    await run(source, 'CREATE TABLE t (id int PRIMARY KEY)', 'INSERT INTO t VALUES (1)')
    const stream = { entity: 'public.t', target: `${to.database}.t😀`, mode } as const
    for (const dry of [false, true]) {
      const { streams } = await moveAcross(endpointOf(source), mysqlEndpoint(to), [stream], dry ? { dry } : {})
      expect(streams).toMatchObject([{ rowsRead: 0, error: { code: 'NAME_NOT_POSSIBLE' } }])
      expect(streams[0]?.error?.message).toEqual(says(expect.stringContaining('t😀')))
    }
  },
)
