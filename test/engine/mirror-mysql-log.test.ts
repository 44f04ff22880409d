import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cutInLog } from '../faults/cut-in-log.ts'
import { startTcpProxy } from '../faults/proxy.ts'
import { isMysql } from '../support/mariadb/mysql-server.ts'
import { between, numbers } from '../support/mariadb/numbers.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { startMirrorIntoMysql } from './mirror-into-mysql-support.ts'
import { ROW_LOG } from './mirror-mysql-support.ts'
import { type Database, run } from './move-between.ts'
import { mysqlEndpoint } from './move-mysql.ts'
import { slowFirstBatches } from './slow-first-batches.ts'

let source: MysqlDatabase
let destination: Database
let other: RunningMariadb

/** A server that waits a second for whoever does not read. */
givenBothSystems(
  (ends) => {
    source = ends.from
    destination = ends.destination
  },
  { mariadb: { settings: { ...ROW_LOG, 'net-write-timeout': '1', 'net-read-timeout': '1' } } },
)

beforeAll(async () => {
  other = await startMariadb({ settings: ROW_LOG })
})
afterAll(() => other?.stop())

const SUMS = `SELECT (SELECT count(*) FROM t) AS n, (SELECT sum(id * (n + 1)) FROM t) AS t, (SELECT count(*) FROM k) AS c, (SELECT sum(n * n) FROM k) AS k`
const CREATE = [
  'CREATE TABLE t (id int PRIMARY KEY, n int, a varchar(300))',
  `INSERT INTO t (id, n) SELECT seq, seq FROM ${numbers(50)}`,
  'CREATE TABLE k (n int)',
  'CREATE TABLE other (n int)',
]

/** Of memory outside of the heap, after what nobody holds has gone. */
function heldBytes(): number {
  globalThis.gc?.()
  return process.memoryUsage().arrayBuffers
}
const tables = () => ({ [`${source.database}.t`]: 't', [`${source.database}.k`]: 'k' })
const mirrorOf = (from: MysqlDatabase, options: Parameters<typeof startMirrorIntoMysql>[3] = {}) =>
  startMirrorIntoMysql(mysqlEndpoint(from), { postgres: destination }, tables(), options)
type Following = Awaited<ReturnType<typeof mirrorOf>>

beforeEach(() => runMysql(source, ...CREATE))

async function expectEqual(mirror: Following, from: MysqlDatabase = source): Promise<void> {
  await mirror.caughtUp()
  // After a gap, both sides are compared while the mirror goes on.
  await expect.poll(() => run(destination, SUMS), { timeout: 30_000 }).toEqual(await runMysql(from, SUMS))
}

