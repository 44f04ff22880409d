import { describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { StreamRequest } from '../../src/engine/move/move.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Database, endpointOf, problems, replace, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

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
  expect(notes).toEqual([expect.stringContaining('one that comes later overwrites the other')])
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
