import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import type { StreamRequest, StreamState } from '../../src/engine/move/run/stream-request.ts'
import type { DryRunRows } from '../../src/engine/ports/dry-run.ts'
import type { ValueType } from '../../src/engine/ports/value-type.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { freshMysql, moveAcross, mysqlEndpoint } from './move-mysql.ts'
import { freshSheets, moveIntoSheets, staging } from './move-sheets.ts'

let server: RunningMariadb
let from: MysqlDatabase
let to: MysqlDatabase

beforeAll(async () => {
  server = await startMariadb()
})
afterAll(() => server?.stop())

beforeEach(async () => {
  from = await freshMysql(server)
  to = await freshMysql(server)
})

const tablesOf = async (database: MysqlDatabase) =>
  (await runMysql(database, 'SHOW TABLES')).flatMap((row) => Object.values(row)).sort()

/** What a dry run into MySQL tells, or the problem that ends it. */
async function dryRun(
  stream: Partial<StreamRequest> = {},
  overrides: object = {},
  memory?: StreamState,
): Promise<DryRunRows | string> {
  let told: DryRunRows | undefined
  const onEvent = (event: MoveEvent) => {
    if (event.kind === 'dry-run' && 'sample' in event.result) told = event.result
  }
  const { streams } = await moveAcross(
    mysqlEndpoint(from),
    mysqlEndpoint(to, overrides),
    [{ entity: `${from.database}.t`, target: 't', mode: 'replace', ...stream }],
    { dry: true, onEvent, ...(memory && { stateOf: () => memory }) },
  )
  const error = streams[0]?.error
  return told ?? `${error?.code}: ${error && inEnglish(error.message)}`
}

describe('a dry run into MySQL', () => {
  it('says that all rows are new where there is no table yet, and makes neither table nor database', async () => {
    await runMysql(from, 'CREATE TABLE t (id int PRIMARY KEY, v varchar(9))')
    await runMysql(from, `INSERT INTO t VALUES (1, 'one'), (2, NULL)`)
    expect(await dryRun({ target: 'nowhere.t' })).toEqual({
      difference: { created: 2, changed: 0, removed: 0, unchanged: 0 },
      columns: ['id', 'v'],
      sample: [{ after: ['1', 'one'] }, { after: ['2', null] }],
    })
    expect(await tablesOf(to)).toEqual([])
    expect(await runMysql(server, `SHOW DATABASES LIKE 'nowhere'`)).toEqual([])
  })

  it('pairs rows by their key and tells values apart to the last bit, and leaves the table as it was', async () => {
    const shape = 'id int PRIMARY KEY, f float, b varbinary(9), bits bit(10), t longtext, d datetime(3), g point'
    for (const database of [from, to]) await runMysql(database, `CREATE TABLE t (${shape})`)
    const same = `2.5, X'00FF', b'101', 'ä', '2024-02-29 12:00:00.250', POINT(1, 2)`
    await runMysql(from, `INSERT INTO t VALUES (1, ${same}), (2, ${same}), (3, ${same}), (5, ${same})`)
    await runMysql(to, `INSERT INTO t VALUES (1, ${same}), (2, ${same}), (3, ${same}), (4, ${same})`)
    await runMysql(from, `UPDATE t SET f = 16777216 WHERE id = 2`)
    await runMysql(to, `UPDATE t SET f = 16777215 WHERE id = 2`)
    await runMysql(to, `UPDATE t SET b = X'00FE', t = CONCAT(t, ' ') WHERE id = 3`)
    const before = await runMysql(to, 'SELECT id, HEX(b) AS b, f + 0 AS f FROM t ORDER BY id')

    const told = await dryRun({ target: 't' })
    expect(told).toMatchObject({ difference: { created: 1, changed: 2, removed: 1, unchanged: 1 } })
    const sample = typeof told === 'string' ? [] : told.sample
    expect(sample.map(({ before, after }) => [before?.slice(0, 3), after?.slice(0, 3)])).toEqual([
      [
        ['2', '16777215', '00FF'],
        ['2', '16777216', '00FF'],
      ],
      [['4', '2.5', '00FF'], undefined],
      [undefined, ['5', '2.5', '00FF']],
      [
        ['3', '2.5', '00FE'],
        ['3', '2.5', '00FF'],
      ],
    ])
    expect(await runMysql(to, 'SELECT id, HEX(b) AS b, f + 0 AS f FROM t ORDER BY id')).toEqual(before)
    expect(await tablesOf(to)).toEqual(['t'])
  })

  it('that would upsert compares keys as the table does, and lets other rows be', async () => {
    await runMysql(from, 'CREATE TABLE t (code varchar(9), v int)')
    await runMysql(from, `INSERT INTO t VALUES ('ab', 1), ('new', 2), ('new', 3), ('same', 4)`)
    await runMysql(to, 'CREATE TABLE t (code varchar(9) COLLATE utf8mb4_general_ci PRIMARY KEY, v int)')
    await runMysql(to, `INSERT INTO t VALUES ('AB', 9), ('kept', 9), ('same', 4)`)
    expect(await dryRun({ mode: 'upsert', key: ['code'] })).toEqual({
      difference: { created: 1, changed: 1, removed: 0, unchanged: 1 },
      columns: ['code', 'v'],
      sample: [{ before: ['AB', '9'], after: ['ab', '1'] }, { after: ['new', '3'] }],
    })
    expect(await dryRun({ mode: 'append' })).toContain('CONSTRAINT')
    await runMysql(from, 'DELETE FROM t WHERE v = 2')
    expect(await dryRun({ mode: 'append' })).toMatchObject({ difference: { created: 3, changed: 0, removed: 0 } })
  })

  it.each(['replace', 'upsert'] as const)(
    'tells that a new column gets values, and that a lost one has none any more (%s)',
    async (mode) => {
      await runMysql(from, 'CREATE TABLE t (id int PRIMARY KEY, old int)')
      await runMysql(from, 'INSERT INTO t VALUES (1, 7), (2, NULL)')
      let columns: NonNullable<StreamState['columns']> = []
      const stream = { entity: `${from.database}.t`, target: 't', mode }
      await moveAcross(mysqlEndpoint(from), mysqlEndpoint(to), [stream], {
        onEvent: (event) => {
          if (event.kind === 'columns') columns = event.columns
        },
      })
      await runMysql(from, 'ALTER TABLE t RENAME COLUMN old TO past')
      const isReplaced = mode === 'replace'
      expect(await dryRun({ mode, target: 't' }, {}, { columns })).toMatchObject({
        difference: { created: 0, changed: 1, removed: 0, unchanged: 1 },
        columns: ['id', 'past', ...(isReplaced ? ['old'] : [])],
        sample: [
          { before: ['1', null, ...(isReplaced ? ['7'] : [])], after: ['1', '7', ...(isReplaced ? [null] : [])] },
        ],
      })
    },
  )

  it('counts rows that are there several times, without a key and in a table with partitions', async () => {
    await runMysql(from, 'CREATE TABLE t (v int)')
    await runMysql(from, 'INSERT INTO t VALUES (1), (1), (2), (NULL)')
    await runMysql(to, 'CREATE TABLE t (v int) PARTITION BY HASH (v) PARTITIONS 2')
    await runMysql(to, 'INSERT INTO t VALUES (1), (1), (1), (NULL), (3)')
    expect(await dryRun()).toMatchObject({ difference: { created: 1, changed: 0, removed: 2, unchanged: 3 } })
  })

  it('is told what to grant where the account may not make temporary tables, and fails on a row as a run would', async () => {
    await runMysql(from, 'CREATE TABLE t (v int)')
    await runMysql(from, 'INSERT INTO t VALUES (1), (300)')
    const account = { user: 'careful', password: 'careful' }
    await runMysql(server, `CREATE USER careful@'%' IDENTIFIED BY 'careful'`)
    await runMysql(
      server,
      `GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP ON ${to.database}.* TO careful@'%'`,
    )
    expect(await dryRun({}, account)).toContain('PERMISSION_MISSING: The account may not make temporary tables')
    await runMysql(to, 'CREATE TABLE t (v tinyint)')
    expect(await dryRun()).toMatch(/^TARGET_MISMATCH|^VALUE_NOT_REPRESENTABLE/)
    expect(await tablesOf(to)).toEqual(['t'])
  })
})

