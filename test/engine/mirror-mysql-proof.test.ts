import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { between, numbers } from '../support/mariadb/numbers.ts'
import { connectMysql, type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { ROW_LOG, startMysqlMirror } from './mirror-mysql-support.ts'
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

const COLUMNS = ['id', 'a', 'n', 'day', 'at', 'amount', 'flag']
const TABLES = { t: { columns: COLUMNS, key: ['id'] }, k: { columns: ['writer', 'n'], key: [] } }
const NOTHING = { missing: 0, changed: 0, extra: 0 }

beforeEach(async () => {
  await runMysql(
    source,
    'CREATE TABLE t (id int PRIMARY KEY, a varchar(100), n bigint unsigned, day date, at datetime(3), amount decimal(12,2), flag tinyint(1))',
    `INSERT INTO t SELECT seq, CONCAT('Ä ', seq), seq * 1000000007, '2026-02-03' + INTERVAL seq DAY, '2026-01-02 03:04:05.678', seq / 7, seq % 2 FROM ${numbers(5000)}`,
    'CREATE TABLE k (writer int, n int)',
  )
})

function startWriters(count: number): () => Promise<void> {
  let isOver = false
  const writers = Array.from({ length: count }, async (_, writer) => {
    const client = await connectMysql(source)
    for (let n = 0; !isOver; n++) {
      const first = 1_000 + writer * 500 + ((n * 37) % 400)
      for (const statement of [
        'BEGIN',
        `INSERT INTO k VALUES (${writer}, ${n})`,
        `DELETE FROM t WHERE id BETWEEN ${first} AND ${first + 5}`,
        `INSERT INTO t (id, a, amount) SELECT seq, 'w${writer}', ${n} FROM ${between(first, first + 9)} ON DUPLICATE KEY UPDATE amount = ${n}`,
        'COMMIT',
      ])
        await client.query(statement)
      await sleep(25)
    }
    await client.end()
  })
  return async () => {
    isOver = true
    await Promise.all(writers)
  }
}

describe('a mirror of MariaDB that is compared with its source', () => {
  it('is proven equal while others write, finds exactly what was changed by hand, and sends it again', async () => {
    const mirror = await startMysqlMirror(source, destination, TABLES, { due: () => Object.keys(TABLES) })
    await mirror.caughtUp()
    const stopWriters = startWriters(4)
    await expect.poll(() => mirror.proofs.length, { timeout: 60_000 }).toBeGreaterThan(12)
    for (const { difference, problem } of mirror.proofs) {
      expect(problem).toBeUndefined()
      expect(difference).toMatchObject(NOTHING)
    }
    await run(destination, 'BEGIN; UPDATE t SET amount = 99 WHERE id = 7; DELETE FROM t WHERE id = 900; COMMIT')
    await expect
      .poll(() => mirror.repaired, { timeout: 30_000 })
      .toEqual([{ name: expect.stringContaining('.t'), inserted: 1, updated: 1, deleted: 0, divergent: 2 }])
    const count = mirror.proofs.length
    await expect.poll(() => mirror.proofs.length, { timeout: 60_000 }).toBeGreaterThan(count + 5)
    for (const { difference } of mirror.proofs.slice(count + 1)) expect(difference).toMatchObject(NOTHING)
    await stopWriters()
    await mirror.stop()
  })
})
