import { expect, it } from 'vitest'

import type { SqlHooks } from '../../src/engine/move/run/move-request.ts'
import { ConnectorError } from '../../src/engine/ports/connector.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenMysql } from './given-mysql.ts'
import { moveTable } from './move-mysql.ts'

let from: MysqlDatabase
let to: MysqlDatabase

givenMysql((ends) => {
  ;({ from, to } = ends)
})

const NOTHING = async () => {}
const moveT = async (sql: Pick<SqlHooks, 'before' | 'after'>, signal?: AbortSignal) => {
  await runMysql(from, 'CREATE TABLE IF NOT EXISTS t (id int PRIMARY KEY)')
  await runMysql(from, 'REPLACE INTO t VALUES (1), (2)')
  const around: SqlHooks = { ...sql, isDone: () => false, begin: NOTHING, done: NOTHING }
  return moveTable({ from, to }, { mode: 'append' }, { sql: around, ...(signal && { signal }) }).catch(
    (error: unknown) => {
      if (error instanceof ConnectorError) return error.problem
      throw error
    },
  )
}

it('MySQL executes several statements around the rows', async () => {
  await runMysql(to, 'CREATE TABLE said (what varchar(20))')
  const moved = await moveT({
    before: `CREATE TABLE t (id int PRIMARY KEY, note varchar(9) DEFAULT 'new'); INSERT INTO said VALUES ('before')`,
    after: `INSERT INTO said SELECT CONCAT('after ', COUNT(*)) FROM t WHERE note = 'new'; SELECT 1;`,
  })

  expect(moved).toMatchObject({ streams: [{ status: 'succeeded', rowsWritten: 2 }] })
  expect(await runMysql(to, 'SELECT * FROM said')).toMatchObject([{ what: 'before' }, { what: 'after 2' }])
})

it('MySQL says why they failed: before the rows nothing is moved, after them they stay', async () => {
  expect(await moveT({ before: 'SELECT * FROM nowhere' })).toMatchObject({
    code: 'SQL_BEFORE_FAILED',
    side: 'destination',
  })
  expect(await runMysql(to, 'SHOW TABLES')).toEqual([])
  expect(await moveT({ after: 'SELECT 1; SELECT * FROM nowhere' })).toMatchObject({ code: 'SQL_AFTER_FAILED' })
  expect(await runMysql(to, 'SELECT COUNT(*) AS c FROM t')).toMatchObject([{ c: expect.anything() }])
})
