import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ChangeLoad } from '../../src/engine/ports/change-batch.ts'
import { numbers } from '../support/mariadb/numbers.ts'
import { connectMysql, type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { TRIES_ALL } from '../support/samples.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { killMirrors } from './kill-mirrors.ts'
import { startMirrorIntoMysql } from './mirror-into-mysql-support.ts'
import { ROW_LOG } from './mirror-mysql-support.ts'
import { LOGICAL } from './mirror-support.ts'
import { connectTo, type Database, endpointOf, run } from './move-between.ts'
import { mysqlEndpoint } from './move-mysql.ts'

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

/** How often a process is killed. */
const KILLS = TRIES_ALL ? 8 : 3

const TABLES = { 'public.t': 't', 'public.k': 'k' }
const SUMS = {
  t: 'SELECT count(*) AS n, sum(id) AS ids, sum(length(a)) AS lengths, sum(n) AS numbers FROM t',
  k: 'SELECT count(*) AS n, sum(writer) AS writers, sum(n) AS numbers, sum(n * n) AS squares FROM k',
}

interface Writing {
  readonly open: () => Promise<{ readonly query: (sql: string) => Promise<unknown>; readonly end: () => Promise<void> }>
  readonly deleteOne: (writer: number) => string
  readonly upsert: string
}

/** Inserts, updates, deletes, in transactions over both tables, until it is told to stop. */
function startWriters(count: number, { open, deleteOne, upsert }: Writing): () => Promise<void> {
  let isOver = false
  const writers = Array.from({ length: count }, async (_, writer) => {
    const client = await open()
    for (let n = 0; !isOver; n++) {
      const id = writer * 100 + ((n * 7) % 100) + 1
      const change =
        n % 3 === 0
          ? `DELETE FROM t WHERE id = ${id}`
          : `INSERT INTO t VALUES (${id}, repeat('w', ${n % 400}), ${n}) ${upsert}`
      const queries = [
        'BEGIN',
        `INSERT INTO k VALUES (${writer}, ${n}), (${writer}, ${n % 5})`,
        change,
        deleteOne(writer),
        n % 11 === 10 ? 'ROLLBACK' : 'COMMIT',
      ]
      try {
        for (const query of queries) await client.query(query)
      } catch (error) {
        // Without a key, each deletes by looking at the rows of all: the server ends one of two that wait for each other.
        if (!String(error).includes('Deadlock found')) throw error
      }
      await sleep(20)
    }
    await client.end()
  })
  return async () => {
    isOver = true
    await Promise.all(writers)
  }
}

const OF_POSTGRES: Writing = {
  open: () => connectTo(source),
  deleteOne: (writer) => `DELETE FROM k WHERE ctid = (SELECT ctid FROM k WHERE writer = ${writer} LIMIT 1)`,
  upsert: 'ON CONFLICT (id) DO UPDATE SET n = excluded.n',
}

const OF_MARIADB: Writing = {
  open: () => connectMysql(from),
  deleteOne: (writer) => `DELETE FROM k WHERE writer = ${writer} LIMIT 1`,
  upsert: 'ON DUPLICATE KEY UPDATE n = VALUES(n)',
}

beforeEach(() =>
  run(
    source,
    'CREATE TABLE t (id int PRIMARY KEY, a text, n int)',
    `INSERT INTO t SELECT n, 'x', 0 FROM generate_series(1, 500) n`,
    'CREATE TABLE k (writer int, n int)',
    'ALTER TABLE k REPLICA IDENTITY FULL',
  ),
)

const areEqual = async () => {
  for (const sum of Object.values(SUMS)) expect(await runMysql(destination, sum)).toEqual(await run(source, sum))
}

const start = (options: Parameters<typeof startMirrorIntoMysql>[3] = {}) =>
  startMirrorIntoMysql(endpointOf(source), destination, TABLES, options)

describe('nothing is lost, nothing comes twice, and the mirror moves again', () => {
  it('after its process was killed again and again, from Postgres', async () => {
    const first = await start()
    await first.caughtUp()
    await first.stop()
    const stopWriters = startWriters(4, OF_POSTGRES)
    const tables = Object.fromEntries(
      Object.entries(TABLES).map(([entity, table]) => [entity, `${destination.database}.${table}`]),
    )
    const ends = { source: endpointOf(source), destination: mysqlEndpoint(destination) }
    const batches = await killMirrors({ ...ends, name: `slot_${destination.database}`, tables }, KILLS)
    await stopWriters()
    const last = await start()
    await last.caughtUp()
    await areEqual()
    expect([last.divergent, last.gaps, [...last.paused]]).toEqual([0, [], []])
    expect(batches).toBeGreaterThan(KILLS)
    await last.stop()
  }, 300_000)

  it('after its process was killed again and again, from MariaDB', async () => {
    await runMysql(
      from,
      'CREATE TABLE t (id int PRIMARY KEY, a text, n int)',
      `INSERT INTO t SELECT seq, 'x', 0 FROM ${numbers(500)}`,
      'CREATE TABLE k (writer int, n int)',
    )
    const tables = { [`${from.database}.t`]: 't', [`${from.database}.k`]: 'k' }
    const first = await startMirrorIntoMysql(mysqlEndpoint(from), destination, tables)
    await first.caughtUp()
    await first.stop()
    const stopWriters = startWriters(3, OF_MARIADB)
    const targets = Object.fromEntries(
      Object.entries(tables).map(([entity, table]) => [entity, `${destination.database}.${table}`]),
    )
    const ends = { source: mysqlEndpoint(from), destination: mysqlEndpoint(destination) }
    await killMirrors({ ...ends, name: `slot_${destination.database}`, tables: targets }, KILLS)
    await stopWriters()
    const last = await startMirrorIntoMysql(mysqlEndpoint(from), destination, tables)
    await last.caughtUp()
    for (const sum of Object.values(SUMS)) expect(await runMysql(destination, sum)).toEqual(await runMysql(from, sum))
    expect([last.divergent, last.gaps, [...last.paused]]).toEqual([0, [], []])
    await last.stop()
  }, 300_000)

  it.each([
    ['before', 'apply'],
    ['after', 'apply'],
    ['before', 'commit'],
    ['after', 'commit'],
    ['before', 'follow'],
    ['after', 'follow'],
  ] as const)(
    'when the session with the destination ends %s %s',
    async (when, method) => {
      // Each of the two tables is joined once.
      let left = 2
      const wrapLoad = (load: ChangeLoad): ChangeLoad =>
        new Proxy(load, {
          get(target, name) {
            const value: unknown = Reflect.get(target, name, target)
            if (typeof value !== 'function') return value
            if (name !== method) return value.bind(target)
            return async (...given: unknown[]) => {
              const isFault = left > 0 && left-- > 0
              if (isFault && when === 'before') await target.abandon()
              const result: unknown = await Reflect.apply(value, target, given)
              if (isFault && when === 'after') {
                await target.abandon()
                throw new Error('the process has ended')
              }
              return result
            }
          },
        })
      const stopWriters = startWriters(2, OF_POSTGRES)
      for (let round = 0; left > 0 && round < 20; round++) {
        const mirror = await start({ wrapLoad })
        await mirror.ended.catch(() => {})
        await mirror.settled
      }
      expect(left).toBe(0)
      await stopWriters()
      const last = await start()
      await last.caughtUp()
      await areEqual()
      expect([last.divergent, last.gaps]).toEqual([0, []])
      await last.stop()
    },
    120_000,
  )

  it('when the servers end its sessions at any time', async () => {
    const stopWriters = startWriters(3, OF_POSTGRES)
    let isOver = false
    const ending = (async () => {
      while (!isOver) {
        await sleep(130)
        const found = await runMysql(
          destination,
          `SELECT ID AS id FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND ID <> CONNECTION_ID() AND RAND() < 0.5`,
        )
        for (const { id } of found) await runMysql(destination, `KILL ${id}`).catch(() => {})
      }
    })()
    for (let round = 0; round < (TRIES_ALL ? 15 : 6); round++) {
      const mirror = await start().catch(() => undefined)
      if (!mirror) continue
      await Promise.race([mirror.ended.catch(() => {}), sleep(600)])
      await mirror.stop().catch(() => {})
      await mirror.settled
    }
    isOver = true
    await ending
    await stopWriters()
    const last = await start()
    await last.caughtUp()
    await areEqual()
    expect(last.divergent).toBe(0)
    await last.stop()
  }, 120_000)
})
