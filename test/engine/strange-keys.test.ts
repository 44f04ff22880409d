import { describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { isOlderMysql } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Attempt, type Database, endpointOf, problems, run } from './move-between.ts'
import { moveAcross, moveTable, mysqlEndpoint } from './move-mysql.ts'

let source: Database
let from: MysqlDatabase
let to: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, from, to } = ends)
})

const UPSERT = { mode: 'upsert', key: ['k'] } as const

/** Of Postgres in MySQL, under its own name. */
const send = async (table: string, stream: Omit<StreamRequest, 'entity'>, attempt: Attempt = {}) =>
  (await moveAcross(endpointOf(source), mysqlEndpoint(to), [{ entity: `public.${table}`, ...stream }], attempt))
    .streams[0]

const inMysql = (table: string) => runMysql(to, `SELECT k, v FROM \`${table}\` ORDER BY v`)

/** A type, its keys in MySQL, and those in Postgres where they look otherwise. */
const KEYS: readonly {
  readonly type: string
  readonly wanted: readonly string[]
  readonly given?: readonly string[]
}[] = [
  { type: 'date', wanted: ['0001-01-01', '2024-02-29', '9999-12-31'] },
  {
    type: 'timestamp',
    wanted: ['0001-01-01 00:00:00.000000', '2024-02-29 12:00:00.000001', '9999-12-31 23:59:59.999999'],
  },
  {
    type: 'timestamptz',
    wanted: ['1000-01-01 00:00:00.000000', '2024-10-27 00:30:00.000000', '2024-10-27 01:30:00.000000'],
  },
  { type: 'jsonb', wanted: ['[1, 2.50]', '"a "', '{"a": 12345678901234567890}'] },
  { type: 'int[]', wanted: ['[]', '[1,null]', '[[1,2],[3,4]]'], given: [`{}`, `{1,NULL}`, `{{1,2},{3,4}}`] },
  { type: 'numeric(3,3)', wanted: ['-0.500', '0.000', '0.125'] },
]

describe('keys of Postgres in MySQL', () => {
  it.each(KEYS)(
    'of the type $type are moved, updated, removed and told of in a dry run',
    async ({ type, wanted, given = wanted }) => {
      await run(source, `CREATE TABLE t (k ${type} PRIMARY KEY, v int)`)
      for (const [v, k] of given.entries()) await run(source, `INSERT INTO t VALUES ('${k}', ${v})`)
      const stream = { ...UPSERT, vanished: { limit: 100 } }
      expect(await send('t', stream)).toMatchObject({ status: 'succeeded', rowsWritten: 3 })
      expect((await inMysql('t')).map(({ k }) => k)).toEqual(wanted)
      await run(source, 'UPDATE t SET v = 7 WHERE v = 0', 'DELETE FROM t WHERE v = 1')
      expect(await send('t', stream, { dry: true })).toMatchObject({
        status: 'succeeded',
        difference: { created: 0, changed: 1, removed: 1, unchanged: 1 },
      })
      expect(await send('t', { ...UPSERT, mode: 'replace' }, { dry: true })).toMatchObject({ status: 'succeeded' })
      expect(await send('t', stream)).toMatchObject({ status: 'succeeded', rowsRemoved: 1 })
      expect((await inMysql('t')).map(({ k, v }) => [k, v])).toEqual([
        [wanted[2], '2'],
        [wanted[0], '7'],
      ])
    },
  )
})

// The server says of 0000-00-00 in a column that accepts no NULL that it IS NULL.
it('a date of zeros in a key or a column that must have a value is a value between two MySQL', async () => {
  await runMysql(
    from,
    'CREATE TABLE t (k date PRIMARY KEY, d datetime NOT NULL, v int)',
    `INSERT INTO t VALUES ('0000-00-00', '0000-00-00', 1), ('2024-01-01', '2024-01-01', 2)`,
  )
  const checks = [{ id: 'f', type: 'not_null', columns: ['k', 'd'] }] as const
  for (const dry of [false, false, true]) {
    expect((await moveTable({ from, to }, { ...UPSERT, checks }, { dry })).streams).toMatchObject([
      { status: 'succeeded', dataChecks: [{ state: 'passed' }] },
    ])
  }
  expect(await inMysql('t')).toEqual([
    { k: '0000-00-00', v: '1' },
    { k: '2024-01-01', v: '2' },
  ])
})

it.runIf(!isOlderMysql(8))('a rule of MySQL is told without the table in which rows wait', async () => {
  await run(source, 'CREATE TABLE t (k int PRIMARY KEY, v int)', 'INSERT INTO t VALUES (1, 2)')
  for (const rule of ['v int CHECK (v < 2)', 'v int, CONSTRAINT small CHECK (v < 2)']) {
    await runMysql(to, 'DROP TABLE IF EXISTS t', `CREATE TABLE t (k int PRIMARY KEY, ${rule})`)
    for (const mode of ['replace', 'upsert', 'append'] as const) {
      const result = await moveAcross(endpointOf(source), mysqlEndpoint(to), [
        { entity: 'public.t', target: 't', mode, ...(mode === 'upsert' && { key: ['k'] }) },
      ])
      const [problem] = problems(result)
      expect(problem?.code).toBe('CONSTRAINT')
      expect(problem && inEnglish(problem.message)).not.toContain('_millrace')
    }
  }
})