describe('a log of MariaDB', () => {
  // Servers of the tests are made from one folder, which has the id of MySQL in it.
  it.runIf(!isMysql)(
    'of another server with the same names is a gap, and the tables are those of that server afterwards',
    async () => {
      const mirror = await mirrorOf(source)
      await mirror.caughtUp()
      await runMysql(source, 'INSERT INTO t (id, n) VALUES (100, 1)')
      await expectEqual(mirror)
      await mirror.stop()
      await runMysql(other, `CREATE DATABASE ${source.database}`)
      const promoted = { ...other, database: source.database }
      await runMysql(promoted, ...CREATE, 'INSERT INTO t (id, n) VALUES (101, 2)', 'INSERT INTO k VALUES (4), (4)')
      const again = await mirrorOf(promoted, { due: () => [] })
      await expectEqual(again, promoted)
      expect(again.gaps).toEqual(['LOG_GAP'])
      await runMysql(promoted, 'UPDATE t SET n = 7 WHERE id = 3')
      await expectEqual(again, promoted)
      await again.stop()
    },
  )

  it('whose transaction takes longer to apply than the server waits is read once', async () => {
    const { wrapLoad, parts } = slowFirstBatches(4_000)
    const mirror = await mirrorOf(source, { wrapLoad })
    await mirror.caughtUp()
    // More than the sockets of both sides hold.
    await runMysql(source, `INSERT INTO t SELECT seq, 1, REPEAT('x', 300) FROM ${between(1000, 120000)}`)
    await expectEqual(mirror)
    expect([parts() > 3, mirror.divergent, mirror.batches.length]).toEqual([true, 0, 1])
    await mirror.stop()
  })

  it('of keys of two columns leaves the rows in the state that it had last', async () => {
    await runMysql(
      source,
      'DROP TABLE t',
      'CREATE TABLE t (id int, n int, a int, PRIMARY KEY (id, n))',
      'INSERT INTO t VALUES (3, 4, 34), (4, 3, 43), (7, 7, 77)',
    )
    const mirror = await mirrorOf(source)
    await mirror.caughtUp()
    await runMysql(
      source,
      'BEGIN',
      'INSERT INTO t VALUES (1, 1, 1)',
      'DELETE FROM t WHERE id = 1',
      'INSERT INTO t VALUES (1, 1, 2), (1, 2, 3)',
      'DELETE FROM t WHERE n = 1',
      'DELETE FROM t WHERE id = 7',
      'INSERT INTO t VALUES (7, 7, 78)',
      'UPDATE t SET id = 0 WHERE id = 3',
      'UPDATE t SET id = 3, n = 4 WHERE id = 4',
      'UPDATE t SET id = 4, n = 3 WHERE id = 0',
      'COMMIT',
    )
    await mirror.caughtUp()
    const rows = 'SELECT id, n, a FROM t ORDER BY id, n'
    expect(await run(destination, rows)).toEqual(await runMysql(source, rows))
    expect(mirror.divergent).toBe(0)
    await mirror.stop()
  })

  it('that ends at any byte, also between the id of a transaction and its end, loses and doubles nothing', async () => {
    const first = await mirrorOf(source)
    await first.caughtUp()
    await first.stop()
    for (let round = 0; round < 24; round++) {
      await runMysql(
        source,
        ...(isMysql ? [] : [`SET gtid_domain_id = ${round % 3}`]),
        'BEGIN',
        `INSERT INTO k VALUES (${round}), (${round})`,
        `INSERT INTO t (id, n) VALUES (${500 + round}, ${round})`,
        `UPDATE t SET n = n + 1 WHERE id <= ${round + 1}`,
        'COMMIT',
        `DELETE FROM k WHERE n = ${round} LIMIT 1`,
      )
      const proxy = await startTcpProxy(source, cutInLog(300 + round * 61))
      const mirror = await mirrorOf({ ...source, port: proxy.port }).catch(() => undefined)
      if (mirror) await Promise.race([mirror.ended.catch(() => {}), sleep(1_500)])
      await mirror?.stop().catch(() => {})
      await mirror?.settled
      await proxy.stop()
    }
    const last = await mirrorOf(source)
    await expectEqual(last)
    expect([last.divergent, last.gaps, [...last.paused]]).toEqual([0, [], []])
    await last.stop()
  })

  it('keeps few rows of a large transaction that is only prepared, and has them when it is committed', async () => {
    const first = await mirrorOf(source)
    await first.caughtUp()
    const [before, most] = [heldBytes(), () => Math.round((heldBytes() - before) / 2 ** 20)]
    for (const name of ['kept', 'gone', 'others'])
      await runMysql(
        source,
        `XA START '${name}'`,
        name === 'others'
          ? 'INSERT INTO other VALUES (1)'
          : `INSERT INTO t SELECT seq + ${name === 'kept' ? 200000 : 0}, 1, REPEAT('x', 300) FROM ${between(1000, 100000)}`,
        `XA END '${name}'`,
        `XA PREPARE '${name}'`,
      )
    await runMysql(source, 'INSERT INTO k VALUES (1), (1)')
    await expectEqual(first)
    expect(most()).toBeLessThan(40)
    await first.stop()
    const second = await mirrorOf(source)
    await runMysql(
      source,
      `XA ROLLBACK 'gone'`,
      'INSERT INTO k VALUES (2)',
      `XA COMMIT 'kept'`,
      'INSERT INTO k VALUES (3)',
      `XA COMMIT 'others'`,
    )
    await expectEqual(second)
    expect([second.divergent, second.gaps, [...second.paused]]).toEqual([0, [], []])
    await runMysql(source, 'DELETE FROM t WHERE id > 300000')
    await expectEqual(second)
    await second.stop()
  })
})
