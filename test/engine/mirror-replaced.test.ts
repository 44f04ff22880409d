import { beforeEach, describe, expect, it } from 'vitest'
import { MIRRORED } from '../support/postgres/postgres-binaries.ts'
import { firstOf } from '../support/samples.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { LOGICAL, startMirror } from './mirror-support.ts'
import { type Database, run } from './move-between.ts'
import type { WatchedMirror } from './watched-mirror.ts'

const T = {
  'public.t': { columns: ['id', 'a', 'b'], key: ['id'] },
  'public.u': { columns: ['id', 'a', 'b'], key: ['id'] },
}
const QUICK = { lookMs: 50, shapesMs: 100 }

describe.each(firstOf(MIRRORED))('what is replaced under its name at a source of version %s', (version) => {
  let source: Database
  let destination: Database
  givenTwoDatabases(
    (ends) => {
      ;({ source, destination } = ends)
    },
    { settings: LOGICAL, version },
  )

  const COLUMNS = '(id int PRIMARY KEY, a text, b text)'
  const SWAP_COLUMNS =
    'BEGIN; ALTER TABLE t RENAME a TO x; ALTER TABLE t RENAME b TO a; ALTER TABLE t RENAME x TO b; COMMIT'
  const SWAP_TABLES = 'BEGIN; ALTER TABLE t RENAME TO x; ALTER TABLE u RENAME TO t; ALTER TABLE x RENAME TO u; COMMIT'

  beforeEach(() =>
    run(
      source,
      `CREATE TABLE t ${COLUMNS}`,
      `INSERT INTO t SELECT n, 'a' || n, 'b' || n FROM generate_series(1, 10) n`,
      `CREATE TABLE u ${COLUMNS}`,
      `INSERT INTO u VALUES (100, 'of', 'u')`,
    ),
  )

  const rows = async (database: Database) => [
    await run(database, 'SELECT id, a, b FROM t ORDER BY id'),
    await run(database, 'SELECT id, a, b FROM u ORDER BY id'),
  ]
  const started = async () => {
    const mirror = await startMirror(source, destination, T, QUICK)
    await mirror.caughtUp()
    return mirror
  }
  const becomesEqual = async (mirror: WatchedMirror) => {
    await expect
      .poll(async () => JSON.stringify(await rows(destination)), { timeout: 20_000 })
      .toBe(JSON.stringify(await rows(source)))
    await mirror.stop()
  }
  const publication = async () => (await run(source, 'SELECT pubname FROM pg_publication'))[0]?.['pubname']

  it.each<[string, readonly string[]]>([
    ['two columns that exchange their names, although no row changes', [SWAP_COLUMNS]],
    [
      'two columns that exchange their names, and rows after that',
      [SWAP_COLUMNS, `INSERT INTO t VALUES (11, 'b', 'a')`],
    ],
    [
      'a column that goes and comes at once',
      [
        `BEGIN; ALTER TABLE t DROP b; ALTER TABLE t ADD b text DEFAULT 'd'; COMMIT`,
        `UPDATE t SET a = 'z' WHERE id = 1`,
      ],
    ],
    [
      'a table that goes and comes at once',
      [`BEGIN; DROP TABLE t; CREATE TABLE t ${COLUMNS}; INSERT INTO t VALUES (7, 'n', 'n'); COMMIT`],
    ],
    ['two tables that exchange their names', [SWAP_TABLES]],
    [
      'two tables that exchange their names, and rows after that',
      [SWAP_TABLES, 'DELETE FROM u WHERE id = 3', `INSERT INTO t VALUES (5, 'of', 'u')`],
    ],
  ])('is right: %s', async (_, statements) => {
    const mirror = await started()
    await run(source, ...statements)
    await becomesEqual(mirror)
  })

  it.each<[string, readonly string[]]>([
    [
      'columns',
      [`INSERT INTO t VALUES (11, 'before', 'it')`, SWAP_COLUMNS, `INSERT INTO t VALUES (12, 'after', 'it')`],
    ],
    ['tables', [`INSERT INTO t VALUES (11, 'before', 'it')`, SWAP_TABLES, `INSERT INTO t VALUES (12, 'after', 'it')`]],
  ])('is right after a mirror that was off: %s', async (_, statements) => {
    await (await started()).stop()
    await run(source, ...statements)
    await becomesEqual(await started())
  })

  it('a table that is gone is paused with the reason, and copied when it comes again', async () => {
    const mirror = await started()
    await run(source, 'DROP TABLE t')
    await expect.poll(() => mirror.paused.get('public.t')?.code, { timeout: 10_000 }).toBe('ENTITY_NOT_FOUND')
    await run(
      source,
      `INSERT INTO u VALUES (101, 'goes', 'on')`,
      `CREATE TABLE t ${COLUMNS}`,
      `INSERT INTO t VALUES (7, 'n', 'n')`,
    )
    await becomesEqual(mirror)
  })

  it.each<[string, (name: string) => readonly string[]]>([
    [
      'a table for a while',
      (name) => [
        `ALTER PUBLICATION "${name}" DROP TABLE t`,
        `UPDATE t SET a = 'lost'`,
        `ALTER PUBLICATION "${name}" ADD TABLE t`,
      ],
    ],
    ['a table', (name) => [`ALTER PUBLICATION "${name}" DROP TABLE t`, `UPDATE t SET a = 'lost'`]],
    [
      'deletes for a while',
      (name) => [
        `ALTER PUBLICATION "${name}" SET (publish = 'insert, update, truncate')`,
        'DELETE FROM t WHERE id < 5',
        `ALTER PUBLICATION "${name}" SET (publish = 'insert, update, delete, truncate')`,
      ],
    ],
    [
      'deletes',
      (name) => [
        `ALTER PUBLICATION "${name}" SET (publish = 'insert, update, truncate')`,
        'DELETE FROM t WHERE id < 5',
      ],
    ],
    ['everything', (name) => [`DROP PUBLICATION "${name}"`, `UPDATE t SET a = 'lost'`]],
  ])('changes are not lost that somebody has kept out of the log: %s', async (_, statements) => {
    const mirror = await started()
    await run(source, ...statements((await publication()) ?? ''))
    await expect
      .poll(async () => JSON.stringify(await rows(destination)), { timeout: 20_000 })
      .toBe(JSON.stringify(await rows(source)))
    await run(source, 'DELETE FROM t WHERE id = 8', `INSERT INTO t VALUES (12, 'then', 'on')`)
    await becomesEqual(mirror)
  })
})
