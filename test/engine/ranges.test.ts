import { describe, expect, it } from 'vitest'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { startTcpProxy } from '../faults/proxy.ts'
import { afterRanges } from '../support/ranges/after-ranges.ts'
import { dieAfterRanges } from '../support/ranges/die-after-ranges.ts'
import { says } from '../support/says.ts'
import {
  expectNothingLeft,
  expectSameRows,
  givenLargeTable,
  moveInRanges,
  RANGES,
  type RangedMove,
} from './given-large-table.ts'
import type { Database } from './move-between.ts'
import { connectTo, contextWith, endpointOf, nextFence, problems, run, statuses } from './move-between.ts'

let source: Database
let destination: Database

givenLargeTable((ends) => {
  ;({ source, destination } = ends)
})

const attempt = (request?: RangedMove) => moveInRanges({ source, destination }, request)

/** An attempt that is stopped once three ranges are finished, and the fence of the next one of the same run. */
async function stoppedAfterThree() {
  const stop = new AbortController()
  const fence = nextFence()
  const { result } = await attempt({
    connector: afterRanges(3, () => stop.abort()),
    fence,
    context: contextWith(stop.signal),
    isHandedOver: () => true,
  })
  expect(statuses(result)).toEqual(['cancelled'])
  expect(await ledger()).toEqual(['3'])
  return { ...nextFence(), runId: fence.runId }
}

const ledgers = async () => {
  const tables = await run(
    destination,
    `SELECT attrelid::regclass AS name FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid WHERE attname = 'first_block' AND relkind = 'r'`,
  )
  return tables.map(({ name }) => name)
}

/** How many ranges each ledger at the destination names. */
async function ledger() {
  const names = await ledgers()
  return Promise.all(
    names.map(async (name) => (await run(destination, `SELECT count(row_count) AS rows FROM ${name}`))[0]?.['rows']),
  )
}

/** What our sessions do in a database. */
const sessions = (database: Database) =>
  run(
    database,
    `SELECT state, wait_event_type, query FROM pg_stat_activity WHERE application_name = 'millrace' AND datname = current_database()`,
  )

it('goes on with the ranges that a worker had finished before it was killed', async () => {
  const fence = nextFence()
  const ends = { source: endpointOf(source), destination: endpointOf(destination) }
  await dieAfterRanges({ ...ends, entity: 'public.t', ranges: RANGES, fence, after: 3 })
  expect(await run(destination, 'SELECT DISTINCT v FROM t')).toEqual([{ v: 'old' }])
  // New rows at the end are nothing that was finished.
  await run(source, `INSERT INTO t SELECT n, 'later' FROM generate_series(3001, 3500) n`)

  const { result, log } = await attempt({ fence: { ...nextFence(), runId: fence.runId } })
  expect(problems(result)).toEqual([undefined])
  expect(log).toMatch(/Resumed: 3 of 1\d ranges/)
  expect(result.streams).toMatchObject([{ status: 'succeeded', rowsRead: 3500, rowsWritten: 3500 }])
  await expectSameRows(source, destination)
  await expectNothingLeft(destination)
})

describe('begins anew, and brings what the source holds now, when in a finished range', () => {
  it.each([
    ['a row was changed', [`UPDATE t SET v = 'changed' WHERE id = 5`]],
    ['a row was deleted', ['DELETE FROM t WHERE id = 5']],
    [
      'another row stands in the place of one that is gone',
      ['DELETE FROM t WHERE id = 5', 'VACUUM t', `INSERT INTO t VALUES (5000, repeat('new', 60))`],
    ],
    ['all rows were replaced', ['TRUNCATE t', `INSERT INTO t SELECT n, 'again' FROM generate_series(1, 9000) n`]],
    [
      'a column was dropped and came back with another value for the same rows',
      ['ALTER TABLE t DROP COLUMN v', `ALTER TABLE t ADD COLUMN v text DEFAULT 'other'`],
    ],
  ])('%s', async (_, changes) => {
    const fence = await stoppedAfterThree()
    await run(source, ...changes)
    const { result, log } = await attempt({ fence })
    expect(problems(result)).toEqual([undefined])
    expect(log).not.toContain('Resumed')
    await expectSameRows(source, destination)
    await expectNothingLeft(destination)
  })

  it('the target was changed', async () => {
    const fence = await stoppedAfterThree()
    await run(destination, 'CREATE INDEX ON t (v)')
    const { result, log } = await attempt({ fence })
    expect(problems(result)).toEqual([undefined])
    expect(log).not.toContain('Resumed')
    expect(await run(destination, `SELECT indexname FROM pg_indexes WHERE tablename = 't' ORDER BY 1`)).toEqual([
      { indexname: 't_pkey' },
      { indexname: 't_v_idx' },
    ])
    await expectSameRows(source, destination)
  })
})

