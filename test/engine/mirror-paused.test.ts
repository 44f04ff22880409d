import { beforeEach, describe, expect, it } from 'vitest'
import { givenTwoDatabases } from './given-two-databases.ts'
import { LOGICAL, startMirror } from './mirror-support.ts'
import {
  type Attempt,
  connectTo,
  type Database,
  moveBetween,
  nextFence,
  problems,
  replace,
  run,
} from './move-between.ts'

let source: Database
let destination: Database

givenTwoDatabases(
  (ends) => {
    ;({ source, destination } = ends)
  },
  { settings: LOGICAL },
)

const TABLES = {
  'public.t': { columns: ['id', 'a'], key: ['id'] },
  'public.u': { columns: ['id', 'a'], key: ['id'] },
}
const rows = (database: Database, table: string) => run(database, `SELECT id, a FROM ${table} ORDER BY 1, 2`)

beforeEach(async () => {
  for (const table of ['t', 'u'])
    await run(
      source,
      `CREATE TABLE ${table} (id int PRIMARY KEY, a text)`,
      `INSERT INTO ${table} SELECT n, 'a' || n FROM generate_series(1, 10) n`,
    )
})

const changeBoth = (value: string) =>
  run(source, `BEGIN; UPDATE t SET a = '${value}' WHERE id < 4; UPDATE u SET a = '${value}' WHERE id < 4; COMMIT`)

describe('a table whose changes the destination refuses', () => {
  it('is paused with the reason, and the others follow; it goes on when the reason is gone', async () => {
    const mirror = await startMirror(source, destination, TABLES)
    await mirror.caughtUp()
    await run(destination, `ALTER TABLE t ADD CHECK (a <> 'refused')`)
    await changeBoth('refused')
    await mirror.caughtUp()
    expect(mirror.paused.get('public.t')?.code).toBe('CONSTRAINT')
    expect(await rows(destination, 'u')).toEqual(await rows(source, 'u'))
    await run(source, `INSERT INTO t VALUES (50, 'while it is paused')`)
    await mirror.caughtUp()
    await expect(mirror.control.resume('public.t')).rejects.toMatchObject({ problem: { code: 'CONSTRAINT' } })
    expect(mirror.paused.has('public.t')).toBe(true)
    await run(destination, 'ALTER TABLE t DROP CONSTRAINT t_a_check')
    await mirror.control.resume('public.t')
    await run(source, `INSERT INTO t VALUES (51, 'after it')`)
    await mirror.caughtUp()
    expect(await rows(destination, 't')).toEqual(await rows(source, 't'))
    expect(mirror.paused.size).toBe(0)
    expect(mirror.divergent).toBe(0)
    await mirror.stop()
  })

  it.each([
    ['has a narrower type', 'ALTER TABLE t ALTER a TYPE varchar(3)'],
    ['does not exist any more', 'DROP TABLE t'],
    [
      'has a trigger that fails',
      `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$; CREATE TRIGGER g BEFORE UPDATE ON t FOR EACH ROW EXECUTE FUNCTION f()`,
    ],
  ])('is paused when its target %s, also across a restart', async (_, change) => {
    const mirror = await startMirror(source, destination, TABLES)
    await mirror.caughtUp()
    await run(destination, change)
    await changeBoth('longer than that')
    await mirror.caughtUp()
    expect([...mirror.paused.keys()]).toEqual(['public.t'])
    expect(await rows(destination, 'u')).toEqual(await rows(source, 'u'))
    await mirror.stop()
    const again = await startMirror(source, destination, TABLES)
    await changeBoth('once more')
    await again.caughtUp()
    expect(await rows(destination, 'u')).toEqual(await rows(source, 'u'))
    if (change.includes('TYPE')) await run(destination, 'ALTER TABLE t ALTER a TYPE text')
    if (again.paused.size > 0) await again.control.copyAgain('public.t')
    await again.caughtUp()
    if (!change.includes('trigger')) expect(await rows(destination, 't')).toEqual(await rows(source, 't'))
    await again.stop()
  })

  it('is tried again by itself when somebody had locked it', async () => {
    const mirror = await startMirror(source, destination, TABLES, { retryMs: 200 })
    await mirror.caughtUp()
    const holder = await connectTo(destination)
    await holder.query('BEGIN; LOCK TABLE t IN SHARE MODE')
    await changeBoth('locked')
    await mirror.caughtUp()
    expect(mirror.paused.get('public.t')?.code).toBe('TABLE_BUSY')
    expect(await rows(destination, 'u')).toEqual(await rows(source, 'u'))
    await holder.query('COMMIT')
    await holder.end()
    await expect.poll(() => mirror.paused.size, { timeout: 10_000 }).toBe(0)
    await mirror.caughtUp()
    expect(await rows(destination, 't')).toEqual(await rows(source, 't'))
    await mirror.stop()
  })
})

