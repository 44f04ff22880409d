import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { isMysql } from '../support/mariadb/mysql-server.ts'
import { between, numbers } from '../support/mariadb/numbers.ts'
import { connectMysql, type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { ROW_LOG, rowsIn, startMysqlMirror } from './mirror-mysql-support.ts'
import { type Database, run } from './move-between.ts'

let source: MysqlDatabase
let destination: Database

givenBothSystems(
  (ends) => {
    source = ends.from
    destination = ends.destination
  },
  { mariadb: { settings: ROW_LOG } },
)

const T = { t: { columns: ['id', 'a', 'b'], key: ['id'] } }
const mirrored = (table = 't') => run(destination, `SELECT * FROM ${table} ORDER BY 1, 2`)
const original = (table = 't') => rowsIn(source, table)

beforeEach(async () => {
  await runMysql(
    source,
    'CREATE TABLE t (id int PRIMARY KEY, a varchar(100), b text)',
    `INSERT INTO t SELECT seq, CONCAT('a', seq), CONCAT('b', seq) FROM ${numbers(10)}`,
  )
})

/** What the mirror has is what the source has, and nothing was otherwise before. */
async function expectEqual(mirror: Awaited<ReturnType<typeof startMysqlMirror>>): Promise<void> {
  await mirror.caughtUp()
  expect(await mirrored()).toEqual(await original())
  expect(mirror.divergent).toBe(0)
}

describe('a table of MariaDB that is followed', () => {
  it('is copied first, then gets what is inserted, changed and deleted, and equals it', async () => {
    const mirror = await startMysqlMirror(source, destination, T)
    await mirror.caughtUp()
    expect(await mirrored()).toEqual(await original())
    await runMysql(
      source,
      `INSERT INTO t VALUES (11, 'tab\\t newline\\n back\\\\ return\\r \\b', NULL), (12, '', '\\\\N')`,
      `UPDATE t SET a = 'changed' WHERE id < 3`,
      'DELETE FROM t WHERE id = 5',
      'UPDATE t SET id = 100 WHERE id = 6',
      'UPDATE t SET id = 6 WHERE id = 7',
      'DELETE FROM t WHERE id = 12',
    )
    await expectEqual(mirror)
    await mirror.stop()
  })

  it('has rows that have exchanged their keys, and those of transactions that were committed only', async () => {
    const mirror = await startMysqlMirror(source, destination, T)
    await mirror.caughtUp()
    await runMysql(
      source,
      'BEGIN',
      'UPDATE t SET id = 0 WHERE id = 3',
      'UPDATE t SET id = 3 WHERE id = 4',
      'UPDATE t SET id = 4 WHERE id = 0',
      'SAVEPOINT s',
      'DELETE FROM t',
      'ROLLBACK TO s',
      'COMMIT',
      'BEGIN',
      'DELETE FROM t',
      'ROLLBACK',
    )
    await expectEqual(mirror)
    await mirror.stop()
  })

  it('is emptied where the source was', async () => {
    const mirror = await startMysqlMirror(source, destination, T)
    await mirror.caughtUp()
    await runMysql(source, `INSERT INTO t VALUES (70, 'x', 'y')`, 'TRUNCATE t', `INSERT INTO t VALUES (71, 'x', 'y')`)
    await expectEqual(mirror)
    await mirror.stop()
  })

  it('goes on where it stopped', async () => {
    const first = await startMysqlMirror(source, destination, T)
    await first.caughtUp()
    await runMysql(source, `UPDATE t SET a = 'one'`)
    await first.caughtUp()
    await first.stop()
    await runMysql(source, `UPDATE t SET a = 'two' WHERE id > 3`, `INSERT INTO t VALUES (13, 'late', NULL)`)
    const second = await startMysqlMirror(source, destination, T)
    await expectEqual(second)
    expect(second.batches.flatMap(({ tables }) => tables)).toEqual([
      { name: `${source.database}.t`, inserted: 1, updated: 7, deleted: 0, divergent: 0 },
    ])
    await second.stop()
  })

  it.runIf(!isMysql)('has the transactions of several domains', async () => {
    const mirror = await startMysqlMirror(source, destination, T)
    await mirror.caughtUp()
    for (let round = 0; round < 5; round++)
      await runMysql(
        source,
        `SET gtid_domain_id = ${round % 3}`,
        `INSERT INTO t VALUES (${200 + round}, 'domain', NULL)`,
        `UPDATE t SET a = '${round}' WHERE id < 4`,
      )
    await expectEqual(mirror)
    await mirror.stop()
    await runMysql(source, 'SET gtid_domain_id = 1', `UPDATE t SET a = 'off' WHERE id = 2`)
    const again = await startMysqlMirror(source, destination, T)
    await expectEqual(again)
    await again.stop()
  })

  it('reads compressed events', async () => {
    const mirror = await startMysqlMirror(source, destination, T)
    await mirror.caughtUp()
    await runMysql(
      source,
      ...(isMysql
        ? ['SET binlog_transaction_compression = 1']
        : ['SET GLOBAL log_bin_compress = 1, GLOBAL log_bin_compress_min_len = 10']),
      `INSERT INTO t SELECT seq, REPEAT('x', 90), REPEAT('y', 3000) FROM ${between(300, 350)}`,
      `UPDATE t SET b = REPEAT('z', 3000) WHERE id > 320`,
      'DELETE FROM t WHERE id > 340',
      ...(isMysql ? [] : ['SET GLOBAL log_bin_compress = 0']),
    )
    await expectEqual(mirror)
    await mirror.stop()
  })

  it('applies rows of which the log has the changed values only', async () => {
    const mirror = await startMysqlMirror(source, destination, T)
    await mirror.caughtUp()
    await runMysql(
      source,
      `SET binlog_row_image = 'MINIMAL'`,
      `INSERT INTO t (id, a) VALUES (80, 'without b')`,
      `UPDATE t SET a = 'minimal' WHERE id < 4`,
      `UPDATE t SET id = 90, b = 'moved' WHERE id = 5`,
      'DELETE FROM t WHERE id = 6',
      `SET binlog_row_image = 'NOBLOB'`,
      `UPDATE t SET a = 'no blob' WHERE id = 7`,
    )
    await expectEqual(mirror)
    await mirror.stop()
  })
})

describe('a prepared transaction', () => {
  it('counts when it is committed, also if the mirror was off meanwhile, and never if it is rolled back', async () => {
    const mirror = await startMysqlMirror(source, destination, T)
    await mirror.caughtUp()
    await runMysql(
      source,
      `XA START 'kept'`,
      `INSERT INTO t VALUES (500, 'kept', 'x')`,
      `UPDATE t SET a = 'kept' WHERE id = 1`,
      `XA END 'kept'`,
      `XA PREPARE 'kept'`,
    )
    await runMysql(source, `XA START 'gone'`, 'DELETE FROM t WHERE id = 2', `XA END 'gone'`, `XA PREPARE 'gone'`)
    await runMysql(source, `INSERT INTO t VALUES (501, 'between', 'x')`)
    await mirror.caughtUp()
    expect((await mirrored()).map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '501'])
    await mirror.stop()
    await runMysql(source, `UPDATE t SET a = 'later' WHERE id = 9`, `XA ROLLBACK 'gone'`, `XA COMMIT 'kept'`)
    const again = await startMysqlMirror(source, destination, T)
    await expectEqual(again)
    await again.stop()
  })
})

