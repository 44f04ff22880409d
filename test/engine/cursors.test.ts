import { describe, expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { says } from '../support/says.ts'
import { givenMysql } from './given-mysql.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { type Database, moveBetween, problems, run } from './move-between.ts'
import { moveTable } from './move-mysql.ts'

let source: Database
let destination: Database

givenTwoDatabases((ends) => {
  ;({ source, destination } = ends)
})

const stream = (over: Partial<StreamRequest> = {}): StreamRequest => ({
  entity: 'public.t',
  target: 'public.t',
  mode: 'upsert',
  cursor: { column: 'at' },
  ...over,
})

const ids = async () => (await run(destination, 'SELECT id FROM t ORDER BY id')).map(({ id }) => Number(id))

describe('rows without a value in the cursor', () => {
  const given = () =>
    run(
      source,
      'CREATE TABLE t (id int PRIMARY KEY, at timestamptz)',
      `INSERT INTO t VALUES (1, '2024-01-01'), (2, NULL), (3, NULL)`,
    )

  it('are read in every run, and said', async () => {
    await given()
    const first = await moveBetween(source, destination, [stream()])
    expect(first.streams).toMatchObject([{ rowsRead: 3, window: { empty: { rows: 2, areRead: true } } }])
    expect(first.streams[0]?.notes?.map(inEnglish)).toContain(
      '2 rows have no value in the cursor column "at". They were read, and will be every time.',
    )
    await run(source, 'INSERT INTO t VALUES (4, NULL)')
    const cursor = { column: 'at', after: '2024-01-01 00:00:00+00' }
    const second = await moveBetween(source, destination, [stream({ cursor })])
    expect(second.streams).toMatchObject([{ status: 'succeeded', check: { state: 'verified' } }])
    expect(await ids()).toEqual([1, 2, 3, 4])
  })

  it('are left out where the stream says so, and counted', async () => {
    await given()
    const { streams } = await moveBetween(source, destination, [stream({ emptyCursor: 'leave-out' })])
    expect(streams).toMatchObject([{ rowsRead: 1, window: { empty: { rows: 2, areRead: false } } }])
    expect(streams[0]?.notes?.map(inEnglish)).toContain(
      '2 rows have no value in the cursor column "at". They were left out.',
    )
    expect(await ids()).toEqual([1])
  })

  it('fail the run where the stream says so', async () => {
    await given()
    const result = await moveBetween(source, destination, [stream({ emptyCursor: 'fail' })])
    expect(problems(result)).toMatchObject([
      { code: 'CURSOR_IS_EMPTY', message: says('2 rows have no value in the cursor column "at" of public.t.') },
    ])
  })

  it('are all there is in a table where no row has one', async () => {
    await run(source, 'CREATE TABLE t (id int PRIMARY KEY, at date)', 'INSERT INTO t VALUES (1, NULL)')
    const { streams } = await moveBetween(source, destination, [stream()])
    expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 1 }])
    const left = await moveBetween(source, destination, [stream({ emptyCursor: 'leave-out' })])
    expect(left.streams).toMatchObject([{ status: 'succeeded', rowsRead: 0 }])
  })
})

describe.each([
  ['timestamptz', "'infinity'", '2024-01-01', '2024-02-02 00:00:00+00'],
  ['timestamptz', "'9999-12-31'", '2024-01-01', '2024-02-02 00:00:00+00'],
  ['timestamp', "'-infinity'", '2024-01-01', '2024-02-02 00:00:00'],
  ['date', "'infinity'", '2024-01-01', '2024-02-02'],
  ['float8', "'NaN'", '1', '2'],
  ['float4', "'infinity'", '1', '2'],
  ['numeric', "'NaN'", '1', '2'],
])('a cursor of the type %s with the value %s', (type, odd, first, second) => {
  it('goes on from the largest value that tells how far was read', async () => {
    await run(
      source,
      `CREATE TABLE t (id int PRIMARY KEY, at ${type})`,
      `INSERT INTO t VALUES (1, ${odd}), (2, '${first}')`,
    )
    const { streams } = await moveBetween(source, destination, [stream()])
    expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 2, window: { ahead: 1 } }])
    const after = streams[0]?.window?.until ?? ''
    expect(after.startsWith(first)).toBe(true)
    await run(source, `INSERT INTO t VALUES (3, '${second}'), (4, ${odd})`)
    const next = await moveBetween(source, destination, [stream({ cursor: { column: 'at', after } })])
    expect(next.streams).toMatchObject([{ status: 'succeeded', window: { until: second, ahead: 2 } }])
    expect(await ids()).toEqual([1, 2, 3, 4])
  })

  it('begins anew where an earlier version had taken it for how far was read', async () => {
    await run(
      source,
      `CREATE TABLE t (id int PRIMARY KEY, at ${type})`,
      `INSERT INTO t VALUES (1, ${odd}), (2, '${first}')`,
    )
    await moveBetween(source, destination, [stream()])
    await run(source, `INSERT INTO t VALUES (3, '${second}')`)
    const after = odd.replaceAll("'", '')
    await moveBetween(source, destination, [stream({ cursor: { column: 'at', after } })])
    expect(await ids()).toEqual([1, 2, 3])
  })
})

describe('in MySQL', () => {
  let from: MysqlDatabase
  let to: MysqlDatabase

  givenMysql((ends) => {
    from = ends.from
    to = ends.to
  })

  it('reads rows without a time, with a date that no calendar has, and with one that is still to come in every run', async () => {
    await runMysql(
      from,
      'CREATE TABLE t (id int PRIMARY KEY, at datetime)',
      `INSERT INTO t VALUES (1, '2024-01-01'), (2, NULL), (3, '0000-00-00'), (4, '9999-12-31')`,
    )
    const ends = { from, to }
    const first = await moveTable(ends, { mode: 'upsert', cursor: { column: 'at' } })
    expect(first.streams).toMatchObject([
      { status: 'succeeded', rowsRead: 4, window: { until: '2024-01-01 00:00:00', empty: { rows: 2 }, ahead: 1 } },
    ])
    await runMysql(from, `INSERT INTO t VALUES (5, '2024-01-02'), (6, NULL), (7, '9999-01-01')`)
    const cursor = { column: 'at', after: '2024-01-01 00:00:00' }
    const second = await moveTable(ends, { mode: 'upsert', cursor })
    expect(second.streams).toMatchObject([{ status: 'succeeded', check: { state: 'verified' } }])
    expect(await runMysql(to, 'SELECT count(*) AS n FROM t')).toEqual([{ n: '7' }])
  })
})
