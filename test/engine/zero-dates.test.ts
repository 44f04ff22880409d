import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { RejectedRow } from '../../src/engine/ports/rejected-row.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'
import { type Attempt, type Database, endpointOf, freshDatabase, run } from './move-between.ts'
import { freshMysql, moveAcross, moveTable, mysqlEndpoint } from './move-mysql.ts'

let postgres: RunningPostgres
let mariadb: RunningMariadb
let from: MysqlDatabase
let to: Database

beforeAll(async () => {
  ;[postgres, mariadb] = await Promise.all([startPostgres(), startMariadb()])
})

afterAll(() => Promise.all([postgres?.stop(), mariadb?.stop()]))

beforeEach(async () => {
  from = await freshMysql(mariadb)
  to = await freshDatabase(postgres)
  await runMysql(
    from,
    `CREATE TABLE t (id int PRIMARY KEY, day date NOT NULL DEFAULT '0000-00-00', at datetime NULL, moment timestamp NOT NULL DEFAULT '0000-00-00 00:00:00', tab text)`,
    `INSERT INTO t VALUES (1, '2024-02-29', '2024-01-01 12:00:00', '2024-01-01 00:00:00', 'a\\tb'),
       (2, '0000-00-00', '2024-00-15 00:00:00', '2024-01-01 00:00:00', 'x'), (3, '2024-01-00', NULL, '0000-00-00 00:00:00', NULL)`,
  )
})

function move(stream: Partial<StreamRequest>, attempt: Attempt = {}) {
  const rejected: RejectedRow[] = []
  // Without steps, the row before them is the same.
  const keep = (_: string, { source: _same, ...row }: RejectedRow) => rejected.push(row) > 0
  const rejects = { days: 14, begin: () => {}, keep, finalize: async () => {}, countRejected: async () => 0 }
  const wanted = { entity: `${from.database}.t`, target: 'public.t', mode: 'replace' as const, ...stream }
  return moveAcross(mysqlEndpoint(from), endpointOf(to), [wanted], { rejects, ...attempt }).then(({ streams }) => ({
    stream: streams[0],
    rejected,
  }))
}

const arrived = () => run(to, 'SELECT id, day, at, moment FROM t ORDER BY id')

const AS_NULL = [
  { id: '1', day: '2024-02-29', at: '2024-01-01 12:00:00', moment: '2024-01-01 00:00:00+00' },
  { id: '2', day: null, at: null, moment: '2024-01-01 00:00:00+00' },
  { id: '3', day: null, at: null, moment: null },
]
const SAID = [
  '2 dates of "day" are not valid calendar dates, such as 0000-00-00, and were read as NULL.',
  '1 date of "at" is not a valid calendar date, such as 0000-00-00, and was read as NULL.',
  '1 date of "moment" is not a valid calendar date, such as 0000-00-00, and was read as NULL.',
]

