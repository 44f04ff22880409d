import { expect, it } from 'vitest'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { startMirrorIntoMysql } from './mirror-into-mysql-support.ts'
import { LOGICAL } from './mirror-support.ts'
import { type Database, endpointOf, run } from './move-between.ts'

let source: Database
let destination: MysqlDatabase

givenBothSystems(
  (ends) => {
    source = ends.source
    destination = ends.to
  },
  { mariadb: { settings: { 'local-infile': '0' } }, settings: LOGICAL },
)

it('a server that takes no LOAD DATA gets the same rows by INSERT, in the transaction of their place in the log', async () => {
  await run(
    source,
    'CREATE TABLE t (id int PRIMARY KEY, a text, b bytea, c boolean)',
    `INSERT INTO t SELECT n, 'a' || n, '\\x00ff', n % 2 = 0 FROM generate_series(1, 100) n`,
  )
  const mirror = await startMirrorIntoMysql(endpointOf(source), destination, { 'public.t': 't' })
  await mirror.caughtUp()
  await run(
    source,
    `BEGIN; INSERT INTO t SELECT n, E'\\'\\\\\\n\\t' || repeat('x', 1000), '\\x27', NULL FROM generate_series(101, 3000) n; UPDATE t SET id = -id WHERE id < 20; DELETE FROM t WHERE id BETWEEN 50 AND 60; COMMIT`,
  )
  await mirror.caughtUp()
  const all = (bytes: string, flag: string) => `SELECT id, md5(a) AS a, ${bytes} AS b, ${flag} AS c FROM t ORDER BY id`
  expect(await runMysql(destination, all('LOWER(HEX(b))', 'c'))).toEqual(
    await run(source, all(`encode(b, 'hex')`, 'c::int::text')),
  )
  expect([mirror.divergent, [...mirror.paused]]).toEqual([0, []])
  await mirror.stop()
})
