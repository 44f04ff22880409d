import { expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { StreamState } from '../../src/engine/move/run/stream-request.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Database, endpointOf, run, statuses } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let source: Database
let to: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, to } = ends)
})

/** Runs that know what the last one that succeeded knew. */
function runs() {
  let memory: StreamState | undefined
  return async () => {
    let described: StreamState['columns']
    const notes: string[] = []
    const result = await moveAcross(
      endpointOf(source),
      mysqlEndpoint(to),
      [{ entity: 'public.t', target: `${to.database}.t`, mode: 'upsert' }],
      {
        stateOf: () => memory,
        onEvent: (event) => {
          if (event.kind === 'columns') described = event.columns
          if (event.kind === 'log') notes.push(inEnglish(event.message))
        },
      },
    )
    expect(statuses(result)).toEqual(['succeeded'])
    if (described) memory = { columns: described }
    return notes.filter((note) => note.includes('follow the source'))
  }
}

it('a key of MySQL follows its source as far as an index can, and so does a column with an index of its own', async () => {
  await run(source, 'CREATE TABLE t (a varchar(20), b varchar(20), c varchar(20), PRIMARY KEY (a, b))')
  await run(source, `INSERT INTO t VALUES ('a', 'b', 'c')`)
  const again = runs()
  expect(await again()).toEqual([])
  await runMysql(to, 'CREATE INDEX by_c ON t (c DESC)')

  for (const column of ['a', 'b', 'c']) await run(source, `ALTER TABLE t ALTER ${column} TYPE text`)
  const long = 'x'.repeat(300)
  await run(source, `INSERT INTO t VALUES ('${long}', 'b', '${long}')`)
  expect(await again()).toHaveLength(1)
  const [table] = await runMysql(to, 'SHOW CREATE TABLE t')
  expect(table?.['Create Table']).toMatch(/`a` varchar\(384\)[\s\S]*`b` varchar\(384\)[\s\S]*`c` varchar\(768\)/)
  expect(await runMysql(to, 'SELECT a, b, c FROM t ORDER BY LENGTH(a)')).toEqual([
    { a: 'a', b: 'b', c: 'c' },
    { a: long, b: 'b', c: long },
  ])
})

it('a key that cannot be wider is not told as changed', async () => {
  await run(source, 'CREATE TABLE t (a varchar(2000) PRIMARY KEY)')
  const again = runs()
  await again()
  await run(source, 'ALTER TABLE t ALTER a TYPE text')
  expect(await again()).toEqual([])
  expect(await again()).toEqual([])
})