describe('a table all of whose rows are changed, and moved to other blocks, again and again while its ranges are read', () => {
  /** Each change is one transaction, after which all rows are equal. */
  async function changing(until: Promise<unknown>): Promise<number> {
    let isOver = false
    const over = () => {
      isOver = true
    }
    until.then(over, over)
    let rounds = 0
    for (; !isOver; rounds++) await run(source, `UPDATE t SET v = repeat('round ${rounds} ', 20)`, `VACUUM t`)
    return rounds
  }

  const expectOneMoment = async () =>
    expect(
      await run(destination, 'SELECT count(*) AS rows, count(DISTINCT id) AS ids, count(DISTINCT v) AS moments FROM t'),
    ).toEqual([{ rows: '3000', ids: '3000', moments: '1' }])

  it('arrives as it was at one moment', async () => {
    const proxy = await startTcpProxy(source, { wire: { bytesPerSecond: 300_000 } })
    const endpoint = endpointOf({ ...source, port: proxy.port })
    const moving = attempt({ source: { connector: postgresConnector, endpoint } })
    expect(await changing(moving)).toBeGreaterThan(3)
    expect(problems((await moving).result)).toEqual([undefined])
    await expectOneMoment()
    await proxy.stop()
  })

  it('arrives as it was at one moment, also where an earlier attempt had brought some of its ranges', async () => {
    const next = await stoppedAfterThree()
    await run(source, `UPDATE t SET v = 'changed' WHERE id > 2900`)
    const moving = attempt({ fence: next })
    await changing(moving)
    expect(problems((await moving).result)).toEqual([undefined])
    expect(await run(destination, 'SELECT count(*) AS rows, count(DISTINCT id) AS ids FROM t')).toEqual([
      { rows: '3000', ids: '3000' },
    ])
    await expectNothingLeft(destination)
  })
})

it('makes a table that was not there out of ranges of two attempts', async () => {
  await run(destination, 'DROP TABLE t')
  const { result, log } = await attempt({ fence: await stoppedAfterThree() })
  expect(problems(result)).toEqual([undefined])
  expect(log).toContain('Resumed: 3 of')
  expect(await run(destination, `SELECT indexname FROM pg_indexes WHERE tablename = 't'`)).toEqual([
    { indexname: 't_pkey' },
  ])
  await expectSameRows(source, destination)
  await expectNothingLeft(destination)
})

it('leaves what another run had finished to nobody', async () => {
  await stoppedAfterThree()
  const { result, log } = await attempt()
  expect(problems(result)).toEqual([undefined])
  expect(log).not.toContain('Resumed')
  await expectSameRows(source, destination)
  await expectNothingLeft(destination)
})

it('leaves nothing behind when a run is cancelled for good', async () => {
  const stop = new AbortController()
  const connector = afterRanges(3, () => stop.abort())
  const { result } = await attempt({ connector, context: contextWith(stop.signal) })
  expect(statuses(result)).toEqual(['cancelled'])
  expect(await run(destination, 'SELECT DISTINCT v FROM t')).toEqual([{ v: 'old' }])
  await expectNothingLeft(destination)
})

