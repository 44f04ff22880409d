import { describe, expect, it } from 'vitest'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { startMirrorIntoMysql } from './mirror-into-mysql-support.ts'
import { LOGICAL } from './mirror-support.ts'
import { type Database, endpointOf, run } from './move-between.ts'

let source: Database
let ends: { readonly destination: Database; readonly to: MysqlDatabase }

givenBothSystems(
  (given) => {
    source = given.source
    ends = given
  },
  { settings: LOGICAL },
)

const TABLES = { 'public.child': 'child', 'public.parent': 'parent' }
const ROWS = ['SELECT id, a FROM parent ORDER BY id', 'SELECT id, parent FROM child ORDER BY id']

describe.each(['postgres', 'mysql'] as const)('tables that refer to each other, in %s', (kind) => {
  const query = (...sql: string[]) => (kind === 'postgres' ? run(ends.destination, ...sql) : runMysql(ends.to, ...sql))
  const started = async (how: string) => {
    await run(
      source,
      'CREATE TABLE parent (id int PRIMARY KEY, a text UNIQUE)',
      `CREATE TABLE child (id int PRIMARY KEY, parent int REFERENCES parent ${how})`,
      `INSERT INTO parent SELECT n, 'x' || n FROM generate_series(1, 20) n`,
      'INSERT INTO child SELECT n, n % 20 + 1 FROM generate_series(1, 100) n',
    )
    const into = kind === 'postgres' ? { postgres: ends.destination } : ends.to
    const mirror = await startMirrorIntoMysql(endpointOf(source), into, TABLES, { retryMs: 300 })
    await mirror.caughtUp()
    return mirror
  }
  const refer = (how: string) =>
    query(
      kind === 'postgres' ? 'CREATE UNIQUE INDEX ON parent (a)' : 'ALTER TABLE parent ADD UNIQUE (a(40))',
      `ALTER TABLE child ADD CONSTRAINT refers FOREIGN KEY (parent) REFERENCES parent (id) ${how}`,
    )
  const expectEqual = async (mirror: Awaited<ReturnType<typeof started>>) => {
    await mirror.caughtUp()
    for (const rows of ROWS) expect(await query(rows)).toEqual(await run(source, rows))
    expect([mirror.divergent, [...mirror.paused]]).toEqual([0, []])
  }

  it('lose the rows that go with others at once', async () => {
    const mirror = await started('ON DELETE CASCADE ON UPDATE CASCADE')
    await run(source, 'DELETE FROM parent WHERE id < 4', 'UPDATE parent SET id = id + 1000 WHERE id = 9')
    await expectEqual(mirror)
    await mirror.stop()
  })

  it.each([
    '',
    'ON DELETE CASCADE ON UPDATE CASCADE',
    ...(kind === 'postgres' ? ['DEFERRABLE INITIALLY DEFERRED'] : []),
  ])('follow in whatever order their rows come, and lose none that the source has (%s)', async (how) => {
    const mirror = await started(how)
    await refer(how)
    await run(
      source,
      // The child comes first, and needs a row of the other.
      `BEGIN; UPDATE child SET parent = 2 WHERE id = 1; INSERT INTO parent VALUES (50, 'new'); INSERT INTO child VALUES (500, 50); COMMIT`,
      // The parent comes first, and one of the other still needs its row.
      `BEGIN; UPDATE parent SET a = 'y' WHERE id = 7; DELETE FROM child WHERE parent = 8; DELETE FROM parent WHERE id = 8; COMMIT`,
      `BEGIN; DELETE FROM child WHERE parent = 3; DELETE FROM parent WHERE id = 3; INSERT INTO parent VALUES (51, 'z'); INSERT INTO child VALUES (501, 51); COMMIT`,
      // Rows that exchange their unique values are removed and come again.
      `BEGIN; UPDATE parent SET a = 'free' WHERE id = 11; UPDATE parent SET a = 'x11' WHERE id = 12; UPDATE parent SET a = 'x12' WHERE id = 11; COMMIT`,
    )
    if (how.includes('CASCADE'))
      await run(source, 'UPDATE parent SET id = id + 1000 WHERE id = 9', 'DELETE FROM parent WHERE id = 13')
    await expectEqual(mirror)
    await mirror.stop()
  })

  it('and to a table that is not mirrored keep that key, and wait with the reason', async () => {
    const mirror = await started('')
    await refer('')
    await query(
      'CREATE TABLE own (id int PRIMARY KEY, parent int)',
      'ALTER TABLE own ADD FOREIGN KEY (parent) REFERENCES parent (id)',
      'INSERT INTO own VALUES (1, 15)',
    )
    await run(source, 'BEGIN; DELETE FROM child WHERE parent = 15; DELETE FROM parent WHERE id = 15; COMMIT')
    await mirror.caughtUp()
    expect(mirror.paused.get('public.parent')?.code).toBe('CONSTRAINT')
    await query('DELETE FROM own')
    await expect.poll(() => mirror.paused.size, { timeout: 20_000 }).toBe(0)
    await expectEqual(mirror)
    await mirror.stop()
  })
})
