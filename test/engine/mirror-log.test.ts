import { describe, expect, it } from 'vitest'
import { MIRRORED } from '../support/postgres/postgres-binaries.ts'
import type { RunningPostgres } from '../support/postgres/start-postgres.ts'
import { firstOf } from '../support/samples.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { LOGICAL, slotName, startMirror } from './mirror-support.ts'
import { connectTo, type Database, freshDatabase, run } from './move-between.ts'

const T = { 'public.t': { columns: ['id', 'a'], key: ['id'] } }
const rows = (database: Database) => run(database, 'SELECT id, a FROM t ORDER BY id')
const MEGABYTE = 1 << 20

describe.each(firstOf(MIRRORED))('the log that a source of version %s keeps', (version) => {
  let server: RunningPostgres
  let source: Database
  let destination: Database

  givenTwoDatabases(
    (ends) => {
      ;({ server, source, destination } = ends)
    },
    { settings: { ...LOGICAL, max_prepared_transactions: '5' }, version },
  )

  const create = () =>
    run(
      source,
      'CREATE TABLE t (id int PRIMARY KEY, a text)',
      `INSERT INTO t VALUES (1, 'x')`,
      'CREATE TABLE other (a text)',
    )
  const writeOther = (database: Database) =>
    run(database, `INSERT INTO other SELECT md5(n::text) FROM generate_series(1, 200000) n`, 'CHECKPOINT')

  it('is not pinned by tables and databases that are not mirrored', async () => {
    await create()
    const mirror = await startMirror(source, destination, T)
    await mirror.caughtUp()
    const another = await freshDatabase(server)
    await run(another, 'CREATE TABLE other (a text)')
    for (const database of [source, another]) {
      await writeOther(database)
      await expect
        .poll(
          async () => {
            await run(source, 'CHECKPOINT')
            return mirror.held?.bytes
          },
          { timeout: 20_000 },
        )
        .toBeLessThan(8 * MEGABYTE)
    }
    await mirror.stop()
  })

  it('is given up before it is larger than its budget, and the mirror begins anew', async () => {
    await create()
    const mirror = await startMirror(source, destination, T, { budgetBytes: 40 * MEGABYTE, lookMs: 20 })
    await mirror.caughtUp()
    const holder = await connectTo(source)
    await holder.query(`BEGIN; UPDATE t SET a = 'open' WHERE id = 1`)
    for (let n = 0; !mirror.budgets.includes('spent') && n < 40; n++)
      await run(source, `INSERT INTO other SELECT md5(n::text) FROM generate_series(1, 30000) n`, 'CHECKPOINT')
    const { held } = mirror
    const left = `SELECT FROM pg_replication_slots WHERE slot_name = '${slotName(source)}' AND confirmed_flush_lsn IS NOT NULL`
    await expect.poll(() => run(source, left)).toEqual([])
    await holder.query('COMMIT')
    await holder.end()
    expect(mirror.budgets.slice(0, 3)).toEqual(['half', 'scarce', 'spent'])
    expect(held?.holder?.process).toMatch(/^\d+$/)
    await expect.poll(() => mirror.gaps, { timeout: 20_000 }).toEqual(['LOG_GAP'])
    await run(source, `INSERT INTO t VALUES (2, 'then')`)
    await mirror.caughtUp()
    expect(await rows(destination)).toEqual(await rows(source))
    await mirror.stop()
  })

  it('has what was prepared when it is committed, and nothing of what is rolled back', async () => {
    await create()
    const mirror = await startMirror(source, destination, T)
    await mirror.caughtUp()
    await run(source, `BEGIN; INSERT INTO t VALUES (2, 'kept'); PREPARE TRANSACTION 'kept'`)
    await run(source, `BEGIN; INSERT INTO t VALUES (3, 'gone'); PREPARE TRANSACTION 'gone'`)
    await mirror.caughtUp()
    await mirror.stop()
    const again = await startMirror(source, destination, T)
    await run(source, `ROLLBACK PREPARED 'gone'`)
    await run(source, `COMMIT PREPARED 'kept'`)
    await again.caughtUp()
    expect(await rows(destination)).toEqual([
      { id: '1', a: 'x' },
      { id: '2', a: 'kept' },
    ])
    await again.stop()
  })

  it('has transactions in the order of their commits, whenever they began', async () => {
    await create()
    const first = await startMirror(source, destination, T)
    await first.caughtUp()
    const early = await connectTo(source)
    await early.query(`BEGIN; INSERT INTO t VALUES (5, 'early')`)
    await run(source, `INSERT INTO t VALUES (6, 'late')`)
    await first.caughtUp()
    await first.stop()
    await early.query(`UPDATE t SET a = 'later' WHERE id = 6; COMMIT`)
    await early.end()
    const second = await startMirror(source, destination, T)
    await second.caughtUp()
    expect(await rows(destination)).toEqual(await rows(source))
    expect(second.divergent).toBe(0)
    await second.stop()
  })

  it('is read by the newest mirror only: an older one that comes back changes nothing', async () => {
    await create()
    const older = await startMirror(source, destination, T)
    await older.caughtUp()
    const newer = await startMirror(source, destination, T)
    await run(source, `INSERT INTO t VALUES (7, 'once')`)
    await newer.caughtUp()
    await expect(older.ended).rejects.toThrow()
    await run(source, `UPDATE t SET a = 'then' WHERE id = 7`)
    await newer.caughtUp()
    expect(await rows(destination)).toEqual(await rows(source))
    expect([newer.divergent, newer.gaps]).toEqual([0, []])
    await newer.stop()
  })

  it('cannot begin while a transaction is open, and says which', async () => {
    await create()
    const holder = await connectTo(source)
    const {
      rows: [own],
    } = await holder.query('SELECT pg_backend_pid() AS pid')
    await holder.query(`BEGIN; UPDATE t SET a = 'open'`)
    const mirror = await startMirror(source, destination, T)
    await expect(mirror.ended).rejects.toMatchObject({
      problem: { code: 'LOG_BUSY', hint: { values: [String(own?.pid)] } },
    })
    expect(await run(source, `SELECT FROM pg_replication_slots WHERE slot_name = '${slotName(source)}'`)).toEqual([])
    await holder.end()
    const again = await startMirror(source, destination, T)
    await again.caughtUp()
    expect(await rows(destination)).toEqual(await rows(source))
    await again.stop()
  }, 60_000)
})
