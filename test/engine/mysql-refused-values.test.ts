import { expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Database, endpointOf, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let source: Database
let to: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, to } = ends)
})

const refused = async (stream: Pick<StreamRequest, 'mode' | 'key'>) => {
  const { streams } = await moveAcross(endpointOf(source), mysqlEndpoint(to), [
    { entity: 'public.t', target: `${to.database}.t`, ...stream },
  ])
  const error = streams[0]?.error
  return `${error?.code}: ${error ? inEnglish(error.message) : ''}`
}

it.each(['replace', 'append', 'upsert'] as const)(
  'a number that MySQL does not have is refused by its row and column, and no table of ours is named (%s)',
  async (mode) => {
    await run(source, 'CREATE TABLE t (id int PRIMARY KEY, d float8)', `INSERT INTO t VALUES (1, 1.5), (2, 'NaN')`)
    const said = await refused({ mode })
    expect(said).toMatch(/^VALUE_NOT_REPRESENTABLE: Row 2, column "d": the target cannot hold the value/)
    expect(said).not.toContain('_millrace_')
  },
)

it.each(['replace', 'append'] as const)('nor by the error about a value that exists twice (%s)', async (mode) => {
  await run(source, 'CREATE TABLE t (id int, v int)', 'INSERT INTO t VALUES (1, 7), (2, 7)')
  await runMysql(to, 'CREATE TABLE t (id int, v int, UNIQUE KEY once (v))')
  const said = await refused({ mode })
  expect(said).toMatch(/^CONSTRAINT: .*Duplicate entry '7' for key '(t\.)?once'/)
  expect(said).not.toContain('_millrace_')
})
