import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { isMysql } from '../support/mariadb/mysql-server.ts'
import { numbers } from '../support/mariadb/numbers.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { says } from '../support/says.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { startMirrorIntoMysql } from './mirror-into-mysql-support.ts'
import { ROW_LOG } from './mirror-mysql-support.ts'
import { LOGICAL } from './mirror-support.ts'
import { connectTo, type Database, endpointOf, nextFence, problems, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let source: Database
let from: MysqlDatabase
let destination: MysqlDatabase

givenBothSystems(
  (ends) => {
    ;({ source, from } = ends)
    destination = ends.to
  },
  { mariadb: { settings: ROW_LOG }, settings: LOGICAL },
)

const T = { 'public.t': 't' }
const start = (tables: Readonly<Record<string, string>> = T) =>
  startMirrorIntoMysql(endpointOf(source), destination, tables)
const rows = (table = 't') => run(source, `SELECT * FROM ${table} ORDER BY 1, 2`)
const mirrored = (table = 't') => runMysql(destination, `SELECT * FROM ${table} ORDER BY 1, 2`)

type Started = Awaited<ReturnType<typeof start>>

/** What the mirror has is what the source has, and nothing was otherwise before. */
async function expectEqual(mirror: Started, ...tables: readonly string[]): Promise<void> {
  await mirror.caughtUp()
  for (const table of tables.length > 0 ? tables : ['t']) expect(await mirrored(table)).toEqual(await rows(table))
  expect([mirror.divergent, [...mirror.paused], mirror.copyProblems]).toEqual([0, [], []])
}

describe('a table of Postgres that is followed into MariaDB', () => {
  beforeEach(() =>
    run(
      source,
      'CREATE TABLE t (id int PRIMARY KEY, a text, b text)',
      `INSERT INTO t SELECT n, 'a' || n, 'b' || n FROM generate_series(1, 10) n`,
    ),
  )

  it('is copied first, then gets what is inserted, changed and deleted, and equals it', async () => {
    const mirror = await start()
    await expectEqual(mirror)
    await run(
      source,
      `INSERT INTO t VALUES (11, E'tab\\t newline\\n back\\\\ return\\r \\b \\f \\v ''', NULL), (12, '', '\\N')`,
      `UPDATE t SET a = 'changed' WHERE id < 3`,
      `UPDATE t SET a = a WHERE id = 4`,
      'DELETE FROM t WHERE id = 5',
      'UPDATE t SET id = 100 WHERE id = 6',
      'UPDATE t SET id = 6 WHERE id = 7',
      'DELETE FROM t WHERE id = 12',
    )
    await expectEqual(mirror)
    await mirror.stop()
  })

  it('is not written by a run of another flow', async () => {
    const mirror = await start()
    await expectEqual(mirror)
    await run(source, 'CREATE TABLE other AS SELECT * FROM t WHERE false')
    const stream = { entity: 'public.other', target: `${destination.database}.t`, mode: 'replace' } as const
    const written = moveAcross(endpointOf(source), mysqlEndpoint(destination), [stream], {
      fence: { ...nextFence(), flowId: 'another' },
    })
    expect(problems(await written)).toMatchObject([{ code: 'TARGET_MISMATCH' }])
    await expectEqual(mirror)
    await mirror.stop()
  })

  it('keeps large values that the log does not repeat', async () => {
    const large = `(SELECT string_agg(md5(n::text || 'x'), '') FROM generate_series(1, 5000) n)`
    await run(source, `INSERT INTO t VALUES (50, 'before', ${large})`)
    const mirror = await start()
    await mirror.caughtUp()
    await run(
      source,
      `BEGIN; INSERT INTO t VALUES (60, 'new', ${large}); UPDATE t SET a = 'then' WHERE id = 60; UPDATE t SET a = 'other' WHERE id = 50; COMMIT`,
      'UPDATE t SET id = 51 WHERE id = 50',
      `UPDATE t SET id = 61, a = 'moved' WHERE id = 60`,
    )
    await expectEqual(mirror)
    await mirror.stop()
  })

  it('has rows that have exchanged their unique values, and their keys', async () => {
    const mirror = await start()
    await mirror.caughtUp()
    await run(source, 'CREATE UNIQUE INDEX ON t (a)')
    await runMysql(
      destination,
      `ALTER TABLE t MODIFY a varchar(50) COLLATE ${isMysql ? 'utf8mb4_0900_bin' : 'utf8mb4_nopad_bin'}`,
      'CREATE UNIQUE INDEX u ON t (a)',
    )
    await run(
      source,
      `BEGIN; UPDATE t SET a = 'free' WHERE id = 1; UPDATE t SET a = 'a1' WHERE id = 2; UPDATE t SET a = 'a2' WHERE id = 1; COMMIT`,
      `BEGIN; UPDATE t SET id = 0 WHERE id = 3; UPDATE t SET id = 3 WHERE id = 4; UPDATE t SET id = 4 WHERE id = 0; COMMIT`,
      `BEGIN; DELETE FROM t WHERE id = 9; INSERT INTO t VALUES (90, 'a9', 'x'); INSERT INTO t VALUES (9, 'new', 'y'); COMMIT`,
    )
    await expectEqual(mirror)
    await mirror.stop()
  })

  it('is emptied where the source was', async () => {
    const mirror = await start()
    await mirror.caughtUp()
    await run(
      source,
      `BEGIN; INSERT INTO t VALUES (70, 'x', 'y'); TRUNCATE t; INSERT INTO t VALUES (71, 'x', 'y'); COMMIT`,
    )
    await mirror.caughtUp()
    expect(await mirrored()).toEqual([{ id: '71', a: 'x', b: 'y' }])
    await mirror.stop()
  })

  it('goes on where it stopped, whatever the source sends again', async () => {
    const first = await start()
    await first.caughtUp()
    await run(source, `UPDATE t SET a = 'one'`)
    await first.caughtUp()
    await first.stop()
    await run(source, `UPDATE t SET a = 'two' WHERE id > 3`, `INSERT INTO t VALUES (13, 'late', NULL)`)
    const second = await start()
    await expectEqual(second)
    expect(second.batches.flatMap(({ tables }) => tables)).toEqual([
      { name: 'public.t', inserted: 1, updated: 7, deleted: 0, divergent: 0 },
    ])
    await second.stop()
  })

  it('tells what of it was not equal before', async () => {
    const mirror = await start()
    await mirror.caughtUp()
    await runMysql(destination, 'DELETE FROM t WHERE id IN (1, 2)', `INSERT INTO t VALUES (20, 'stranger', NULL)`)
    await run(
      source,
      `UPDATE t SET a = 'now' WHERE id = 1`,
      'DELETE FROM t WHERE id = 2',
      `INSERT INTO t VALUES (20, 'ours', NULL)`,
    )
    await mirror.caughtUp()
    expect(await mirrored()).toEqual(await rows())
    expect(mirror.divergent).toBe(3)
    await mirror.stop()
  })

  it('has columns that come with their defaults in the rows from before, in their place in the log, without a copy', async () => {
    const mirror = await start()
    await mirror.caughtUp()
    await run(
      source,
      `BEGIN; INSERT INTO t VALUES (11, 'before', 'x'); ALTER TABLE t ADD c int DEFAULT 7; INSERT INTO t VALUES (30, 'x', 'y', 8); UPDATE t SET c = NULL WHERE id = 2; COMMIT`,
      `ALTER TABLE t ADD d text DEFAULT 'it''s \\', ADD e numeric(8, 2) DEFAULT 1.5, ADD f date DEFAULT '2026-01-02', ADD g boolean DEFAULT true, ADD h timestamp`,
      `INSERT INTO t (id) VALUES (31)`,
    )
    await mirror.caughtUp()
    const all = (truth: string) =>
      `SELECT id, a, b, c, d, e, CAST(f AS char(10)) AS f, ${truth} AS g, h FROM t ORDER BY id`
    expect(await runMysql(destination, all('g'))).toEqual(await run(source, all('g::int')))
    await mirror.control.pause('public.t')
    await run(
      source,
      'UPDATE t SET a = NULL WHERE id = 3',
      'ALTER TABLE t ADD i int DEFAULT 5',
      'UPDATE t SET i = 6 WHERE id = 3',
    )
    await mirror.caughtUp()
    await mirror.control.resume('public.t')
    await mirror.caughtUp()
    const later = 'SELECT id, a, i FROM t ORDER BY id'
    expect(await runMysql(destination, later)).toEqual(await run(source, later))
    expect([mirror.changed, mirror.divergent, [...mirror.paused]]).toEqual([[], 0, []])
    await run(source, 'ALTER TABLE t DROP i', `INSERT INTO t (id) VALUES (40)`)
    await mirror.caughtUp()
    expect(await runMysql(destination, 'SELECT i FROM t WHERE id = 40')).toEqual([{ i: null }])
    await mirror.stop()
  })

  it('is copied again when a column of such a name is there, and when only the rows have its values', async () => {
    const mirror = await start()
    await mirror.caughtUp()
    await runMysql(destination, 'ALTER TABLE t ADD c int')
    await run(source, 'ALTER TABLE t ADD c int DEFAULT 7', `INSERT INTO t VALUES (30, 'x', 'y', 8)`)
    await expect.poll(() => mirror.changed, { timeout: 15_000 }).toEqual(['public.t'])
    await expectEqual(mirror)
    await run(source, 'ALTER TABLE t ADD d uuid DEFAULT gen_random_uuid()', `INSERT INTO t (id) VALUES (31)`)
    await expect.poll(() => mirror.changed, { timeout: 15_000 }).toEqual(['public.t', 'public.t'])
    await expectEqual(mirror)
    await mirror.stop()
  })

  it('is paused by a person, keeps what it has, and has everything after it goes on, without a copy', async () => {
    const mirror = await start()
    await mirror.caughtUp()
    await mirror.control.pause('public.t')
    await run(source, `INSERT INTO t SELECT n, repeat('x', 2000), 'y' FROM generate_series(100, 1100) n`)
    await run(source, `UPDATE t SET a = 'still' WHERE id = 1`)
    await mirror.caughtUp()
    expect(await runMysql(destination, 'SELECT COUNT(*) AS n FROM t')).toEqual([{ n: '10' }])
    await mirror.control.resume('public.t')
    await expectEqual(mirror)
    expect(await runMysql(destination, 'SELECT COUNT(*) AS n FROM _millrace_changes')).toEqual([{ n: '0' }])
    await mirror.stop()
  })

  it('gets another table beside it without a stop', async () => {
    const first = await start()
    await first.caughtUp()
    await first.stop()
    await run(source, 'CREATE TABLE u (id int PRIMARY KEY, a text)', `INSERT INTO u VALUES (1, 'old')`)
    const second = await start({ ...T, 'public.u': 'u' })
    await run(source, `INSERT INTO u VALUES (2, 'new')`, `UPDATE t SET a = 'both' WHERE id = 1`)
    await expectEqual(second, 't', 'u')
    expect(second.gaps).toEqual([])
    await second.stop()
  })

  it('is paused with the reason when the destination refuses a change, and the others follow', async () => {
    await run(source, 'CREATE TABLE u (id int PRIMARY KEY, a text)', `INSERT INTO u VALUES (1, 'old')`)
    const mirror = await start({ ...T, 'public.u': 'u' })
    await mirror.caughtUp()
    await runMysql(destination, `ALTER TABLE t ADD CONSTRAINT no CHECK (a <> 'refused')`)
    await run(source, `BEGIN; UPDATE t SET a = 'refused' WHERE id = 1; UPDATE u SET a = 'on'; COMMIT`)
    await mirror.caughtUp()
    expect(mirror.paused.get('public.t')?.code).toBe('CONSTRAINT')
    expect(await mirrored('u')).toEqual(await rows('u'))
    await runMysql(destination, 'ALTER TABLE t DROP CONSTRAINT no')
    await mirror.control.resume('public.t')
    await expectEqual(mirror, 't', 'u')
    await mirror.stop()
  })

  it('goes on after a column of the destination got a type in which the change has room', async () => {
    const mirror = await start()
    await mirror.caughtUp()
    await runMysql(destination, 'ALTER TABLE t MODIFY a varchar(3)')
    await run(source, `UPDATE t SET a = 'x' WHERE id = 1`)
    await mirror.caughtUp()
    await run(source, `UPDATE t SET a = 'longer' WHERE id = 1`)
    await mirror.caughtUp()
    expect([...mirror.paused.keys()]).toEqual(['public.t'])
    await runMysql(destination, 'ALTER TABLE t MODIFY a varchar(50)')
    await mirror.control.resume('public.t')
    await expectEqual(mirror)
    await mirror.stop()
  })

  it('is paused with the statement that grants it where the account may not see it, which is not called gone', async () => {
    const user = `w_${destination.database}`
    await runMysql(destination, `CREATE USER ${user} IDENTIFIED BY 'w'`, `GRANT ALL ON *.* TO ${user}`)
    const account = { account: { user, password: 'w' } }
    const first = await startMirrorIntoMysql(endpointOf(source), destination, T, account)
    await expectEqual(first)
    await first.stop()
    const own = await runMysql(
      destination,
      `SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = '${destination.database}' AND TABLE_NAME LIKE '\\_millrace%'`,
    )
    await runMysql(
      destination,
      `REVOKE ALL ON *.* FROM ${user}`,
      `GRANT CREATE TEMPORARY TABLES ON ${destination.database}.* TO ${user}`,
      ...own.map(({ name }) => `GRANT ALL ON ${destination.database}.\`${name}\` TO ${user}`),
    )
    const mirror = await startMirrorIntoMysql(endpointOf(source), destination, T, account)
    await run(source, `UPDATE t SET a = 'hidden' WHERE id = 1`)
    await expect.poll(() => mirror.paused.get('public.t')?.code, { timeout: 15_000 }).toBe('PERMISSION_MISSING')
    expect(mirror.paused.get('public.t')).toMatchObject({
      message: says(
        `The account ${user}@% may not read ${destination.database}.t. The server does not tell such an account whether this exists.`,
      ),
      hint: says(expect.stringContaining('GRANT SELECT, INSERT, UPDATE, DELETE')),
      object: { kind: 'table', schema: destination.database, name: 't' },
    })
    await runMysql(destination, `GRANT SELECT, INSERT, UPDATE, DELETE ON ${destination.database}.t TO ${user}`)
    await mirror.control.resume('public.t')
    await expectEqual(mirror)
    await mirror.stop()
  })

  it('is tried again by itself when somebody had locked it', async () => {
    const mirror = await startMirrorIntoMysql(endpointOf(source), destination, T, { retryMs: 200 })
    await mirror.caughtUp()
    const { connectMysql } = await import('../support/mariadb/run-mysql.ts')
    const holder = await connectMysql(destination)
    await holder.query('BEGIN')
    await holder.query('SELECT * FROM t FOR UPDATE')
    await run(source, `UPDATE t SET a = 'locked' WHERE id = 1`)
    await expect.poll(() => mirror.paused.size, { timeout: 15_000 }).toBe(1)
    await holder.query('COMMIT')
    await holder.end()
    await expect.poll(() => mirror.paused.size, { timeout: 15_000 }).toBe(0)
    await expectEqual(mirror)
    await mirror.stop()
  })

  it('is refused to a second mirror while the first is on', async () => {
    const mirror = await start()
    await mirror.caughtUp()
    await expect(startMirrorIntoMysql(endpointOf(source), destination, T, { flowId: 'another' })).rejects.toMatchObject(
      { problem: { code: 'CONFLICT' } },
    )
    await mirror.stop()
  })
})

it('rows that somebody has changed in MariaDB are found by a comparison, and sent again', async () => {
  await run(
    source,
    'CREATE TABLE t (id int PRIMARY KEY, a text, b boolean, c bytea, d timestamptz)',
    `INSERT INTO t SELECT n, 'a' || n, n % 2 = 0, '\\x00ff', '2024-05-06 07:08:09+00' FROM generate_series(1, 100) n`,
  )
  const due: string[] = []
  const mirror = await startMirrorIntoMysql(endpointOf(source), destination, T, { due: () => due })
  await mirror.caughtUp()
  await runMysql(
    destination,
    `UPDATE t SET a = 'altered', b = 1 - b WHERE id = 7`,
    'DELETE FROM t WHERE id = 8',
    `INSERT INTO t SELECT 500, a, b, c, d FROM t WHERE id = 9`,
  )
  due.push('public.t')
  const differences = () => mirror.proofs.map(({ difference }) => difference)
  const found = (counts: object) =>
    expect.poll(differences, { timeout: 20_000 }).toContainEqual(expect.objectContaining(counts))
  await found({ missing: 1, changed: 1, extra: 1 })
  await found({ missing: 0, changed: 0, extra: 0, rows: 100 })
  const all = (bytes: string) => `SELECT id, a, ${bytes} AS c FROM t ORDER BY id`
  expect(await runMysql(destination, all('LOWER(HEX(c))'))).toEqual(await run(source, all(`encode(c, 'hex')`)))
  expect([...mirror.paused]).toEqual([])
  await mirror.stop()
})

describe('keys that the destination takes for equal', () => {
  it('never let one row take the place of another: the table is paused with the reason', async () => {
    await run(source, 'CREATE TABLE t (id text PRIMARY KEY, a text)', `INSERT INTO t VALUES ('a', 'small')`)
    const mirror = await start()
    await mirror.caughtUp()
    await mirror.stop()
    await runMysql(destination, 'ALTER TABLE t MODIFY id varchar(50) COLLATE utf8mb4_general_ci NOT NULL')
    const again = await start()
    await run(source, `INSERT INTO t VALUES ('A', 'large')`)
    await again.caughtUp()
    expect(again.paused.get('public.t')?.code).toBe('KEY_NOT_UNIQUE')
    expect(await mirrored()).toEqual([{ id: 'a', a: 'small' }])
    await again.stop()
  })

  it('are one row whose key gets another spelling', async () => {
    await runMysql(
      from,
      'CREATE TABLE t (id varchar(20) COLLATE utf8mb4_general_ci PRIMARY KEY, a int)',
      `INSERT INTO t VALUES ('a', 1), ('b', 2)`,
    )
    const mirror = await startMirrorIntoMysql(mysqlEndpoint(from), destination, { [`${from.database}.t`]: 't' })
    await mirror.caughtUp()
    await runMysql(from, `UPDATE t SET id = 'A' WHERE id = 'a'`, `UPDATE t SET a = 3 WHERE id = 'B'`)
    await mirror.caughtUp()
    expect(await mirrored()).toEqual([
      { id: 'A', a: '1' },
      { id: 'b', a: '3' },
    ])
    expect(mirror.divergent).toBe(0)
    await mirror.stop()
  })
})

it('a table without a key has as many equal rows as the source', async () => {
  await run(
    source,
    'CREATE TABLE k (a int, b text, j json)',
    `INSERT INTO k SELECT n % 3, CASE n % 3 WHEN 0 THEN NULL ELSE '' END, '{"x": 1}' FROM generate_series(1, 12) n`,
    'ALTER TABLE k REPLICA IDENTITY FULL',
  )
  const mirror = await start({ 'public.k': 'k' })
  await mirror.caughtUp()
  await run(
    source,
    'DELETE FROM k WHERE ctid = (SELECT min(ctid) FROM k WHERE a = 0)',
    `UPDATE k SET b = 'now' WHERE ctid = (SELECT min(ctid) FROM k WHERE a = 1)`,
    `INSERT INTO k VALUES (7, repeat(md5('x'), 5000), '[]'), (7, 'y', '[]'), (2, '', '{"x": 1}')`,
    'UPDATE k SET a = 8 WHERE a = 7',
    `DELETE FROM k WHERE b = 'y'`,
  )
  await mirror.caughtUp()
  const of = (text: string) =>
    `SELECT a, md5(b) AS b, ${text} AS j, count(*) AS n FROM k GROUP BY 1, 2, 3 ORDER BY 1, 2`
  expect(await runMysql(destination, of('j'))).toEqual(await run(source, of('j::text')))
  expect(mirror.divergent).toBe(0)
  await mirror.stop()
})

describe('a table of MariaDB that is followed into MariaDB', () => {
  it('equals it, also where rows exchange their keys, have dates that only MySQL has, or come by a statement that is rolled back', async () => {
    await runMysql(
      from,
      'CREATE TABLE t (id int PRIMARY KEY, a varchar(100), b datetime, u timestamp NULL ON UPDATE CURRENT_TIMESTAMP, g int AS (id + 1) STORED)',
      `INSERT INTO t (id, a, b) SELECT seq, CONCAT('a', seq), '0000-00-00' FROM ${numbers(10)}`,
    )
    const entity = `${from.database}.t`
    const mirror = await startMirrorIntoMysql(
      mysqlEndpoint(from),
      destination,
      { [entity]: 't' },
      { columns: ['id', 'a', 'b', 'u'] },
    )
    await mirror.caughtUp()
    await runMysql(
      from,
      `UPDATE t SET a = 'one', b = '2024-02-31 10:00:00' WHERE id = 1`,
      'UPDATE t SET id = 0 WHERE id = 3',
      'UPDATE t SET id = 3 WHERE id = 4',
      'UPDATE t SET id = 4 WHERE id = 0',
      'BEGIN',
      'DELETE FROM t',
      'ROLLBACK',
      `INSERT INTO t (id, a, b) VALUES (0, 'zero', '2000-00-00')`,
      `SET SESSION binlog_row_image = 'MINIMAL'`,
      `UPDATE t SET a = 'minimal', u = u WHERE id = 7`,
    )
    await mirror.caughtUp()
    const all = 'SELECT id, a, b, u FROM t ORDER BY id'
    expect(await runMysql(destination, all)).toEqual(await runMysql(from, all))
    expect([mirror.divergent, [...mirror.paused]]).toEqual([0, []])
    await mirror.stop()
  })
})

/** Writes until it is told to stop, in transactions of which some are slow and some end without effect. */
function startWriters(count: number): () => Promise<void> {
  let isOver = false
  const writers = Array.from({ length: count }, async (_, writer) => {
    const client = await connectTo(source)
    for (let n = 0; !isOver; n++) {
      const id = writer * 50 + ((n * 7) % 50) + 1
      await client.query(`BEGIN; INSERT INTO k VALUES (${writer}, ${n})`)
      await client.query(
        n % 3 === 0
          ? `DELETE FROM t WHERE id = ${id}`
          : `INSERT INTO t VALUES (${id}, 'w${writer}', '${n}') ON CONFLICT (id) DO UPDATE SET b = excluded.b`,
      )
      if (n % 5 === 0) await client.query('SELECT pg_sleep(0.02)')
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

it('tables that are copied while 20 sessions write them have every change once, with a key and without', async () => {
  await run(
    source,
    'CREATE TABLE t (id int PRIMARY KEY, a text, b text)',
    `INSERT INTO t SELECT n, 'x', 'y' FROM generate_series(1, 1000) n`,
    'CREATE TABLE k (writer int, n int)',
    'ALTER TABLE k REPLICA IDENTITY FULL',
  )
  const stopWriters = startWriters(20)
  const mirror = await start({ ...T, 'public.k': 'k' })
  await mirror.caughtUp()
  await stopWriters()
  await expectEqual(mirror, 't', 'k')
  await mirror.stop()
})
