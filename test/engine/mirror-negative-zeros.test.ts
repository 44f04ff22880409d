import { expect, it } from 'vitest'
import { isMysql } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { startMirrorIntoMysql } from './mirror-into-mysql-support.ts'
import { LOGICAL } from './mirror-support.ts'
import { type Database, endpointOf, run } from './move-between.ts'
import type { WatchedMirror } from './watched-mirror.ts'

let source: Database
let destination: Database
let to: MysqlDatabase

givenBothSystems(
  (ends) => {
    ;({ source, destination, to } = ends)
  },
  { settings: LOGICAL },
)

const TABLE = 'CREATE TABLE t (id int PRIMARY KEY, f double precision, w text)'

/** @returns how many values the mirror has told of */
async function told(mirror: WatchedMirror): Promise<number> {
  await mirror.caughtUp()
  await run(source, `INSERT INTO t VALUES (1, '-0', '-0'), (2, -1.5, NULL), (3, '-0', NULL), (4, 0, '-0')`)
  await run(source, `UPDATE t SET f = '-0' WHERE id = 2`)
  await mirror.caughtUp()
  await mirror.stop()
  return mirror.batches.flatMap(({ tables }) => tables).reduce((sum, { unsigned = 0 }) => sum + unsigned, 0)
}

it('values -0 that numeric of Postgres does not have are counted', async () => {
  await run(source, TABLE)
  await run(destination, TABLE.replace('double precision', 'numeric'))
  const mirror = await startMirrorIntoMysql(endpointOf(source), { postgres: destination }, { 'public.t': 't' })
  expect(await told(mirror)).toBeGreaterThanOrEqual(3)
  expect(await run(destination, 'SELECT f::text FROM t ORDER BY id')).toEqual(['0', '0', '0', '0'].map((f) => ({ f })))
})

it('values -0 that MariaDB does not have are counted', async () => {
  await run(source, TABLE)
  const mirror = await startMirrorIntoMysql(endpointOf(source), to, { 'public.t': 't' })
  const count = await told(mirror)
  if (isMysql) expect(count).toBe(0)
  else expect(count).toBeGreaterThanOrEqual(3)
  const zero = isMysql ? '-0' : '0'
  expect(await runMysql(to, 'SELECT f FROM t ORDER BY id')).toEqual([zero, zero, zero, '0'].map((f) => ({ f })))
})
