import { beforeEach, describe, expect, it } from 'vitest'

import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { isMysql, isOlderMysql } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenMysql } from './given-mysql.ts'
import type { Attempt } from './move-between.ts'
import { bookkeepingTables, moveTable } from './move-mysql.ts'

let from: MysqlDatabase
let to: MysqlDatabase

// MySQL has it since 8; another server overlooks it.
givenMysql(
  (ends) => {
    ;({ from, to } = ends)
  },
  { settings: { 'loose-sql-require-primary-key': '1', 'local-infile': '0' } },
)

const REFUSES = isMysql && !isOlderMysql(8)

const moved = async (stream: Partial<StreamRequest>, attempt: Attempt = {}) =>
  (await moveTable({ from, to }, { mode: 'upsert', ...stream }, attempt)).streams[0]

const ids = async () => (await runMysql(to, 'SELECT id FROM t ORDER BY id')).map(({ id }) => Number(id))

describe('a server that accepts only tables with a primary key', () => {
  beforeEach(async () => {
    await runMysql(from, 'CREATE TABLE t (id int PRIMARY KEY, changed bigint NOT NULL, v varchar(20))')
    await runMysql(from, `INSERT INTO t VALUES (1, 1, 'a'), (2, 2, 'b'), (3, 3, 'c'), (4, 4, 'd')`)
  })

  it.each(['replace', 'append', 'upsert'] as const)('gets a table with its key: %s', async (mode) => {
    expect(await moved({ mode })).toMatchObject({ status: 'succeeded' })
    await runMysql(from, 'DELETE FROM t WHERE id < 4', 'UPDATE t SET id = 5')
    expect(await moved({ mode })).toMatchObject({ status: 'succeeded' })
    expect(await ids()).toEqual(mode === 'replace' ? [5] : [1, 2, 3, 4, 5])
    expect(await bookkeepingTables(to)).toEqual([])
  })

  it.each([{ limit: 100 }, { limit: 100, column: 'deleted_at' }])(
    'loses the rows that are gone: %o',
    async (vanished) => {
      const stream = { cursor: { column: 'changed' }, vanished }
      expect(await moved(stream)).toMatchObject({ status: 'succeeded' })
      await runMysql(from, 'DELETE FROM t WHERE id = 2')
      const readUpTo = { stateOf: () => ({ cursor: { column: 'changed', highWaterMark: '4' } }) }
      expect(await moved(stream, { ...readUpTo, dry: true })).toMatchObject({ status: 'succeeded' })
      const found = await moved(stream, readUpTo)
      expect(found).toMatchObject({
        status: 'succeeded',
        ...(vanished.column ? { rowsMarked: 1 } : { rowsRemoved: 1 }),
      })
    },
  )

  it.each(['replace', 'append', 'upsert'] as const)('is compared in a dry run: %s', async (mode) => {
    for (const dry of [true, false, true]) expect(await moved({ mode }, { dry })).toMatchObject({ status: 'succeeded' })
  })

  it('rejects rows that break a constraint', async () => {
    await runMysql(to, 'CREATE TABLE t (id int PRIMARY KEY, changed bigint NOT NULL, v varchar(20), UNIQUE (v))')
    await runMysql(from, `UPDATE t SET v = 'a' WHERE id = 3`)
    const rejects = {
      ...{ days: 14, begin: () => {}, keep: () => true },
      ...{ finalize: async () => {}, countRejected: async () => 0 },
    }
    const stream = await moved({ mode: 'replace', onInvalid: 'reject' }, { rejects })
    expect(stream).toMatchObject({ status: 'succeeded', rowsRejected: 1 })
  })

  it('says how it would take a table without one', async () => {
    await runMysql(
      from,
      'DROP TABLE t',
      // The source is on the same server.
      REFUSES ? 'CREATE VIEW t AS SELECT 1 AS id' : 'CREATE TABLE t (id int)',
    )
    const stream = await moved({ mode: 'replace' })
    expect(stream?.error?.code).toBe(REFUSES ? 'KEY_REQUIRED' : undefined)
    if (REFUSES) expect(JSON.stringify(stream?.error?.hint)).toContain('sql_generate_invisible_primary_key')
  })
})