it('a target without an index on the key is paused, with the statement that helps', async () => {
  const mirror = await startMirror(source, destination, TABLES)
  await mirror.caughtUp()
  await mirror.stop()
  await run(destination, 'ALTER TABLE t DROP CONSTRAINT t_pkey')
  const again = await startMirror(source, destination, TABLES)
  await changeBoth('on')
  await again.caughtUp()
  expect(again.paused.get('public.t')?.hint?.values).toEqual(['"public"."t"', '"id"'])
  await run(destination, 'CREATE UNIQUE INDEX ON t (id)')
  await again.control.resume('public.t')
  await again.caughtUp()
  expect(await rows(destination, 't')).toEqual(await rows(source, 't'))
  await again.stop()
})

it('a second mirror onto the same target is refused while the first is on', async () => {
  const mirror = await startMirror(source, destination, TABLES)
  await mirror.caughtUp()
  await expect(startMirror(source, destination, TABLES, { flowId: 'another' })).rejects.toMatchObject({
    problem: { code: 'CONFLICT' },
  })
  await run(destination, `UPDATE _millrace_fence SET committed_at = now() - interval '1 hour'`)
  await mirror.stop()
})

it('a run of another flow does not write what a mirror writes, and does when it is off', async () => {
  const mirror = await startMirror(source, destination, TABLES)
  await mirror.caughtUp()
  await run(source, 'CREATE TABLE other AS SELECT * FROM t WHERE false')
  const write = () =>
    moveBetween(source, destination, [{ entity: 'public.other', target: 'public.t', mode: 'replace' }], {
      fence: { ...nextFence(), flowId: 'another' },
    })
  expect(problems(await write())).toMatchObject([{ code: 'TARGET_MISMATCH' }])
  expect(await rows(destination, 't')).toEqual(await rows(source, 't'))
  await mirror.stop()
  await run(destination, `UPDATE _millrace_fence SET committed_at = now() - interval '1 hour'`)
  expect(problems(await write())).toEqual([undefined])
})

describe('a table that a person pauses', () => {
  it('keeps what it has, and has everything after it goes on, without a copy', async () => {
    const mirror = await startMirror(source, destination, TABLES)
    await mirror.caughtUp()
    await mirror.control.pause('public.t')
    await changeBoth('paused')
    await mirror.caughtUp()
    expect(await run(destination, `SELECT FROM t WHERE a = 'paused'`)).toEqual([])
    expect(await rows(destination, 'u')).toEqual(await rows(source, 'u'))
    await mirror.stop()
    const again = await startMirror(source, destination, TABLES)
    await changeBoth('still')
    await again.caughtUp()
    expect([...again.paused]).toEqual([['public.t', undefined]])
    await run(destination, `UPDATE t SET a = 'not copied' WHERE id = 9`)
    await again.control.resume('public.t')
    await again.caughtUp()
    expect(await run(destination, 'SELECT a FROM t WHERE id IN (1, 9) ORDER BY id')).toEqual([
      { a: 'still' },
      { a: 'not copied' },
    ])
    await again.control.copyAgain('public.t')
    await again.caughtUp()
    expect(await rows(destination, 't')).toEqual(await rows(source, 't'))
    await again.stop()
  })

  it('needs a copy when more waits than may', async () => {
    const mirror = await startMirror(source, destination, TABLES, { waitingBytes: 100_000 })
    await mirror.caughtUp()
    await mirror.control.pause('public.t')
    for (let n = 0; n < 3; n++) {
      await run(source, `UPDATE t SET a = repeat('${n}', 10000)`)
      await mirror.caughtUp()
    }
    expect(await run(destination, 'SELECT count(*) FROM _millrace_changes')).toEqual([{ count: '0' }])
    await mirror.control.resume('public.t')
    await run(source, `INSERT INTO t VALUES (60, 'then')`)
    await mirror.caughtUp()
    expect(await rows(destination, 't')).toEqual(await rows(source, 't'))
    await mirror.stop()
  })
})