describe('a part of the log that is missing', () => {
  it('is a gap if the server has removed it: the tables are copied again', async () => {
    const mirror = await startMysqlMirror(source, destination, T)
    await mirror.caughtUp()
    await mirror.stop()
    // A log that is being sent is not removed.
    await expect
      .poll(() => runMysql(source, `SELECT ID FROM information_schema.PROCESSLIST WHERE COMMAND LIKE 'Binlog Dump%'`))
      .toEqual([])
    await runMysql(source, `UPDATE t SET a = 'missed' WHERE id < 4`, 'FLUSH BINARY LOGS', 'FLUSH BINARY LOGS')
    const logs = () => runMysql(source, 'SHOW BINARY LOGS')
    const newest = (await logs()).at(-1)?.['Log_name']
    // Nor is one that the tables still need after a crash.
    const purge = () => runMysql(source, `PURGE BINARY LOGS TO '${newest}'`).then(logs)
    await expect.poll(purge, { timeout: 10_000 }).toHaveLength(1)
    const again = await startMysqlMirror(source, destination, T)
    await expect.poll(() => again.gaps, { timeout: 10_000 }).toEqual(['LOG_GAP'])
    await expect.poll(() => mirrored(), { timeout: 10_000 }).toEqual(await original())
    await again.stop()
  })

  it('is a gap if the server has begun its log anew', async () => {
    const mirror = await startMysqlMirror(source, destination, T)
    await mirror.caughtUp()
    await mirror.stop()
    await runMysql(source, 'RESET MASTER', `UPDATE t SET a = 'missed' WHERE id < 4`)
    const again = await startMysqlMirror(source, destination, T)
    await expect.poll(() => again.gaps, { timeout: 10_000 }).toEqual(['LOG_GAP'])
    await expect.poll(() => mirrored(), { timeout: 10_000 }).toEqual(await original())
    await again.stop()
  })
})