it('ends the work of both servers when it is cancelled while ranges are on their way', async () => {
  const stop = new AbortController()
  const other = await connectTo(destination)
  const waiting = async () => (await sessions(destination)).filter((session) => session['wait_event_type'] === 'Lock')
  const connector = afterRanges(3, async () => {
    // What waits for a lock goes on waiting unless its server is told to stop.
    await other.query(`BEGIN; LOCK TABLE ${(await ledgers()).join()} IN SHARE MODE`)
    await expect.poll(waiting, { timeout: 30_000 }).not.toEqual([])
    expect(await sessions(source)).not.toEqual([])
    stop.abort()
    await expect.poll(waiting, { timeout: 30_000 }).toEqual([])
    await other.end()
  })
  const ranges = { ...RANGES, atOnce: 2 }
  const { result } = await attempt({ connector, ranges, context: contextWith(stop.signal) })
  expect(statuses(result)).toEqual(['cancelled'])
  for (const end of [source, destination]) await expect.poll(() => sessions(end), { timeout: 30_000 }).toEqual([])
  await expectNothingLeft(destination)
})

it('lets a worker that was overtaken finish no range any more, and drop nothing', async () => {
  const connector = afterRanges(3, () => run(destination, 'UPDATE _millrace_fence SET epoch = epoch + 1'))
  const { result } = await attempt({ connector })
  expect(problems(result)).toMatchObject([{ code: 'FENCED', retryable: false }])
  expect(await ledger()).toEqual(['3'])
  expect(await run(destination, 'SELECT DISTINCT v FROM t')).toEqual([{ v: 'old' }])
})

it('lets a worker that was overtaken after its last range not show them', async () => {
  const last = Number((await run(source, `SELECT ceil(pg_relation_size('t') / 8192 / 8.0) AS ranges`))[0]?.['ranges'])
  const connector = afterRanges(last, () => run(destination, 'UPDATE _millrace_fence SET epoch = epoch + 1'))
  const { result } = await attempt({ connector })
  expect(problems(result)).toMatchObject([{ code: 'FENCED', retryable: false }])
  expect(await run(destination, 'SELECT DISTINCT v FROM t')).toEqual([{ v: 'old' }])
})

it('brings four ranges at once, and readers see the old rows or all of the new ones', async () => {
  const seen = new Set<string>()
  const reader = await connectTo(destination)
  let isOver = false
  const reading = (async () => {
    while (!isOver) {
      const { rows } = await reader.query<{ rows: string }>('SELECT count(*) AS rows FROM t')
      seen.add(rows[0]?.rows ?? '')
    }
  })()
  const { result } = await attempt({ ranges: { blocks: 4, atOnce: 4 } }).finally(() => {
    isOver = true
  })
  await reading
  await reader.end()
  expect(problems(result)).toEqual([undefined])
  expect(result.streams).toMatchObject([{ rowsRead: 3000, rowsWritten: 3000 }])
  expect([...seen].filter((rows) => rows !== '10' && rows !== '3000')).toEqual([])
  await expectSameRows(source, destination)
  await expectNothingLeft(destination)
})

it('shows all rows to a reader who looks at a moment in which only some of the ranges were there', async () => {
  const reader = await connectTo(destination)
  const connector = afterRanges(3, () => reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1'))
  const { result } = await attempt({ connector })
  expect(problems(result)).toEqual([undefined])
  expect((await reader.query('SELECT count(*) AS rows FROM t')).rows).toEqual([{ rows: '3000' }])
  await reader.end()
  await expectSameRows(source, destination)
  await expectNothingLeft(destination)
})

it('stops the ranges of all sessions when one of them fails, and leaves nothing behind', async () => {
  await run(destination, 'ALTER TABLE t ADD CHECK (id <> 2000)')
  const { result } = await attempt({ ranges: { blocks: 4, atOnce: 4 } })
  expect(statuses(result)).toEqual(['failed'])
  expect(problems(result)[0]?.message).toEqual(says(expect.stringContaining('t_id_check')))
  expect(await run(destination, 'SELECT DISTINCT v FROM t')).toEqual([{ v: 'old' }])
  await expectNothingLeft(destination)
})
