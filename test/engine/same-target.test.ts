import { beforeEach, describe, expect, it } from 'vitest'
import type { MoveRequest } from '../../src/engine/move/run/move-request.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { startTcpProxy } from '../faults/proxy.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { says } from '../support/says.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { RANGES } from './given-large-table.ts'
import { connectTo, type Database, endpointOf, nextFence, problems, run, statuses } from './move-between.ts'
import { bookkeepingTables, moveAcross, mysqlEndpoint } from './move-mysql.ts'

let source: Database
let destination: Database
let to: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, destination, to } = ends)
})

const GATE = 4_711

beforeEach(async () => {
  await run(
    source,
    `CREATE TABLE second AS SELECT n AS id, 'second' AS note FROM generate_series(1, 3) n`,
    'ALTER TABLE second ADD PRIMARY KEY (id)',
    // Whoever reads it waits until the gate is open.
    `CREATE VIEW first AS SELECT n AS id, 'first' AS note FROM generate_series(1, 5) n, (SELECT pg_advisory_lock_shared(${GATE}) IS NULL AS never) gate`,
  )
})

type Mode = StreamRequest['mode']

const MODES = {
  replace: { mode: 'replace' },
  append: { mode: 'append' },
  upsert: { mode: 'upsert', key: ['id'] },
} as const satisfies Record<Mode, object>

/** A destination with the table `t`, whose row is old. */
interface Place {
  make(): Promise<void>
  endpoint(): Endpoint
  target(): string
  notes(): Promise<readonly unknown[]>
}

const PLACES: Readonly<Record<'Postgres' | 'MySQL', Place>> = {
  Postgres: {
    make: async () =>
      void (await run(destination, 'CREATE TABLE t (id int, note text)', `INSERT INTO t VALUES (0, 'old')`)),
    endpoint: () => endpointOf(destination),
    target: () => 'public.t',
    notes: async () => (await run(destination, 'SELECT DISTINCT note FROM t ORDER BY note')).map((row) => row['note']),
  },
  MySQL: {
    make: async () =>
      void (await runMysql(to, 'CREATE TABLE t (id int, note longtext)', `INSERT INTO t VALUES (0, 'old')`)),
    endpoint: () => mysqlEndpoint(to),
    target: () => `${to.database}.t`,
    notes: async () => (await runMysql(to, 'SELECT DISTINCT note FROM t ORDER BY note')).map((row) => row['note']),
  },
}

/** A run of a flow of its own that waits for its first row until `finish`. */
async function heldRun(place: Place, mode: Mode) {
  const holder = await connectTo(source)
  await holder.query(`SELECT pg_advisory_lock(${GATE})`)
  const fence = { ...nextFence(), flowId: 'one', runId: 'the first run' }
  const moving = moveAcross(endpointOf(source), place.endpoint(), [stream('first', place, mode)], { fence })
  const waits = `SELECT FROM pg_locks WHERE NOT granted AND locktype = 'advisory' AND objid = ${GATE}`
  await expect.poll(() => run(source, waits), { timeout: 20_000 }).not.toEqual([])
  return async () => {
    await holder.end()
    return moving
  }
}

const stream = (entity: string, place: Place, mode: Mode): StreamRequest => ({
  entity: `public.${entity}`,
  target: place.target(),
  ...MODES[mode],
})

const otherRun = (place: Place, mode: Mode, also: Pick<MoveRequest, 'sql'> = {}) =>
  moveAcross(endpointOf(source), place.endpoint(), [stream('second', place, mode)], {
    ...also,
    fence: { ...nextFence(), flowId: 'other', runId: 'the other run' },
  })