describe('a date that only MySQL has', () => {
  it.each([
    ['in binary form', {}],
    ['as text', { onInvalid: 'reject' }],
  ] as const)('is NULL where nobody says otherwise, counted and said, %s', async (_, stream) => {
    const { stream: result, rejected } = await move(stream)
    expect(result).toMatchObject({ status: 'succeeded', rowsRead: 3, rowsWritten: 3, rowsRejected: 0 })
    expect(rejected).toEqual([])
    expect(await arrived()).toEqual(AS_NULL)
    expect(result?.notes?.map(inEnglish)).toEqual(expect.arrayContaining(SAID))
  })

  it.each([
    ['replace', []],
    ['append', []],
    ['replace', [{ id: 'f', type: 'filter', settings: { where: 'id > 0' } }]],
  ] as const)(
    'is NULL in a table that the run creates, though its column must have a value (%s, %j)',
    async (mode, steps) => {
      await runMysql(
        from,
        'DROP TABLE t',
        'CREATE TABLE t (id int PRIMARY KEY, day date NOT NULL, at datetime NOT NULL, moment timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP)',
        `INSERT INTO t VALUES (1, '0000-00-00', '0000-00-00 00:00:00', '2024-01-01 00:00:00')`,
      )
      const { stream: result } = await move({ mode }, { transformations: { steps: [...steps], salt: '' } })
      expect(result).toMatchObject({ status: 'succeeded', rowsRead: 1, rowsWritten: 1 })
      expect(await arrived()).toEqual([{ id: '1', day: null, at: null, moment: '2024-01-01 00:00:00+00' }])
    },
  )

  it.each(['replace', 'append', 'upsert'] as const)(
    'has its row kept aside with the date, not with NULL, where the target accepts no NULL (%s)',
    async (mode) => {
      await run(
        to,
        'CREATE TABLE t (id int PRIMARY KEY, day date NOT NULL, at timestamp, moment timestamptz, tab text)',
      )
      const { stream: result, rejected } = await move({
        mode,
        onInvalid: 'reject',
        ...(mode === 'upsert' && { key: ['id'] }),
      })
      expect(result).toMatchObject({ status: 'succeeded', rowsRead: 3, rowsWritten: 1, rowsRejected: 2 })
      const rule = says('is not a valid calendar date, and only MySQL can store it')
      expect(rejected).toMatchObject([
        {
          row: 2,
          column: 'day',
          rule,
          fields: ['2', '0000-00-00', '2024-00-15 00:00:00', '2024-01-01 00:00:00+00', 'x'],
        },
        { row: 3, column: 'day', rule, fields: ['3', '2024-01-00', null, '0000-00-00 00:00:00+00', null] },
      ])
      expect(result?.notes?.map(inEnglish).join()).not.toContain('were read as NULL')
    },
  )

  it.each(['replace', 'append'] as const)(
    'fails a run whose target accepts no NULL with the name of that target, and no row (%s)',
    async (mode) => {
      await run(
        to,
        'CREATE TABLE t (id int PRIMARY KEY, day date NOT NULL, at timestamp, moment timestamptz, tab text)',
      )
      const { stream: result } = await move({ mode })
      expect(result).toMatchObject({ status: 'failed', error: { code: 'CONSTRAINT' } })
      const said = result?.error ? inEnglish(result.error.message) : ''
      expect(said).toContain('null value in column "day" of relation "t" violates not-null constraint')
      expect(said).not.toMatch(/_millrace_|Failing row/)
    },
  )

  it('is NULL to steps too', async () => {
    const compute = { id: 'c', type: 'filter', settings: { where: 'day IS NULL' } } as const
    const { stream: result } = await move({}, { transformations: { steps: [compute], salt: '' } })
    expect(result).toMatchObject({ status: 'succeeded', rowsRead: 3, rowsFiltered: 1, rowsWritten: 2 })
    expect(await arrived()).toEqual(AS_NULL.slice(1))
    expect(result?.notes?.map(inEnglish)).toEqual(expect.arrayContaining(SAID))
  })

  it('may have its row kept aside, as the server spells it', async () => {
    const { stream: result, rejected } = await move({ zeroDates: 'reject' })
    expect(result).toMatchObject({ status: 'succeeded', rowsRead: 3, rowsWritten: 1, rowsRejected: 2 })
    expect(await arrived()).toEqual(AS_NULL.slice(0, 1))
    expect(rejected).toEqual([
      {
        row: 2,
        column: 'day',
        rule: says('is not a valid calendar date, and only MySQL can store it'),
        fields: ['2', '0000-00-00', '2024-00-15 00:00:00', '2024-01-01 00:00:00+00', 'x'],
      },
      {
        row: 3,
        column: 'day',
        rule: says('is not a valid calendar date, and only MySQL can store it'),
        fields: ['3', '2024-01-00', null, '0000-00-00 00:00:00+00', null],
      },
    ])
  })

  it.each([{}, { onInvalid: 'reject' }] as const)('may fail the run (%j)', async (stream) => {
    await run(
      to,
      'CREATE TABLE t (id int, day date, at timestamp, moment timestamptz, tab text)',
      `INSERT INTO t VALUES (0)`,
    )
    const { stream: result } = await move({ zeroDates: 'fail', ...stream })
    expect(result).toMatchObject({ status: 'failed', rowsWritten: 0, error: { code: 'VALUE_NOT_REPRESENTABLE' } })
    expect(result?.error?.message).toEqual(
      says(expect.stringContaining('Row 2, column "day": 0000-00-00 is not a valid calendar date')),
    )
    expect(await run(to, 'SELECT id FROM t')).toEqual([{ id: '0' }])
  })

  it.each(['id > 0', 'abs(id) > 0'])('is NULL between two MySQL databases with a step (%s)', async (where) => {
    const other = await freshMysql(mariadb)
    const transformations = { steps: [{ id: 'f', type: 'filter', settings: { where } }], salt: '' } as const
    const { streams } = await moveTable({ from, to: other }, { mode: 'replace' }, { transformations })
    expect(streams).toMatchObject([{ status: 'succeeded', rowsWritten: 3 }])
    expect(await runMysql(other, 'SELECT id, day, at FROM t ORDER BY id')).toEqual([
      { id: '1', day: '2024-02-29', at: '2024-01-01 12:00:00' },
      { id: '2', day: null, at: null },
      { id: '3', day: null, at: null },
    ])
  })

  it('stays as it is between two MySQL databases', async () => {
    const other = await freshMysql(mariadb)
    const { streams } = await moveTable({ from, to: other }, { mode: 'replace' })
    expect(streams).toMatchObject([{ status: 'succeeded', rowsWritten: 3 }])
    const rows = 'SELECT * FROM t ORDER BY id'
    expect(await runMysql(other, rows)).toEqual(await runMysql(from, rows))
  })
})

it('a text that Unicode does not have has its row kept aside where rows may be, and its bytes shown', async () => {
  await runMysql(
    from,
    'DROP TABLE t',
    'CREATE TABLE t (id int PRIMARY KEY, s varchar(9) CHARACTER SET gbk)',
    `INSERT INTO t VALUES (1, '中'), (2, CONVERT(UNHEX('61A380') USING gbk)), (3, NULL), (4, '?')`,
  )
  const { stream, rejected } = await move({ onInvalid: 'reject' })
  expect(stream).toMatchObject({ status: 'succeeded', rowsRead: 4, rowsWritten: 3, rowsRejected: 1 })
  expect(rejected).toEqual([
    {
      row: 2,
      column: 's',
      rule: says('holds a code of its character set that Unicode does not have'),
      fields: ['2', '61A380'],
    },
  ])
  expect(await run(to, 'SELECT * FROM t ORDER BY id')).toEqual([
    { id: '1', s: '中' },
    { id: '3', s: null },
    { id: '4', s: '?' },
  ])
})