describe('a table without a key', () => {
  it('has as many equal rows as the source', async () => {
    await runMysql(
      source,
      'CREATE TABLE k (a int, b text)',
      `INSERT INTO k SELECT seq % 3, IF(seq % 3 = 0, NULL, '') FROM ${numbers(12)}`,
    )
    const mirror = await startMysqlMirror(source, destination, { k: { columns: ['a', 'b'], key: [] } })
    await mirror.caughtUp()
    await runMysql(
      source,
      'DELETE FROM k WHERE a = 0 LIMIT 1',
      `UPDATE k SET b = 'now' WHERE a = 1 LIMIT 1`,
      `INSERT INTO k VALUES (7, REPEAT('x', 5000)), (7, 'y'), (2, '')`,
      'UPDATE k SET a = 8 WHERE a = 7',
      `DELETE FROM k WHERE b = 'y'`,
    )
    await mirror.caughtUp()
    const all = 'SELECT a, MD5(b) AS b, COUNT(*) AS `rows` FROM k GROUP BY 1, 2 ORDER BY 1, 2'
    const found = await run(
      destination,
      'SELECT a, md5(b) AS b, count(*) AS rows FROM k GROUP BY 1, 2 ORDER BY 1, 2 NULLS FIRST',
    )
    expect(found).toEqual(await runMysql(source, all))
    expect(mirror.divergent).toBe(0)
    await mirror.stop()
  })
})

/** Writes until it is told to stop, in transactions of which some are slow and some end without effect. */
async function startWriters(count: number): Promise<() => Promise<void>> {
  let isOver = false
  const writers = Array.from({ length: count }, async (_, writer) => {
    const client = await connectMysql(source)
    for (let n = 0; !isOver; n++) {
      const id = 1000 + writer * 50 + ((n * 7) % 50)
      await client.query('BEGIN')
      await client.query(`INSERT INTO k VALUES (${writer}, ${n})`)
      await client.query(
        n % 3 === 0
          ? `DELETE FROM t WHERE id = ${id}`
          : `INSERT INTO t VALUES (${id}, 'w${writer}', '${n}') ON DUPLICATE KEY UPDATE b = VALUES(b)`,
      )
      if (n % 5 === 0) await client.query('DO SLEEP(0.02)')
      await client.query(n % 11 === 10 ? 'ROLLBACK' : 'COMMIT')
      await sleep(20)
    }
    await client.end()
  })
  return async () => {
    isOver = true
    await Promise.all(writers)
  }
}

describe('tables that are copied while 20 sessions write them', () => {
  it.each([1, 2, 3])('have every change once, with a key and without (round %i)', async () => {
    await runMysql(source, 'CREATE TABLE k (writer int, n int)')
    const stopWriters = await startWriters(20)
    const mirror = await startMysqlMirror(source, destination, { ...T, k: { columns: ['writer', 'n'], key: [] } })
    await mirror.caughtUp()
    await stopWriters()
    await expectEqual(mirror)
    const sum = 'SELECT COUNT(*) AS `rows`, SUM(writer * 1000000 + n) AS sum FROM k'
    expect(await run(destination, sum.replaceAll('`', ''))).toEqual(await runMysql(source, sum))
    await mirror.stop()
  })
})