it('a table that cannot be mirrored is paused with the reason, and the others follow', async () => {
  await run(source, 'CREATE TABLE x (id int PRIMARY KEY, a xml)', `INSERT INTO x VALUES (1, '<a/>')`)
  await run(source, 'CREATE TABLE k (id int, a text)')
  const tables = {
    ...TABLES,
    'public.x': { columns: ['id', 'a'], key: ['id'] },
    'public.k': { columns: ['id', 'a'], key: [] },
  }
  const mirror = await startMirror(source, destination, tables)
  await mirror.caughtUp()
  expect([...mirror.paused].map(([name, problem]) => [name, problem?.code])).toEqual([
    ['public.x', 'MIRROR_NOT_READY'],
    ['public.k', 'MIRROR_NOT_READY'],
  ])
  await run(source, `INSERT INTO k VALUES (1, 'x')`, `UPDATE k SET a = 'the source still may'`)
  await changeBoth('on')
  await mirror.caughtUp()
  for (const table of ['t', 'u']) expect(await rows(destination, table)).toEqual(await rows(source, table))
  await expect(mirror.control.resume('public.k')).rejects.toMatchObject({ problem: { code: 'MIRROR_NOT_READY' } })
  await run(source, 'ALTER TABLE k REPLICA IDENTITY FULL')
  await mirror.control.resume('public.k')
  await mirror.caughtUp()
  await run(source, `UPDATE k SET a = 'mirrored'`)
  await mirror.caughtUp()
  expect(await rows(destination, 'k')).toEqual(await rows(source, 'k'))
  await mirror.stop()
})

describe('a copy that its mirror does not wait for', () => {
  const copy = (attempt: Attempt = {}) =>
    moveBetween(
      source,
      destination,
      [{ ...replace('public.t'), isFollowed: true as const, columns: ['id', 'a'] }],
      attempt,
    )

  it('takes the place of no table that follows', async () => {
    const mirror = await startMirror(source, destination, TABLES)
    await mirror.caughtUp()
    const holder = await connectTo(source)
    await holder.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1')
    const moved = await copy()
    await holder.end()
    expect(problems(moved).map((problem) => problem?.code)).toEqual(['COPY_NOT_AWAITED'])
    await run(source, `UPDATE t SET a = 'followed' WHERE id = 1`)
    await mirror.caughtUp()
    expect(await rows(destination, 't')).toEqual(await rows(source, 't'))
    await mirror.stop()
  })

  it('is too old when a transaction from before was open while its rows were read', async () => {
    const mirror = await startMirror(source, destination, TABLES)
    await mirror.caughtUp()
    await mirror.control.pause('public.t')
    const writer = await connectTo(source)
    await writer.query(`BEGIN; UPDATE t SET a = 'late' WHERE id = 1`)
    await mirror.control.copyAgain('public.t')
    await expect.poll(() => mirror.copyProblems, { timeout: 10_000 }).toContain('COPY_TOO_OLD')
    await writer.query('COMMIT')
    await writer.end()
    await mirror.caughtUp()
    expect(await rows(destination, 't')).toEqual(await rows(source, 't'))
    expect(mirror.divergent).toBe(0)
    await mirror.stop()
  })
})
