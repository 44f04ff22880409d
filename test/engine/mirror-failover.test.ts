import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { LOGICAL, slotName, startMirror } from './mirror-support.ts'
import { type Database, freshDatabase, run } from './move-between.ts'

const T = { 'public.t': { columns: ['id', 'a'], key: ['id'] } }
const STREAMING = {
  ...LOGICAL,
  hot_standby_feedback: 'on',
  primary_slot_name: 'standby',
  sync_replication_slots: 'on',
  wal_receiver_status_interval: '1s',
}

/** Slots are synchronized from version 17 on. */
describe('a mirror', () => {
  let primary: RunningPostgres
  let standby: RunningPostgres
  let destination: Database
  let source: Database
  /** The same database at the standby. */
  let successor: Database

  beforeEach(async () => {
    primary = await startPostgres({ settings: { ...LOGICAL, synchronous_commit: 'on' } })
    await run(primary, `SELECT pg_create_physical_replication_slot('standby')`)
    standby = await startPostgres({ settings: STREAMING, standbyOf: primary })
    source = await freshDatabase(primary)
    destination = await freshDatabase(primary)
    successor = { ...standby, database: source.database }
    await run(
      source,
      'CREATE TABLE t (id int PRIMARY KEY, a text)',
      `INSERT INTO t SELECT n, 'a' || n FROM generate_series(1, 1000) n`,
    )
  })
  afterEach(() => Promise.all([standby, primary].map((server) => server.stop())))

  /** The standby has everything up to now. */
  const replayed = async () => {
    const [here] = await run(primary, 'SELECT pg_current_wal_lsn() AS lsn')
    const isThere = `SELECT FROM (SELECT pg_last_wal_replay_lsn() AS lsn) r WHERE lsn >= '${here?.['lsn']}'`
    await expect.poll(() => run(standby, isThere), { timeout: 30_000 }).toHaveLength(1)
  }
  /** The standby has the slot of the mirror, too, which follows meanwhile. */
  const synchronized = async () => {
    const slot = `SELECT FROM pg_replication_slots WHERE slot_name = '${slotName(source)}' AND synced AND NOT temporary`
    const isThere = async () => {
      await run(primary, 'SELECT pg_log_standby_snapshot()')
      return run(standby, slot)
    }
    await expect.poll(isThere, { timeout: 30_000 }).toHaveLength(1)
    await replayed()
  }
  const rows = 'SELECT * FROM t ORDER BY id'
  const areEqual = async () =>
    expect.poll(() => run(destination, rows), { timeout: 30_000 }).toEqual(await run(successor, rows))

  it('goes on at a standby that has taken its place, without a gap', async () => {
    const before = await startMirror(source, destination, T)
    await before.caughtUp()
    await run(source, `UPDATE t SET a = 'before' WHERE id = 1`)
    await before.caughtUp()
    await synchronized()
    await before.stop()
    await run(source, `UPDATE t SET a = 'meanwhile' WHERE id = 2`)
    await replayed()
    await run(standby, 'SELECT pg_promote()')
    await run(successor, `UPDATE t SET a = 'after' WHERE id = 3`)

    const mirror = await startMirror(successor, destination, T)
    await mirror.caughtUp()
    await mirror.stop()
    expect(mirror.gaps).toEqual([])
    expect(mirror.gaps).toEqual([])
    expect(mirror.batches.reduce((sum, { changes }) => sum + changes, 0)).toBe(2)
    expect(await run(destination, rows)).toEqual(await run(successor, rows))
  })

  it('notices that a standby lacks what it has brought already, and mends what differs', async () => {
    const before = await startMirror(source, destination, T)
    await before.caughtUp()
    await synchronized()
    await run(standby, `ALTER SYSTEM SET primary_conninfo = ''`, 'SELECT pg_reload_conf()')
    await expect.poll(() => run(standby, 'SELECT FROM pg_stat_wal_receiver'), { timeout: 30_000 }).toEqual([])
    await run(source, `UPDATE t SET a = 'lost' WHERE id < 4`, `INSERT INTO t VALUES (2000, 'lost')`)
    await before.caughtUp()
    await before.stop()
    const [there] = await run(primary, 'SELECT pg_current_wal_lsn() AS lsn')
    await run(standby, 'SELECT pg_promote()')
    await run(successor, `UPDATE t SET a = 'kept' WHERE id = 7`)
    // The new log has passed the place.
    for (let isPassed = false; !isPassed; ) {
      await run(successor, 'SELECT pg_switch_wal()', `UPDATE t SET a = a || '.' WHERE id = 9`)
      isPassed = (await run(successor, `SELECT pg_current_wal_lsn() > '${there?.['lsn']}' AS is`))[0]?.['is'] === 't'
    }

    const mirror = await startMirror(successor, destination, T, { due: () => [] })
    await areEqual()
    expect(mirror.gaps).toEqual(['LOG_GAP'])
    await run(successor, `UPDATE t SET a = 'then' WHERE id = 8`)
    await areEqual()
    await mirror.stop()
    expect(mirror.gaps).toEqual(['LOG_GAP'])
  })

  it('notices that the disk of its source was set back', async () => {
    const before = await startMirror(source, destination, T)
    await before.caughtUp()
    await before.stop()
    await run(destination, `UPDATE _millrace_fence SET committed_bound = 'F/0' WHERE target = 'mirror:'`)
    await run(source, `UPDATE t SET a = 'missed' WHERE id = 1`)
    successor = source

    const mirror = await startMirror(source, destination, T, { due: () => [] })
    await areEqual()
    await mirror.stop()
    expect(mirror.gaps).toEqual(['LOG_GAP'])
  })
})
