import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import { type GoogleCloudStandIn, startGoogleCloud } from '../../src/stand-ins/google-cloud.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import {
  bigquery,
  type CloudMirrorOptions,
  cloudContext,
  cloudEndpoint,
  cloudRows,
  startMirrorIntoBigquery,
} from './mirror-into-bigquery-support.ts'
import { LOGICAL } from './mirror-support.ts'
import { type Database, endpointOf, nextFence, problems, run } from './move-between.ts'

let source: Database
let cloud: GoogleCloudStandIn
let slot = ''

givenTwoDatabases(
  (ends) => {
    source = ends.source
    slot = `slot_${source.database}`
  },
  { settings: LOGICAL },
)

beforeEach(async () => {
  cloud = await startGoogleCloud()
})
afterEach(() => cloud.stop())

const T = { 'public.t': 't' }
const start = (tables: Readonly<Record<string, string>> = T, options: CloudMirrorOptions = {}) =>
  startMirrorIntoBigquery(endpointOf(source), cloud, tables, { slot, ...options })
const rows = async (table = 't') => {
  const found = await run(source, `SELECT * FROM ${table}`)
  return found.toSorted((one, other) =>
    JSON.stringify(Object.values(one)).localeCompare(JSON.stringify(Object.values(other)), 'en', { numeric: true }),
  )
}

type Started = Awaited<ReturnType<typeof start>>

/** What the mirror has is what the source has, and nothing was otherwise before. */
async function expectEqual(mirror: Started, ...tables: readonly string[]): Promise<void> {
  await mirror.caughtUp()
  for (const table of tables.length > 0 ? tables : ['t']) expect(cloudRows(cloud, table)).toEqual(await rows(table))
  expect([mirror.divergent, [...mirror.paused], mirror.copyProblems]).toEqual([0, [], []])
}