describe.each(Object.entries(PLACES))('while a run writes a table of %s', (system, place) => {
  beforeEach(async () => {
    await place.make()
    if (system === 'Postgres') await run(destination, 'ALTER TABLE t ADD PRIMARY KEY (id)')
    else await runMysql(to, 'ALTER TABLE t ADD PRIMARY KEY (id)')
  })

  it.each([
    ['replace', 'replace'],
    ['replace', 'append'],
    ['replace', 'upsert'],
    ['append', 'replace'],
    ['upsert', 'replace'],
  ] as const)(
    'in the mode %s, one of another flow in the mode %s is told whose run has it, before it reads a row',
    async (first, second) => {
      const finish = await heldRun(place, first)
      const refused = await otherRun(place, second)
      expect(problems(refused)).toMatchObject([
        {
          code: 'CONFLICT',
          retryable: true,
          message: says(expect.stringMatching(/t .*the first run/)),
          hint: says(expect.stringContaining('another target')),
        },
      ])
      expect(refused.streams).toMatchObject([{ rowsRead: 0 }])
      expect(await place.notes()).toEqual(['old'])
      expect(statuses(await finish())).toEqual(['succeeded'])
      expect(await place.notes()).toEqual(first === 'replace' ? ['first'] : ['first', 'old'])

      expect(statuses(await otherRun(place, second === 'append' ? 'replace' : second))).toEqual(['succeeded'])
      if (system === 'MySQL') expect(await bookkeepingTables(to)).toEqual([])
    },
  )

  it.each([
    ['replace', 'append'],
    ['replace', 'replace'],
    ['append', 'replace'],
  ] as const)(
    'in the mode %s, the SQL before the rows of another flow in the mode %s is not executed',
    async (first, second) => {
      const finish = await heldRun(place, first)
      const begun: string[] = []
      const sql = {
        before: `DELETE FROM ${system === 'Postgres' ? 'public.t' : 't'}`,
        isDone: () => false,
        begin: async (when: string) => void begun.push(when),
        done: async () => {},
      }
      await expect(otherRun(place, second, { sql })).rejects.toMatchObject({
        problem: { code: 'CONFLICT', retryable: true, message: says(expect.stringMatching(/t .*the first run/)) },
      })
      expect(begun).toEqual([])
      expect(await place.notes()).toEqual(['old'])
      expect(statuses(await finish())).toEqual(['succeeded'])

      expect(statuses(await otherRun(place, second, { sql }))).toEqual(['succeeded'])
      expect(await place.notes()).toEqual(['second'])
    },
  )

  it.each([
    ['append', 'upsert'],
    ['upsert', 'append'],
    ['upsert', 'upsert'],
  ] as const)('in the mode %s, one of another flow may write it in the mode %s', async (first, second) => {
    await run(source, 'UPDATE second SET id = id + 100')
    const finish = await heldRun(place, first)
    expect(statuses(await otherRun(place, second))).toEqual(['succeeded'])
    expect(statuses(await finish())).toEqual(['succeeded'])
    expect(await place.notes()).toEqual(['first', 'old', 'second'])
  })
})

it('a large table of Postgres that is replaced range by range is held for all of them', async () => {
  await PLACES.Postgres.make()
  await run(
    source,
    'CREATE TABLE large (id int PRIMARY KEY, note text)',
    `INSERT INTO large SELECT n, repeat('large', 40) FROM generate_series(1, 3000) n`,
  )
  const proxy = await startTcpProxy(source, { wire: { bytesPerSecond: 100_000 } })
  const fence = { ...nextFence(), flowId: 'one', runId: 'the first run' }
  const began = Promise.withResolvers<void>()
  const moving = moveAcross(
    endpointOf({ ...source, port: proxy.port }),
    endpointOf(destination),
    [{ ...stream('large', PLACES.Postgres, 'replace') }],
    {
      fence,
      ranges: RANGES,
      onEvent: (event) => event.kind === 'progress' && event.stream.rowsRead > 0 && began.resolve(),
    },
  )
  await began.promise
  expect(problems(await otherRun(PLACES.Postgres, 'replace'))).toMatchObject([{ code: 'CONFLICT', retryable: true }])
  expect(statuses(await moving)).toEqual(['succeeded'])
  expect(await run(destination, 'SELECT count(*) AS rows FROM t')).toEqual([{ rows: '3000' }])
  await proxy.stop()
})
