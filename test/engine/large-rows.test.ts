import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import { limitRowMemory } from '../../src/engine/formats/row-memory.ts'
import { numbers } from '../support/mariadb/numbers.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'
import { endpointOf, freshDatabase, moveBetween, problems, replace, run } from './move-between.ts'
import { freshMysql, moveAcross, mysqlEndpoint } from './move-mysql.ts'

const MEGABYTE = 1 << 20

let mariadb: RunningMariadb
let postgres: RunningPostgres
beforeAll(async () => {
  ;[mariadb, postgres] = await Promise.all([startMariadb(), startPostgres()])
  limitRowMemory({ row: 3 * MEGABYTE, all: Infinity })
})
afterEach(() => limitRowMemory({ row: 3 * MEGABYTE, all: Infinity }))
afterAll(async () => {
  limitRowMemory({ row: 64 * MEGABYTE, all: 256 * MEGABYTE })
  await Promise.all([mariadb.stop(), postgres.stop()])
})

const NONE = [undefined, undefined]

const refusal = (entity: string) => [
  expect.objectContaining({
    code: 'ROW_TOO_LARGE',
    message: says(`A row of ${entity} has more than 3 MB.`),
    hint: says(expect.stringContaining('ROW_MEMORY')),
  }),
  undefined,
]

it('a row of Postgres that is larger than the setting fails its table, which is named, and the old rows stay', async () => {
  const [source, destination] = await Promise.all([freshDatabase(postgres), freshMysql(mariadb)])
  const files = (megabytes: number) =>
    `create table files as select n as id, repeat('x', ${megabytes * MEGABYTE}) as body from generate_series(1, 3) n`
  await run(source, files(2), 'create table small as select 1 as id')
  const targetOf = (table: string) => `${destination.database}.${table}`
  const moved = async () =>
    problems(
      await moveAcross(endpointOf(source), mysqlEndpoint(destination), [
        replace('public.files', targetOf('files')),
        replace('public.small', targetOf('small')),
      ]),
    )
  expect(await moved()).toEqual(NONE)
  await run(source, 'drop table files', files(4))
  expect(await moved()).toEqual(refusal('public.files'))
  expect(await runMysql(destination, 'SELECT count(*) AS count FROM files')).toEqual([{ count: '3' }])
  limitRowMemory({ row: 5 * MEGABYTE, all: Infinity })
  expect(await moved()).toEqual(NONE)
})

it('a row between two Postgres may have any size, because its bytes pass through in pieces', async () => {
  const [source, destination] = await Promise.all([freshDatabase(postgres), freshDatabase(postgres)])
  await run(source, `create table files as select 1 as id, repeat('x', ${9 * MEGABYTE}) as body`)
  expect(problems(await moveBetween(source, destination, [replace('public.files')]))).toEqual([undefined])
  expect(await run(destination, 'select length(body) from files')).toEqual([{ length: String(9 * MEGABYTE) }])
})

it('a row of MySQL, which comes in several packets when it is long, is refused in the same way', async () => {
  const [source, destination] = await Promise.all([freshMysql(mariadb), freshDatabase(postgres)])
  await runMysql(
    source,
    `CREATE TABLE files AS SELECT seq AS id, REPEAT('x', ${4 * MEGABYTE}) AS body FROM ${numbers(3)}`,
    'CREATE TABLE small AS SELECT 1 AS id',
  )
  const entity = `${source.database}.files`
  const moved = async () =>
    problems(
      await moveAcross(mysqlEndpoint(source), endpointOf(destination), [
        replace(entity, 'public.files'),
        replace(`${source.database}.small`, 'public.small'),
      ]),
    )
  expect(await moved()).toEqual(refusal(entity))
  limitRowMemory({ row: 5 * MEGABYTE, all: Infinity })
  expect(await moved()).toEqual(NONE)
})
