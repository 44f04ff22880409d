import { describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Database, moveBetween, nextFence, problems, run } from './move-between.ts'
import { moveTable } from './move-mysql.ts'

let source: Database
let destination: Database
let from: MysqlDatabase
let to: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, destination, from, to } = ends)
})

/** The same tables and moves in both systems. */
const SYSTEMS = [
  {
    system: 'Postgres',
    given: (...statements: readonly string[]) => run(source, ...statements),
    there: async (sql: string) => (await run(destination, sql)).map((row) => Object.values(row).join(' ')),
    move: (stream: Omit<StreamRequest, 'entity' | 'target'>, attempt = {}) =>
      moveBetween(source, destination, [{ entity: 'public.t', target: 'public.t', ...stream }], attempt),
  },
  {
    system: 'MySQL',
    given: (...statements: readonly string[]) => runMysql(from, ...statements),
    there: async (sql: string) => (await runMysql(to, sql)).map((row) => Object.values(row).join(' ')),
    move: (stream: Omit<StreamRequest, 'entity' | 'target'>, attempt = {}) => moveTable({ from, to }, stream, attempt),
  },
] as const

describe.each(SYSTEMS)('rows that are appended by a cursor in $system', ({ given, there, move }) => {
  const append = (after?: string) =>
    move({ mode: 'append', cursor: { column: 'at', ...(after !== undefined && { after }) } })
  const ALL = 'SELECT id, v FROM t ORDER BY id, v'

  it('come once although a part is read again, with the key of the source', async () => {
    await given(
      'CREATE TABLE t (id int PRIMARY KEY, v varchar(9), at int)',
      `INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2)`,
    )
    await append()
    await given(`INSERT INTO t VALUES (3, 'c', 2), (4, 'd', 3)`)
    const { streams } = await append('2')
    expect(streams).toMatchObject([
      { status: 'succeeded', rowsRead: 4, rowsWritten: 2, rowsFiltered: 2, check: { state: 'verified' } },
    ])
    expect(streams[0]?.notes?.map(inEnglish)).toContain(
      '2 rows were read again and left out, because they already exist.',
    )
    expect(await there(ALL)).toEqual(['1 a', '2 b', '3 c', '4 d'])
  })

  it('come once, and of a single row it is said so', async () => {
    await given('CREATE TABLE t (id int PRIMARY KEY, v varchar(9), at int)', `INSERT INTO t VALUES (1, 'a', 1)`)
    await append()
    const { streams } = await append('1')
    expect(streams[0]?.notes?.map(inEnglish)).toContain('1 row was read again and left out, because it already exists.')
  })

  it('come once without a key, and as often as they are there', async () => {
    await given(
      'CREATE TABLE t (id int, v varchar(9), at int)',
      `INSERT INTO t VALUES (1, 'a', 1), (1, 'a', 1), (2, NULL, 2), (NULL, 'n', NULL)`,
    )
    await append()
    await given(`INSERT INTO t VALUES (1, 'a', 1), (2, NULL, 2), (2, '', 2), (NULL, 'n', NULL), (3, 'c', 3)`)
    const { streams } = await append('2')
    expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 9, rowsWritten: 5, rowsFiltered: 4 }])
    expect(await there('SELECT id, v FROM t ORDER BY id IS NULL, id, v IS NULL, v')).toEqual([
      ...['1 a', '1 a', '1 a', '2 ', '2 ', '2 ', '3 c', ' n', ' n'],
    ])
  })

  it('keep every version of a row where the table has no key', async () => {
    await given('CREATE TABLE t (id int PRIMARY KEY, v varchar(9), at int)', `INSERT INTO t VALUES (1, 'a', 1)`)
    await append()
    const drop = 'ALTER TABLE t DROP CONSTRAINT t_pkey'
    await (move === SYSTEMS[0].move ? run(destination, drop) : runMysql(to, 'ALTER TABLE t DROP PRIMARY KEY'))
    await given(`UPDATE t SET v = 'b', at = 2`)
    await append('1')
    await append('2')
    expect(await there(ALL)).toEqual(['1 a', '1 b'])
  })

  it('are not doubled by a run that is taken up again, or by one that starts over', async () => {
    await given('CREATE TABLE t (id int, v varchar(9), at int)', `INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2)`)
    await append()
    const fence = nextFence()
    await given(`INSERT INTO t VALUES (3, 'c', 3)`)
    const stream = { mode: 'append', cursor: { column: 'at', after: '2' } } as const
    await move(stream, { fence })
    const { streams } = await move(stream, { fence: { ...fence, epoch: nextFence().epoch } })
    expect(streams).toMatchObject([{ status: 'succeeded', rowsWritten: 1 }])
    await move({ mode: 'append', cursor: { column: 'at' } }, { stateOf: () => ({ cursor: { column: 'at' } }) })
    expect(await there(ALL)).toEqual(['1 a', '2 b', '3 c'])
  })

  it.each([
    ['a key', 'id int NOT NULL, v varchar(9), at int NOT NULL, PRIMARY KEY (id, v)'],
    ['no key', 'id int, v varchar(9), at int'],
  ])('all come that another source with the same numbers had, with %s', async (_, columns) => {
    await given(`CREATE TABLE t (${columns})`, `INSERT INTO t VALUES (1, 'a', 1), (2, 'a', 2)`)
    await append()
    await given(`ALTER TABLE t RENAME TO u`, `CREATE TABLE t (${columns})`, `INSERT INTO t VALUES (1, 'a', 1)`)
    const KEYLESS =
      move === SYSTEMS[0].move ? 'ALTER TABLE t DROP CONSTRAINT IF EXISTS t_pkey' : 'ALTER TABLE t DROP PRIMARY KEY'
    if (columns.includes('PRIMARY'))
      await (move === SYSTEMS[0].move ? run(destination, KEYLESS) : runMysql(to, KEYLESS))
    await append()
    await given(`INSERT INTO t VALUES (2, 'a', 2)`)
    const { streams } = await append('1')
    expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 2, rowsWritten: 1, rowsFiltered: 1 }])
    expect(await there(ALL)).toEqual(['1 a', '1 a', '2 a', '2 a'])
  })

  it('come once although they were read beyond the mark before', async () => {
    await given('CREATE TABLE t (id int, at timestamp)', `INSERT INTO t VALUES (1, '2024-01-01'), (2, '2037-01-01')`)
    await append()
    const after = '2024-01-01 00:00:00'
    const memory = { cursor: { column: 'at', highWaterMark: after, hasReadBeyond: true } }
    await given(`UPDATE t SET at = '2024-01-02' WHERE id = 1`)
    await move({ mode: 'append', cursor: { column: 'at' } }, { stateOf: () => memory })
    expect(await there('SELECT id, EXTRACT(YEAR FROM at) AS y FROM t ORDER BY at')).toEqual([
      '1 2024',
      '1 2024',
      '2 2037',
    ])
  })

  it('are told by a dry run for what they are', async () => {
    await given('CREATE TABLE t (id int, v varchar(9), at int)', `INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2)`)
    await append()
    await given(`INSERT INTO t VALUES (3, 'c', 3)`)
    const { streams } = await move({ mode: 'append', cursor: { column: 'at', after: '2' } }, { dry: true })
    expect(streams).toMatchObject([{ difference: { created: 1, changed: 0, removed: 0, unchanged: 2 } }])
  })
})

describe.each(SYSTEMS)('several rows with one key of an upsert in $system', ({ given, there, move }) => {
  it('are counted and said; the last one stays', async () => {
    await given('CREATE TABLE t (id int, v varchar(9))', `INSERT INTO t VALUES (1, 'a'), (1, 'b'), (2, 'c')`)
    const result = await move({ mode: 'upsert', key: ['id'] })
    expect(problems(result)).toEqual([undefined])
    expect(result.streams).toMatchObject([{ rowsRead: 3, rowsWritten: 2, rowsFiltered: 1, rowsRejected: 0 }])
    expect(result.streams[0]?.notes?.map(inEnglish)).toContain(
      '1 row has the key of a row that arrived later, so it was left out and counts as filtered.',
    )
    expect(await there('SELECT id, v FROM t ORDER BY id')).toEqual(['1 b', '2 c'])

    const again = await move({ mode: 'upsert', key: ['id'] })
    expect(again.streams).toMatchObject([{ rowsRead: 3, rowsWritten: 2, rowsFiltered: 1 }])
  })
})