describe('a dry run into a spreadsheet', () => {
  const columns: Readonly<Record<string, ValueType>> = {
    id: { kind: 'integer', bits: 64 },
    total: { kind: 'decimal', precision: 9, scale: 2 },
    at: { kind: 'timestamp', precision: 3, zoned: false },
    paid: { kind: 'boolean' },
    note: { kind: 'text' },
  }
  const rowOf = (id: number, note: string | null) => [`${id}`, '1.50', '2026-03-31 02:30:00.25', 't', note]
  const first = [rowOf(1, 'one'), rowOf(2, ''), rowOf(3, '0042')]

  it('finds what a run has written to be the same, tells what differs, and writes nothing', async () => {
    const sheets = await freshSheets()
    const of = (rows: typeof first) => ({ 'sheets.Out': { columns, rows } })
    try {
      expect((await moveIntoSheets(sheets, of(first))).streams[0]?.status).toBe('succeeded')
      const before = [sheets.google.rows('Out'), sheets.google.requests.length] as const
      const dryRunInto = async (rows: typeof first, mode: 'replace' | 'append' = 'replace') =>
        (await moveIntoSheets(sheets, of(rows), { mode }, { dry: true })).streams[0]?.difference
      expect(await dryRunInto(first)).toEqual({ created: 0, changed: 0, removed: 0, unchanged: 3 })
      const next = [rowOf(1, 'one'), rowOf(3, '42'), rowOf(4, null)]
      expect(await dryRunInto(next)).toEqual({ created: 2, changed: 0, removed: 2, unchanged: 1 })
      expect(await dryRunInto(next, 'append')).toEqual({ created: 3, changed: 0, removed: 0, unchanged: 0 })

      expect(sheets.google.rows('Out')).toEqual(before[0])
      const made = sheets.google.requests.slice(before[1]).filter(({ path }) => path.includes('/spreadsheets/'))
      expect(new Set(made.map(({ method }) => method))).toEqual(new Set(['GET']))
      expect(staging(sheets)).toEqual([])
    } finally {
      await sheets.google.stop()
    }
  })
})
