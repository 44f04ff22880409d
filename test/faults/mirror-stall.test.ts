// First: time runs faster in this file, so that nobody waits for the patience of the product.
import './hurry.ts'

import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMirrorIntoMysql } from '../engine/mirror-into-mysql-support.ts'
import { ROW_LOG } from '../engine/mirror-mysql-support.ts'
import { LOGICAL } from '../engine/mirror-support.ts'
import { endpointOf, freshDatabase, run } from '../engine/move-between.ts'
import { freshMysql, mysqlEndpoint } from '../engine/move-mysql.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { startTcpProxy } from './proxy.ts'

let postgres: RunningPostgres
let mariadb: RunningMariadb

beforeAll(async () => {
  ;[postgres, mariadb] = await Promise.all([startPostgres({ settings: LOGICAL }), startMariadb({ settings: ROW_LOG })])
})
afterAll(() => Promise.all([postgres?.stop(), mariadb?.stop()]))

const TABLE = 'CREATE TABLE t (id int PRIMARY KEY, n int)'

/** A mirror between both systems, in either direction. */
async function ends(from: 'postgres' | 'mysql') {
  const [own, other] = [await freshDatabase(postgres), await freshMysql(mariadb)]
  const isFromPostgres = from === 'postgres'
  return {
    source: isFromPostgres ? own : other,
    destination: isFromPostgres ? other : own,
    write: (...sql: string[]) => (isFromPostgres ? run(own, ...sql) : runMysql(other, ...sql)),
    read: (sql: string) => (isFromPostgres ? runMysql(other, sql) : run(own, sql)),
    start: (port: number, destinationPort: number) =>
      startMirrorIntoMysql(
        isFromPostgres ? endpointOf({ ...own, port }) : mysqlEndpoint({ ...other, port }),
        isFromPostgres ? other : { postgres: own },
        { [isFromPostgres ? 'public.t' : `${other.database}.t`]: 't' },
        { account: { port: destinationPort } },
      ),
  }
}

it.each([
  ['postgres', 'source'],
  ['postgres', 'destination'],
  ['mysql', 'source'],
  ['mysql', 'destination'],
] as const)(
  'a mirror from %s whose %s goes silent without a word ends, and the next one has everything once',
  async (from, end) => {
    const { source, destination, write, read, start } = await ends(from)
    await write(TABLE, 'INSERT INTO t VALUES (1, 1), (2, 2)')
    const first = await start(source.port, destination.port)
    await first.caughtUp()
    await first.stop()
    const proxy = await startTcpProxy(end === 'source' ? source : destination)
    const mirror = await start(
      end === 'source' ? proxy.port : source.port,
      end === 'source' ? destination.port : proxy.port,
    )
    await write('INSERT INTO t VALUES (3, 3)')
    await expect.poll(() => read('SELECT id FROM t WHERE id = 3'), { timeout: 20_000 }).toHaveLength(1)
    proxy.goDark()
    await write('UPDATE t SET n = n + 1', 'INSERT INTO t VALUES (4, 4)')
    await expect(mirror.ended).rejects.toMatchObject({ problem: { retryable: true } })
    await proxy.stop()
    await mirror.settled
    const last = await start(source.port, destination.port)
    await last.caughtUp()
    expect(await read('SELECT id, n FROM t ORDER BY id')).toEqual([
      { id: '1', n: '2' },
      { id: '2', n: '3' },
      { id: '3', n: '4' },
      { id: '4', n: '4' },
    ])
    expect([last.divergent, last.gaps]).toEqual([0, []])
    await last.stop()
  },
)