describe('a table of Postgres that is followed into BigQuery', () => {
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
    expect([...cloud.tables.keys()].filter((name) => name.startsWith('_millrace_staging_'))).toEqual([])
    expect([...cloud.objects.keys()]).toEqual([])
  })

  it('has all tables of a transaction at once, and the place in the log with them', async () => {
    await run(source, 'CREATE TABLE u (id int PRIMARY KEY, a text)', `INSERT INTO u VALUES (1, 'old')`)
    const mirror = await start({ ...T, 'public.u': 'u' })
    await mirror.caughtUp()
    await run(source, `BEGIN; UPDATE t SET a = 'both'; UPDATE u SET a = 'both'; COMMIT`)
    await expectEqual(mirror, 't', 'u')
    const scripts = [...cloud.jobs.values()].filter(({ configuration }) =>
      configuration.query?.query.includes('MERGE `my-project-123.analytics.u`'),
    )
    expect(scripts).toHaveLength(1)
    expect(scripts[0]?.configuration.query?.query).toContain('MERGE `my-project-123.analytics.t`')
    await mirror.stop()
  })

  it('is not written by a run of another flow, nor by another mirror', async () => {
    const mirror = await start()
    await expectEqual(mirror)
    const written = await move({
      stepProcesses: keptStepProcesses,
      source: { connector: postgresConnector, endpoint: endpointOf(source) },
      destination: { connector: bigquery, endpoint: cloudEndpoint(cloud) },
      streams: [{ entity: 'public.t', target: 't', mode: 'replace' }],
      fence: { ...nextFence(), flowId: 'another' },
      context: cloudContext(cloud),
      onEvent: () => {},
    })
    expect(problems(written)).toMatchObject([{ code: 'TARGET_MISMATCH' }])
    await expect(start(T, { flowId: 'another', slot: `${slot}_b` })).rejects.toMatchObject({
      problem: { code: 'CONFLICT' },
    })
    await expectEqual(mirror)
    await mirror.stop()
  })

  it('holds its target while it is paused, whoever asks, however the name is spelled, until it is ended', async () => {
    cloud.settings.isCaseInsensitive = true
    const mirror = await start()
    await expectEqual(mirror)
    await mirror.stop()
    const [, place] = [...cloud.tables].find(([name]) => name.startsWith('_millrace_mirror_')) ?? []
    if (place) place.rows = place.rows.map((row) => ({ ...row, alive_until: '2026-01-01 00:00:00+00' }))
    const writing = async (isHeld: boolean | undefined, target: string) => {
      const moved = await move({
        stepProcesses: keptStepProcesses,
        source: { connector: postgresConnector, endpoint: endpointOf(source) },
        destination: { connector: bigquery, endpoint: cloudEndpoint(cloud) },
        streams: [{ entity: 'public.t', target, mode: 'append' }],
        fence: { ...nextFence(), flowId: 'another' },
        context: {
          ...cloudContext(cloud),
          heldMirrors: async (flowIds) => new Map(isHeld === undefined ? [] : flowIds.map((id) => [id, isHeld])),
        },
        onEvent: () => {},
      })
      return problems(moved).map((problem) => problem?.code)
    }
    expect(await writing(true, 't')).toEqual(['TARGET_MISMATCH'])
    expect(await writing(true, 'T')).toEqual(['TARGET_MISMATCH'])
    expect(await writing(false, 't')).toEqual([undefined])
    // Another installation does not know it, and it has said nothing for long.
    expect(await writing(undefined, 't')).toEqual([undefined])
  })

  it('is paused with the reason where its key ignores case, and nothing becomes one row', async () => {
    cloud.settings.defaultCollation = 'und:ci'
    await run(source, 'CREATE TABLE c (code text PRIMARY KEY, a int)', `INSERT INTO c VALUES ('a', 1)`)
    const mirror = await start({ ...T, 'public.c': 'c' })
    await mirror.caughtUp()
    await run(source, `BEGIN; INSERT INTO c VALUES ('A', 2); UPDATE t SET a = 'on'; COMMIT`)
    await mirror.caughtUp()
    expect(mirror.paused.get('public.c')).toMatchObject({ code: 'TARGET_MISMATCH', retryable: false })
    expect(cloudRows(cloud, 't')).toEqual(await rows('t'))
    expect(cloudRows(cloud, 'c')).toEqual([{ code: 'a', a: '1' }])
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
    await run(
      source,
      `BEGIN; UPDATE t SET id = 70 WHERE id = 51; UPDATE t SET id = 51 WHERE id = 61; UPDATE t SET id = 61 WHERE id = 70; COMMIT`,
    )
    await expectEqual(mirror)
    await mirror.stop()
  })

  it('has rows that have exchanged their keys, and keys that come again', async () => {
    const mirror = await start()
    await mirror.caughtUp()
    await run(
      source,
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
    await expectEqual(mirror)
    await mirror.stop()
  })

  it('without a key has as many equal rows as the source', async () => {
    await run(
      source,
      'CREATE TABLE k (a int, b text, c double precision)',
      'ALTER TABLE k REPLICA IDENTITY FULL',
      `INSERT INTO k VALUES (1, 'x', 1.5), (1, 'x', 1.5), (1, 'x', 1.5), (2, NULL, NULL), (2, NULL, NULL), (3, 'y', 0.25)`,
    )
    const mirror = await start({ 'public.k': 'k' })
    await expectEqual(mirror, 'k')
    await run(
      source,
      `BEGIN; DELETE FROM k WHERE ctid = (SELECT min(ctid) FROM k WHERE a = 1); DELETE FROM k WHERE ctid = (SELECT min(ctid) FROM k WHERE a = 2); INSERT INTO k VALUES (4, 'z', 1e300), (4, 'z', 1e300); COMMIT`,
    )
    await expectEqual(mirror, 'k')
    await run(
      source,
      `UPDATE k SET b = 'changed' WHERE a = 1`,
      'DELETE FROM k WHERE a = 2',
      `INSERT INTO k VALUES (3, 'y', 0.25)`,
    )
    await expectEqual(mirror, 'k')
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
    const sums = second.batches.flatMap(({ tables }) => tables)
    expect(sums.reduce((sum, { inserted }) => sum + inserted, 0)).toBe(1)
    expect(sums.reduce((sum, { updated }) => sum + updated, 0)).toBe(7)
    await second.stop()
  })

  it('tells what of it was not equal before', async () => {
    const mirror = await start()
    await mirror.caughtUp()
    const table = cloud.tables.get('t')
    if (table)
      table.rows = [...table.rows.filter(({ id }) => id !== '1' && id !== '2'), { id: '20', a: 'stranger', b: null }]
    await run(
      source,
      `UPDATE t SET a = 'now' WHERE id = 1`,
      'DELETE FROM t WHERE id = 2',
      `INSERT INTO t VALUES (20, 'ours', NULL)`,
    )
    await mirror.caughtUp()
    expect(cloudRows(cloud, 't')).toEqual(await rows())
    expect(mirror.divergent).toBe(3)
    await mirror.stop()
  })

  it('is copied again when a column comes, with its default', async () => {
    const mirror = await start()
    await mirror.caughtUp()
    await run(source, `ALTER TABLE t ADD c int DEFAULT 7`, `INSERT INTO t VALUES (30, 'x', 'y', 8)`)
    await expect.poll(() => mirror.changed, { timeout: 15_000 }).toEqual(['public.t'])
    await expectEqual(mirror)
    await mirror.stop()
  })

  it('keeps a column that goes, empty in new rows', async () => {
    const mirror = await start()
    await mirror.caughtUp()
    await run(source, `ALTER TABLE t DROP b`, `INSERT INTO t VALUES (30, 'x')`, `UPDATE t SET a = 'y' WHERE id = 1`)
    await mirror.caughtUp()
    const found = cloudRows(cloud, 't')
    expect(found.find(({ id }) => id === '30')).toEqual({ id: '30', a: 'x', b: null })
    expect(found.find(({ id }) => id === '1')).toEqual({ id: '1', a: 'y', b: 'b1' })
    await mirror.stop()
  })

  it('is paused by a person, keeps what it has, and has everything after it goes on, without a copy', async () => {
    const mirror = await start()
    await mirror.caughtUp()
    await mirror.control.pause('public.t')
    await run(source, `INSERT INTO t SELECT n, repeat('x', 2000), 'y' FROM generate_series(100, 1100) n`)
    await run(source, `UPDATE t SET a = 'still' WHERE id = 1`)
    await mirror.caughtUp()
    expect(cloudRows(cloud, 't')).toHaveLength(10)
    await mirror.stop()
    const second = await start()
    await second.caughtUp()
    expect(cloudRows(cloud, 't')).toHaveLength(10)
    await second.control.resume('public.t')
    await expectEqual(second)
    const waiting = [...cloud.tables].find(([name]) => name.startsWith('_millrace_changes_'))
    expect(waiting?.[1].rows).toEqual([])
    await second.stop()
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

  it('is paused with the reason when BigQuery refuses a value, and the others follow', async () => {
    await run(source, 'CREATE TABLE u (id int PRIMARY KEY, a text, d date)', `INSERT INTO u VALUES (1, 'old', NULL)`)
    const mirror = await start({ ...T, 'public.u': 'u' })
    await mirror.caughtUp()
    await run(source, `BEGIN; UPDATE u SET d = 'infinity' WHERE id = 1; UPDATE t SET a = 'on'; COMMIT`)
    await mirror.caughtUp()
    expect(mirror.paused.get('public.u')?.code).toBe('VALUE_NOT_REPRESENTABLE')
    expect(cloudRows(cloud, 't')).toEqual(await rows('t'))
    await mirror.stop()
  })

  it('gets a transaction that does not fit into memory at once', async () => {
    const mirror = await start()
    await mirror.caughtUp()
    await run(source, `INSERT INTO t SELECT n, repeat('x', 1000), 'y' FROM generate_series(1000, 25000) n`)
    await mirror.caughtUp()
    expect(cloud.tables.get('t')?.rows).toHaveLength(24_011)
    // Told after it is visible.
    await expect
      .poll(() => mirror.batches.map(({ transactions, changes }) => [transactions, changes]))
      .toEqual([[1, 24_001]])
    expect(mirror.divergent).toBe(0)
    await mirror.stop()
  })
})

describe('many tables', () => {
  const COUNT = 100
  const TABLES = Object.fromEntries(Array.from({ length: COUNT }, (_, n) => [`public.m${n}`, `m${n}`]))
  const names = Object.values(TABLES)
  const each = (statement: (table: string) => string) => names.map(statement).join('; ')
  const scripts = () =>
    [...cloud.jobs.values()].filter(({ configuration: { query } }) => query?.query.includes('COMMIT TRANSACTION'))
      .length

  it('follow together; a transaction with more tables than BigQuery changes at once comes without a copy, and no table is paused', async () => {
    await run(
      source,
      each((table) => `CREATE TABLE ${table} (id int PRIMARY KEY, a int); INSERT INTO ${table} VALUES (1, 0)`),
    )
    const mirror = await start(TABLES, { patienceMs: 200_000 })
    await mirror.caughtUp()
    // To wait, to follow, and to apply what has waited, for each of the parts of the copy that have arrived together.
    expect(scripts()).toBeLessThan(COUNT)
    const copies = [...cloud.jobs.values()].filter(({ configuration: { load } }) =>
      names.includes(load?.destinationTable.tableId ?? ''),
    )
    expect(copies).toHaveLength(COUNT)

    await run(source, `BEGIN; ${each((table) => `UPDATE ${table} SET a = 1`)}; COMMIT`)
    const arrived = () => names.filter((table) => cloudRows(cloud, table)[0]?.['a'] === '1')
    await expect.poll(() => arrived().length, { timeout: 60_000 }).toBe(COUNT)
    await mirror.caughtUp()
    expect([mirror.divergent, [...mirror.paused], mirror.changed, mirror.copyProblems]).toEqual([0, [], [], []])
    expect(scripts()).toBeLessThan(COUNT)

    // Together they would be too many for one batch.
    await run(source, `BEGIN; UPDATE m0 SET a = 2; UPDATE m1 SET a = 2; UPDATE m2 SET a = 2; COMMIT`)
    await run(
      source,
      `BEGIN; ${names
        .slice(4)
        .map((table) => `UPDATE ${table} SET a = 3`)
        .join('; ')}; COMMIT`,
    )
    await mirror.caughtUp()
    const whole = [...cloud.jobs.values()].filter(({ configuration: { query } }) =>
      names.slice(4).every((table) => query?.query.includes(`MERGE \`my-project-123.analytics.${table}\``)),
    )
    expect(whole).toHaveLength(1)
    await expectEqual(mirror, ...names)
    await mirror.stop()
  }, 300_000)
})

describe('how often BigQuery gets a batch', () => {
  it('is as the flow says: the first change at once, and others not before the time is over', async () => {
    await run(source, 'CREATE TABLE t (id int PRIMARY KEY, a text)')
    const mirror = await start(T, { everyMs: 1_500 })
    await mirror.caughtUp()
    for (let n = 1; n <= 20; n++) {
      await run(source, `INSERT INTO t VALUES (${n}, 'x')`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    await mirror.caughtUp()
    expect(cloudRows(cloud, 't')).toHaveLength(20)
    expect(mirror.batches.length).toBeLessThanOrEqual(5)
    await mirror.stop()
  })
})
