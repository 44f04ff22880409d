import { beforeEach, describe, expect, it } from 'vitest'
import { MIRRORED } from '../support/postgres/postgres-binaries.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { LOGICAL, startMirror } from './mirror-support.ts'
import { type Database, run } from './move-between.ts'

const T = { 'public.t': { columns: ['id', 'a', 'b'], key: ['id'] }, 'public.u': { columns: ['id'], key: ['id'] } }
const QUICK = { lookMs: 50, shapesMs: 100 }

describe.each(MIRRORED)('a table that changes at a source of version %s', (version) => {
  let source: Database
  let destination: Database

  givenTwoDatabases(
    (ends) => {
      ;({ source, destination } = ends)
    },
    { settings: LOGICAL, version },
  )

  beforeEach(async () => {
    await run(
      source,
      'CREATE TABLE t (id int PRIMARY KEY, a text, b int)',
      `INSERT INTO t SELECT n, 'a' || n, n FROM generate_series(1, 10) n`,
      'CREATE TABLE u (id int PRIMARY KEY)',
    )
  })

  const rows = (database: Database) => run(database, `SELECT to_jsonb(t)::text AS t FROM t ORDER BY id`)
  const started = async (options = {}) => {
    const mirror = await startMirror(source, destination, T, { ...QUICK, ...options })
    await mirror.caughtUp()
    return mirror
  }
  const areEqual = async () => expect.poll(() => rows(destination), { timeout: 10_000 }).toEqual(await rows(source))

  it('has a column that comes with its default in the rows from before, without a copy', async () => {
    const mirror = await started()
    await run(
      source,
      `BEGIN; INSERT INTO t VALUES (11, 'before', 1); ALTER TABLE t ADD COLUMN c text DEFAULT 'it''s'; UPDATE t SET c = NULL WHERE id = 2; INSERT INTO t VALUES (12, 'after', 2, 'own'); COMMIT`,
    )
    await mirror.caughtUp()
    expect(await rows(destination)).toEqual(await rows(source))
    await run(source, 'ALTER TABLE t ADD COLUMN d numeric(8, 2) DEFAULT 1.5')
    await areEqual()
    await run(source, `UPDATE t SET a = 'then', d = NULL WHERE id = 4`)
    await mirror.caughtUp()
    await areEqual()
    expect([mirror.changed, mirror.divergent]).toEqual([[], 0])
    await mirror.stop()
  })

  it('has a column that came while the mirror was off, although nobody changes a row', async () => {
    await (await started()).stop()
    await run(source, `UPDATE t SET a = 'off' WHERE id = 3`, 'ALTER TABLE t ADD COLUMN c int DEFAULT 7')
    const mirror = await started()
    await areEqual()
    expect(mirror.changed).toEqual([])
    await mirror.stop()
  })

  it('waits for the destination when a column is computed there only', async () => {
    await run(source, 'ALTER TABLE t ADD COLUMN g int GENERATED ALWAYS AS (b * 2) STORED')
    const mirror = await started()
    await run(source, 'ALTER TABLE t ALTER g DROP EXPRESSION', 'UPDATE t SET g = 7 WHERE id = 3')
    await expect.poll(() => mirror.copyProblems, { timeout: 10_000 }).toEqual(['TARGET_MISMATCH'])
    await run(destination, 'ALTER TABLE t ALTER g DROP EXPRESSION')
    await mirror.control.copyAgain('public.t')
    await mirror.caughtUp()
    await areEqual()
    await mirror.stop()
  })

  it('is copied again when a column came twice while the mirror was off', async () => {
    await (await started()).stop()
    await run(
      source,
      'ALTER TABLE t ADD COLUMN c int DEFAULT 1',
      'INSERT INTO t (id, c) VALUES (20, 42)',
      'ALTER TABLE t DROP COLUMN c, ADD COLUMN c int DEFAULT 2',
      'INSERT INTO t (id, c) VALUES (21, 43)',
    )
    const mirror = await started()
    await areEqual()
    expect(mirror.changed).toEqual(['public.t'])
    await mirror.stop()
  })

  it('is doubtful when the destination has a column of the name of one that comes', async () => {
    const mirror = await started()
    await run(destination, 'ALTER TABLE t ADD COLUMN c int')
    await run(source, 'ALTER TABLE t ADD COLUMN c int DEFAULT 7', 'UPDATE t SET c = 8 WHERE id = 1')
    await mirror.caughtUp()
    expect([...mirror.doubtful]).toEqual(['public.t'])
    await mirror.stop()
  })

  it('is copied again when only the rows have the values of a column that came', async () => {
    const mirror = await started()
    await run(source, 'ALTER TABLE t ADD COLUMN c uuid DEFAULT gen_random_uuid()')
    await areEqual()
    expect(mirror.changed).toEqual(['public.t'])
    await run(source, `INSERT INTO t VALUES (20, 'then', 1)`)
    await mirror.caughtUp()
    await areEqual()
    await mirror.stop()
  })

  it('keeps a column that is gone, empty in new rows', async () => {
    const mirror = await started()
    await run(source, `INSERT INTO t VALUES (11, 'before', 11)`, 'ALTER TABLE t DROP COLUMN b')
    await run(source, `INSERT INTO t VALUES (12, 'after')`, `UPDATE t SET a = 'kept' WHERE id = 1`)
    await mirror.caughtUp()
    expect(await run(destination, 'SELECT * FROM t WHERE id IN (1, 11, 12) ORDER BY id')).toEqual([
      { id: '1', a: 'kept', b: '1' },
      { id: '11', a: 'before', b: '11' },
      { id: '12', a: 'after', b: null },
    ])
    expect([mirror.changed, mirror.divergent]).toEqual([[], 0])
    await mirror.stop()
  })

  it('is copied again when a type has changed, and rows of both kinds are right', async () => {
    const mirror = await started()
    await run(source, `UPDATE t SET b = 100 WHERE id = 1`, 'ALTER TABLE t ALTER b TYPE bigint USING b::bigint * 1000')
    await run(source, `UPDATE t SET b = 5000000000 WHERE id = 2`)
    await areEqual()
    await mirror.caughtUp()
    expect(mirror.changed).toEqual(['public.t'])
    await mirror.stop()
  })

  it('is copied again when a column was exchanged while the mirror was off, and no cell is in a wrong place', async () => {
    await run(source, `CREATE TYPE mood AS ENUM ('sad', 'glad')`, `ALTER TABLE t ADD m mood DEFAULT 'sad'`)
    await (await started()).stop()
    await run(
      source,
      `INSERT INTO t VALUES (11, 'x', 1, 'glad')`,
      'ALTER TABLE t DROP COLUMN a, ADD COLUMN c date',
      `UPDATE t SET c = '2026-01-02' WHERE id < 3`,
      `INSERT INTO t VALUES (12, 2, 'sad', '2026-01-03')`,
    )
    const mirror = await started()
    await expect
      .poll(() => run(destination, `SELECT id, b, m::text AS m, c::text AS c FROM t ORDER BY id`), { timeout: 10_000 })
      .toEqual(await run(source, `SELECT id, b, m::text AS m, c::text AS c FROM t ORDER BY id`))
    expect(mirror.changed).toEqual(['public.t'])
    await run(source, `ALTER TYPE mood ADD VALUE 'calm' BEFORE 'glad'`, `INSERT INTO t VALUES (13, 2, 'calm', NULL)`)
    await mirror.caughtUp()
    expect(mirror.paused.get('public.t')?.code).toBe('VALUE_REFUSED')
    await run(destination, `ALTER TYPE mood ADD VALUE 'calm' BEFORE 'glad'`)
    await mirror.control.resume('public.t')
    await mirror.caughtUp()
    expect(await run(destination, `SELECT m::text AS m FROM t WHERE id = 13`)).toEqual([{ m: 'calm' }])
    expect(mirror.gaps).toEqual([])
    await mirror.stop()
  })

  it('is copied again when a column comes under the name of one that had gone, which the destination still has', async () => {
    const mirror = await started()
    await run(source, 'ALTER TABLE t DROP COLUMN b', `UPDATE t SET a = 'without' WHERE id = 1`)
    await mirror.caughtUp()
    for (const name of ['c', 'd']) {
      await run(source, `ALTER TABLE t ADD COLUMN ${name} int DEFAULT 1`)
      const come = () => run(destination, `SELECT ${name} FROM t`).catch(() => [])
      await expect.poll(come, { timeout: 10_000 }).toHaveLength(10)
    }
    expect(mirror.changed).toEqual([])
    await run(source, 'ALTER TABLE t ADD COLUMN b int', 'UPDATE t SET b = 5 WHERE id = 1')
    await areEqual()
    expect(mirror.changed).toEqual(['public.t'])
    await mirror.stop()
  })

  it('is not called doubtful when it was emptied in the log', async () => {
    const mirror = await started()
    await run(source, 'TRUNCATE t', `INSERT INTO t VALUES (1, 'after', 1)`)
    await mirror.caughtUp()
    // What comes later has been looked at.
    await run(source, 'ALTER TABLE u ADD COLUMN c int')
    await expect
      .poll(() => run(destination, 'SELECT count(c) AS c FROM u').catch(() => []), { timeout: 10_000 })
      .toHaveLength(1)
    await run(source, 'ALTER TABLE u ADD COLUMN d int')
    await expect
      .poll(() => run(destination, 'SELECT count(d) AS d FROM u').catch(() => []), { timeout: 10_000 })
      .toHaveLength(1)
    expect([...mirror.doubtful]).toEqual([])
    await areEqual()
    await mirror.stop()
  })

  it('is paused when its key changes, and the others follow', async () => {
    const mirror = await started()
    await run(
      source,
      'ALTER TABLE t DROP CONSTRAINT t_pkey, ADD PRIMARY KEY (id, a)',
      `INSERT INTO t VALUES (1, 'twice', 1)`,
    )
    await run(source, 'INSERT INTO u VALUES (1)')
    await mirror.caughtUp()
    expect(mirror.paused.get('public.t')?.code).toBe('KEY_REQUIRED')
    expect(await run(destination, 'SELECT id FROM u')).toEqual([{ id: '1' }])
    await mirror.stop()
  })

  it('waits for a person if the flow wants it, and is then as the source', async () => {
    const mirror = await started({ drift: new Map([['public.t', 'stop']]) })
    await run(source, 'ALTER TABLE t ADD COLUMN c int DEFAULT 3', 'UPDATE t SET c = 4 WHERE id = 1')
    await mirror.caughtUp()
    expect(mirror.paused.get('public.t')?.code).toBe('SCHEMA_CHANGED')
    await mirror.control.resume('public.t')
    await areEqual()
    await mirror.stop()
  })

  it('is called doubtful when its rows have changed beside the log', async () => {
    await run(
      source,
      'DROP TABLE t',
      'CREATE TABLE t (id int PRIMARY KEY, a text, b int) PARTITION BY RANGE (id)',
      'CREATE TABLE t1 PARTITION OF t FOR VALUES FROM (0) TO (100)',
      `INSERT INTO t SELECT n, 'a' || n, n FROM generate_series(1, 10) n`,
      'CREATE TABLE t2 (id int PRIMARY KEY, a text, b int)',
      `INSERT INTO t2 VALUES (101, 'attached', 1)`,
    )
    const mirror = await started()
    await areEqual()
    expect([...mirror.doubtful]).toEqual([])
    await run(source, 'ALTER TABLE t ATTACH PARTITION t2 FOR VALUES FROM (100) TO (200)')
    await expect.poll(() => [...mirror.doubtful], { timeout: 10_000 }).toEqual(['public.t'])
    await run(source, `UPDATE t SET a = 'then' WHERE id = 3`)
    await mirror.caughtUp()
    await mirror.control.copyAgain('public.t')
    await mirror.caughtUp()
    await areEqual()
    await mirror.stop()
  })
})

describe('columns that are chosen, or left out', () => {
  let source: Database
  let destination: Database

  givenTwoDatabases(
    (ends) => {
      ;({ source, destination } = ends)
    },
    { settings: LOGICAL },
  )

  it.each([
    ['chosen', { isChosen: true as const }],
    ['left out when they come', { drift: 'ignore' as const }],
  ])('stay those that they were: %s', async (_, how) => {
    await run(source, 'CREATE TABLE t (id int PRIMARY KEY, a text)', `INSERT INTO t VALUES (1, 'x')`)
    const mirror = await startMirror(
      source,
      destination,
      { 'public.t': { columns: ['id', 'a'], key: ['id'], ...how } },
      QUICK,
    )
    await mirror.caughtUp()
    await run(source, 'ALTER TABLE t ADD COLUMN c int DEFAULT 3', `INSERT INTO t VALUES (2, 'y', 4)`)
    await mirror.caughtUp()
    expect(await run(destination, 'SELECT * FROM t ORDER BY id')).toEqual([
      { id: '1', a: 'x' },
      { id: '2', a: 'y' },
    ])
    expect(mirror.changed).toEqual([])
    await mirror.stop()
  })
})
