import { expect, it } from 'vitest'
import type { MysqlDatabase } from '../support/mariadb/run-mysql.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Database, endpointOf, moveBetween, problems, replace, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let source: Database
let destination: Database
let from: MysqlDatabase
givenBothSystems((ends) => {
  ;({ source, destination, from } = ends)
})

const there = async () => (await run(destination, 'SELECT v::text AS v FROM t')).map(({ v }) => v)
const moved = () => moveBetween(source, destination, [replace('public.t', 'public.t')])
const given = (database: Database, type: string) => run(database, `CREATE TABLE t (id int PRIMARY KEY, v ${type})`)

it.each(['interval(0)', 'interval(3)'])('an interval is not rounded: %s of the target is refused', async (type) => {
  await given(source, 'interval')
  await run(source, `INSERT INTO t VALUES (1, '04:05:06.789123')`)
  await given(destination, type)
  expect(problems(await moved())).toMatchObject([{ code: 'TARGET_MISMATCH' }])
  expect(await there()).toEqual([])
})

it.each(['interval', 'interval(6)', 'text'])('an interval arrives whole in %s', async (type) => {
  await given(source, 'interval')
  await run(source, `INSERT INTO t VALUES (1, '1 day -04:05:06.789123')`)
  await given(destination, type)
  expect(problems(await moved())).toEqual([undefined])
  expect(await there()).toEqual(['1 day -04:05:06.789123'])
})

it('an interval of fewer digits arrives in a column of the same type', async () => {
  for (const database of [source, destination]) await given(database, 'interval(3)')
  await run(source, `INSERT INTO t VALUES (1, '04:05:06.789')`)
  expect(problems(await moved())).toEqual([undefined])
  expect(await there()).toEqual(['04:05:06.789'])
})

it('a time of MySQL is not rounded', async () => {
  await runMysql(from, 'CREATE TABLE t (id int PRIMARY KEY, v time(6))', `INSERT INTO t VALUES (1, '-00:00:00.000001')`)
  await given(destination, 'interval(0)')
  const stream = { entity: `${from.database}.t`, target: 'public.t', mode: 'upsert', key: ['id'] } as const
  const result = await moveAcross(mysqlEndpoint(from), endpointOf(destination), [stream])
  expect(problems(result)).toMatchObject([{ code: 'TARGET_MISMATCH' }])
})
