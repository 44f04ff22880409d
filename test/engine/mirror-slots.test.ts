import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChangeLoad } from '../../src/engine/ports/change-batch.ts'
import { MIRRORED } from '../support/postgres/postgres-binaries.ts'
import { firstOf } from '../support/samples.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { LOGICAL, slotName, startMirror } from './mirror-support.ts'
import { connectTo, type Database, run } from './move-between.ts'

const T = { 'public.t': { columns: ['id', 'a'], key: ['id'] }, 'public.k': { columns: ['n'], key: [] } }
const MEGABYTE = 1 << 20
/** The smallest log that a server may keep at once. */
const SMALL_LOG = { min_wal_size: '32MB', max_wal_size: '32MB' }

describe.each(firstOf(MIRRORED))('the slot at a source of version %s', (version) => {
  let source: Database
  let destination: Database

  givenTwoDatabases(
    (ends) => {
      ;({ source, destination } = ends)
    },
    { settings: { ...LOGICAL, ...SMALL_LOG }, version },
  )

  const settings: string[] = []
  const set = async (name: string, value: string) => {
    settings.push(name)
    await run(source, `ALTER SYSTEM SET ${name} = '${value}'`, 'SELECT pg_reload_conf()')
  }
  beforeEach(() =>
    run(
      source,
      'CREATE TABLE t (id int PRIMARY KEY, a text)',
      `INSERT INTO t SELECT n, 'a' || n FROM generate_series(1, 1000) n`,
      'CREATE TABLE k (n int)',
      'ALTER TABLE k REPLICA IDENTITY FULL',
      'INSERT INTO k SELECT n % 3 FROM generate_series(1, 10) n',
      'CREATE TABLE other (a text)',
    ),
  )
  afterEach(async () => {
    for (const name of settings.splice(0)) await run(source, `ALTER SYSTEM RESET ${name}`)
    await run(source, 'SELECT pg_reload_conf()')
  })

  const areEqual = async () => {
    for (const table of ['t', 'k']) {
      const rows = `SELECT * FROM ${table} ORDER BY 1`
      expect(await run(destination, rows)).toEqual(await run(source, rows))
    }
  }
  /** Each fills a file of the log, of 16 MB. */
  const fillLog = async (files: number) => {
    for (let n = 0; n < files; n++) await run(source, `INSERT INTO other VALUES ('x')`, 'SELECT pg_switch_wal()')
    await run(source, 'CHECKPOINT')
  }
  const slot = `SELECT active, wal_status, confirmed_flush_lsn AS confirmed FROM pg_replication_slots WHERE slot_name = `
  const slotNow = async () => (await run(source, `${slot}'${slotName(source)}'`))[0]
  const started = async (options: Parameters<typeof startMirror>[3] = {}) => {
    const mirror = await startMirror(source, destination, T, options)
    await mirror.caughtUp()
    return mirror
  }
  const stopped = async () => {
    await (await started()).stop()
    await expect.poll(async () => (await slotNow())?.['active']).toBe('f')
  }

  it.each([
    ['because it had become too large', 'max_slot_wal_keep_size', '64MB', 6],
    ...(version === 18 ? [['because nobody had read it', 'idle_replication_slot_timeout', '1s', 1] as const] : []),
  ] as const)('that the server has given up %s is a gap: once, and only what differs is sent', async (_, ...given) => {
    const [name, value, files] = given
    await stopped()
    await set(name, value)
    await run(source, `UPDATE t SET a = 'missed' WHERE id < 4`, 'INSERT INTO k VALUES (7)')
    await sleep(1_500)
    await fillLog(files)
    await expect
      .poll(async () => (await run(source, 'CHECKPOINT').then(slotNow))?.['wal_status'], { timeout: 20_000 })
      .toBe('lost')
    await run(source, `ALTER SYSTEM RESET ${name}`, 'SELECT pg_reload_conf()')
    const mirror = await started({ due: () => [] })
    await run(source, `UPDATE t SET a = 'then' WHERE id = 5`)
    const changed = `SELECT count(*) AS rows FROM t WHERE a IN ('missed', 'then')`
    await expect.poll(() => run(destination, changed), { timeout: 30_000 }).toEqual([{ rows: '4' }])
    const count = 'SELECT count(*) AS rows FROM k'
    await expect.poll(() => run(destination, count), { timeout: 30_000 }).toEqual([{ rows: '11' }])
    await areEqual()
    expect(mirror.gaps).toEqual(['LOG_GAP'])
    const [sent] = mirror.repaired.filter((table) => table.name === 'public.t')
    // With the row that may have changed before both sides were compared.
    expect([3, 4]).toContain(sent?.updated)
    await mirror.stop()
  })

  it('moves on while a table waits for a long copy: its changes wait in the destination', async () => {
    const held = Promise.withResolvers<void>()
    const mirror = await startMirror(source, destination, T, { beforeCopy: () => held.promise, lookMs: 50 })
    await expect.poll(async () => (await slotNow())?.['active'], { timeout: 20_000 }).toBe('t')
    for (let round = 0; round < 5; round++) {
      await run(source, `UPDATE t SET a = '${round}' || repeat('x', 200)`, `INSERT INTO k VALUES (${round})`)
      await fillLog(4)
    }
    await expect
      .poll(() => run(source, 'CHECKPOINT').then(() => mirror.held?.bytes), { timeout: 30_000 })
      .toBeLessThan(20 * MEGABYTE)
    const [waits] = await run(destination, 'SELECT sum(octet_length(changes)) AS bytes FROM _millrace_changes')
    expect(Number(waits?.['bytes'])).toBeGreaterThan(MEGABYTE)
    held.resolve()
    await mirror.caughtUp()
    await areEqual()
    expect([mirror.divergent, mirror.gaps]).toEqual([0, []])
    expect(await run(destination, 'SELECT count(*) FROM _millrace_changes')).toEqual([{ count: '0' }])
    await mirror.stop()
  })

  it('is never told of rows that are not in the destination, although it refuses commits', async () => {
    await stopped()
    let refusals = 6
    const wrapLoad = (load: ChangeLoad): ChangeLoad =>
      new Proxy(load, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name, target)
          if (typeof value !== 'function') return value
          if (name !== 'commit' || refusals === 0) return value.bind(target)
          return async () => {
            refusals--
            await target.rollBack()
            throw new Error('the destination has refused the commit')
          }
        },
      })
    let isOver = false
    const bound = `SELECT committed_bound AS bound FROM _millrace_fence WHERE target = 'mirror:'`
    const watching = (async () => {
      const ahead: unknown[] = []
      while (!isOver) {
        const confirmed = (await slotNow())?.['confirmed']
        const [stored] = await run(destination, bound)
        const [row] = await run(source, `SELECT '${confirmed}'::pg_lsn <= '${stored?.['bound']}'::pg_lsn AS fine`)
        if (row?.['fine'] !== 't') ahead.push({ confirmed, stored })
        await sleep(10)
      }
      return ahead
    })()
    for (let round = 0; refusals > 0; round++) {
      const mirror = await startMirror(source, destination, T, { wrapLoad })
      mirror.ended.catch(() => {})
      await run(source, `UPDATE t SET a = 'r${round}' WHERE id % 7 = 0`, 'INSERT INTO k VALUES (1), (1)', 'CHECKPOINT')
      await expect(mirror.ended).rejects.toThrow('refused the commit')
      await mirror.settled
    }
    const last = await started()
    await last.caughtUp()
    isOver = true
    expect(await watching).toEqual([])
    await areEqual()
    expect([last.divergent, last.gaps]).toEqual([0, []])
    await last.stop()
  })

  it('and a copy have a row once whose commit waits for a standby', async () => {
    await set('synchronous_standby_names', 'missing')
    for (const database of [source, destination])
      await run(database, `ALTER DATABASE ${database.database} SET synchronous_commit = local`)
    const commitLater = async (value: string) => {
      const client = await connectTo(source)
      await client.query('SET synchronous_commit = on')
      return client
        .query(`BEGIN; INSERT INTO t VALUES (${value}, 'hanging'); INSERT INTO k VALUES (${value}); COMMIT`)
        .finally(() => client.end())
    }
    const free = async () => {
      const client = await connectTo(source)
      await client.query(`ALTER SYSTEM SET synchronous_standby_names = ''`)
      await client.query('SELECT pg_reload_conf()')
      await client.end()
    }
    const first = commitLater('5001')
    await sleep(200)
    const mirror = await startMirror(source, destination, T)
    await sleep(1_500)
    await free()
    await first
    await mirror.caughtUp()
    await areEqual()
    await set('synchronous_standby_names', 'missing')
    const second = commitLater('5002')
    await sleep(200)
    for (const table of Object.keys(T)) await mirror.control.copyAgain(table)
    await sleep(1_500)
    await free()
    await second
    await mirror.caughtUp()
    await areEqual()
    expect([mirror.divergent, mirror.gaps]).toEqual([0, []])
    await mirror.stop()
  })
})
