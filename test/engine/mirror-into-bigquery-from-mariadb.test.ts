import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { type GoogleCloudStandIn, startGoogleCloud } from '../../src/stand-ins/google-cloud.ts'
import { numbers } from '../support/mariadb/numbers.ts'
import { connectMysql, type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { TRIES_ALL } from '../support/samples.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { killMirrors } from './kill-mirrors.ts'
import { cloudEndpoint, cloudRows, startMirrorIntoBigquery } from './mirror-into-bigquery-support.ts'
import { ROW_LOG } from './mirror-mysql-support.ts'
import { mysqlEndpoint } from './move-mysql.ts'

let from: MysqlDatabase
let cloud: GoogleCloudStandIn

givenBothSystems(
  (ends) => {
    ;({ from } = ends)
  },
  { mariadb: { settings: ROW_LOG } },
)

beforeEach(async () => {
  cloud = await startGoogleCloud()
  await runMysql(
    from,
    'CREATE TABLE t (id int PRIMARY KEY, a text, n int)',
    `INSERT INTO t SELECT seq, 'x', 0 FROM ${numbers(300)}`,
    'CREATE TABLE k (writer int, n int)',
  )
})
afterEach(() => cloud.stop())

/** How often a process is killed. */
const KILLS = TRIES_ALL ? 6 : 2

const tables = () => ({ [`${from.database}.t`]: 't', [`${from.database}.k`]: 'k' })
const slot = () => `slot_${from.database}`
const start = () => startMirrorIntoBigquery(mysqlEndpoint(from), cloud, tables(), { slot: slot() })

/** Inserts, updates, deletes, in transactions over both tables, until it is told to stop. */
function startWriters(count: number): () => Promise<void> {
  let isOver = false
  const writers = Array.from({ length: count }, async (_, writer) => {
    const client = await connectMysql(from)
    for (let n = 0; !isOver; n++) {
      const id = writer * 100 + ((n * 7) % 100) + 1
      const queries = [
        'BEGIN',
        `INSERT INTO k VALUES (${writer}, ${n % 7}), (${writer}, ${n % 5})`,
        n % 3 === 0
          ? `DELETE FROM t WHERE id = ${id}`
          : `INSERT INTO t VALUES (${id}, repeat('w', ${n % 400}), ${n}) ON DUPLICATE KEY UPDATE n = ${n}`,
        `DELETE FROM k WHERE writer = ${writer} LIMIT 1`,
        n % 11 === 10 ? 'ROLLBACK' : 'COMMIT',
      ]
      try {
        for (const query of queries) await client.query(query)
      } catch (error) {
        // Without a key, each deletes by looking at the rows of all: the server ends one of two that wait for each other.
        if (!String(error).includes('Deadlock found')) throw error
      }
      await sleep(25)
    }
    await client.end()
  })
  return async () => {
    isOver = true
    await Promise.all(writers)
  }
}

const shown = (rows: readonly Readonly<Record<string, string | null>>[]) =>
  rows.map((row) => JSON.stringify(Object.values(row))).sort()

const areEqual = async () => {
  for (const table of ['t', 'k'])
    expect(shown(cloudRows(cloud, table))).toEqual(shown(await runMysql(from, `SELECT * FROM ${table}`)))
}

describe('a mirror from MariaDB into BigQuery', () => {
  it('loses nothing, and nothing comes twice, although its process was killed again and again', async () => {
    const first = await start()
    await first.caughtUp()
    await first.stop()
    const stopWriters = startWriters(3)
    const ends = { source: mysqlEndpoint(from), destination: cloudEndpoint(cloud), name: slot(), tables: tables() }
    const batches = await killMirrors({ ...ends, google: cloud.address, everyMs: 20 }, KILLS)
    await stopWriters()
    const last = await start()
    await last.caughtUp()
    await areEqual()
    expect([last.divergent, last.gaps, [...last.paused.keys()]]).toEqual([0, [], []])
    expect(batches).toBeGreaterThanOrEqual(KILLS)
    await last.stop()
  }, 300_000)

  it('sends every change through its steps, also across a filter', async () => {
    const step = (type: Step['type'], settings: Step['settings']): Step => ({ id: type, type, settings })
    const steps = [
      step('filter', { where: `a <> 'secret'` }),
      step('compute', { columns: [{ name: 'twice', expression: 'n * 2' }] }),
      step('mask', { columns: [{ column: 'a', method: 'hash' }] }),
      step('rename', { columns: [{ column: 'id', to: 'number' }] }),
      step('select', { columns: ['number', 'a', 'twice'] }),
    ]
    await runMysql(from, 'DELETE FROM t WHERE id > 4', `UPDATE t SET a = 'secret' WHERE id = 4`)
    const mirror = await startMirrorIntoBigquery(
      mysqlEndpoint(from),
      cloud,
      { [`${from.database}.t`]: 't' },
      { slot: slot(), transformations: { steps, salt: 'salt' } },
    )
    await mirror.caughtUp()
    const numbered = () => cloudRows(cloud, 't').map(({ number, twice }) => [number, twice])
    expect(numbered()).toEqual([
      ['1', '0'],
      ['2', '0'],
      ['3', '0'],
    ])
    await runMysql(
      from,
      `UPDATE t SET a = 'open', n = 5 WHERE id = 4`,
      `UPDATE t SET a = 'secret' WHERE id = 1`,
      'UPDATE t SET id = 30, n = 7 WHERE id = 3',
      `INSERT INTO t VALUES (50, 'secret', 1), (51, 'x', 1)`,
      'DELETE FROM t WHERE id IN (2, 50)',
    )
    await mirror.caughtUp()
    expect(numbered()).toEqual([
      ['4', '10'],
      ['30', '14'],
      ['51', '2'],
    ])
    expect(cloudRows(cloud, 't').map(({ a }) => a?.length)).toEqual([64, 64, 64])
    const followed = cloudRows(cloud, 't')
    await mirror.control.copyAgain(`${from.database}.t`)
    await mirror.caughtUp()
    expect(cloudRows(cloud, 't')).toEqual(followed)
    expect([mirror.divergent, [...mirror.paused], mirror.copyProblems]).toEqual([0, [], []])
    await mirror.stop()
  }, 120_000)
})
