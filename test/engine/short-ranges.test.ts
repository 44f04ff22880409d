import { describe, expect, it } from 'vitest'

import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import type { RangePlan } from '../../src/engine/move/ranges/range-plan.ts'
import type { Transformations } from '../../src/engine/move/run/move-request.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { makeMemoryOutbox } from '../support/memory-outbox.ts'
import { afterRanges } from '../support/ranges/after-ranges.ts'
import { pausedSource } from '../support/ranges/paused-source.ts'
import {
  expectNothingLeft,
  expectSameRows,
  givenLargeTable,
  moveInRanges,
  type RangedMove,
} from './given-large-table.ts'
import type { Database } from './move-between.ts'
import { connectTo, contextWith, endpointOf, nextFence, problems, replace, run, statuses } from './move-between.ts'

let source: Database
let destination: Database

givenLargeTable((ends) => {
  ;({ source, destination } = ends)
})

/** The table of these tests is cut into ranges of eight blocks; one that is longer, into ranges of 64. */
const SHORT: RangePlan = { blocks: 64, leastBlocks: 8, atOnce: 2 }

/** Moves the table, and answers with whether it came in ranges. */
async function moved() {
  let isInRanges = false
  const connector = afterRanges(1, () => {
    isInRanges = true
  })
  const { result } = await moveInRanges({ source, destination }, { connector, ranges: SHORT })
  expect(problems(result)).toEqual([undefined])
  expect(result.streams).toMatchObject([{ rowsRead: 3000, rowsWritten: 3000, check: { state: 'verified' } }])
  await expectSameRows(source, destination)
  await expectNothingLeft(destination)
  return { isInRanges }
}

describe('a table that is soon over', () => {
  it('comes through several sessions at once', async () => {
    expect(await moved()).toEqual({ isInRanges: true })
  })

  it('comes in one piece where somebody looks at an earlier moment of the destination, who sees all of it', async () => {
    const reader = await connectTo(destination)
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1')
    expect(await moved()).toEqual({ isInRanges: false })
    expect((await reader.query('SELECT count(*) AS rows FROM t')).rows).toEqual([{ rows: '3000' }])
    await reader.end()
  })

  it('waits for no other run that brings rows', async () => {
    const { connector, paused } = pausedSource()
    const stop = new AbortController()
    const other = moveInRanges(
      { source, destination },
      {
        source: { connector, endpoint: endpointOf(source) },
        streams: [replace('public.t', 'public.other')],
        fence: { ...nextFence(), flowId: 'other' },
        context: contextWith(stop.signal),
        ranges: { blocks: 1_000, atOnce: 1 },
      },
    )
    await paused
    expect(await run(destination, LOADS)).toHaveLength(1)
    expect(await moved()).toEqual({ isInRanges: true })
    stop.abort()
    await other
  })
})

const LOADS = `SELECT pid FROM pg_stat_activity WHERE query LIKE 'COPY %' AND backend_xmin IS NOT NULL AND datname = current_database()`

describe('a server with room for few sessions', () => {
  it.each([
    ['the source', 2],
    ['the destination', 3],
  ])('takes or gives all ranges where it is %s', async (side, sessions) => {
    const account = `few_${side.length}_${process.pid}`
    const end = side === 'the source' ? source : destination
    await run(
      end,
      `CREATE ROLE ${account} LOGIN PASSWORD 'secret' CONNECTION LIMIT ${sessions}`,
      `GRANT ALL ON SCHEMA public TO ${account}`,
      `ALTER TABLE t OWNER TO ${account}`,
    )
    const limited = endpointOf(end, { user: account, password: 'secret' })
    const { result } = await moveInRanges(
      { source, destination },
      {
        ranges: { blocks: 8, atOnce: 4 },
        fence: nextFence(),
        [side === 'the source' ? 'source' : 'destination']: { connector: postgresConnector, endpoint: limited },
      },
    )
    expect(problems(result)).toEqual([undefined])
    await expectSameRows(source, destination)
    await expectNothingLeft(destination)
  })
})

describe('steps that tell the present', () => {
  const startedAt = new Date('2026-01-31T23:59:59.5Z')
  const columns = [
    { name: 'began', expression: 'now()' },
    { name: 'present', expression: 'current_timestamp' },
    { name: 'day', expression: 'current_date' },
    { name: 'clock', expression: 'localtime' },
    { name: 'age', expression: "age(TIMESTAMP '2025-01-31 00:00:00')::varchar" },
  ]
  const transformations: Transformations = {
    steps: [{ id: 'compute', type: 'compute', settings: { columns } }],
    salt: '',
  }

  it('tell the moment at which the run began, in whatever ranges and attempts the rows come', async () => {
    const stop = new AbortController()
    const fence = nextFence()
    const attempt = (request: RangedMove, signal?: AbortSignal) =>
      moveInRanges(
        { source, destination },
        {
          streams: [replace('public.t', 'public.dated')],
          transformations,
          context: { ...contextWith(signal), run: { flowName: 'Dated', startedAt, outbox: makeMemoryOutbox() } },
          ...request,
        },
      )
    const connector = afterRanges(3, () => stop.abort())
    expect(statuses((await attempt({ connector, fence, isHandedOver: () => true }, stop.signal)).result)).toEqual([
      'cancelled',
    ])
    const { result, log } = await attempt({ fence: { ...nextFence(), runId: fence.runId } })
    expect(problems(result)).toEqual([undefined])
    expect(log).toMatch(/Resumed: 3 of/)
    expect(
      await run(
        destination,
        `SELECT DISTINCT began = '2026-01-31 23:59:59.5Z' AND present = began AS is_one, day, clock, age FROM dated`,
      ),
    ).toEqual([{ is_one: 't', day: '2026-01-31', clock: '23:59:59.5', age: '1 year' }])
  })
})

describe('steps that the source does', () => {
  const transformations: Transformations = {
    steps: [
      { id: 'filter', type: 'filter', settings: { where: 'id % 10 <> 0' } },
      { id: 'rename', type: 'rename', settings: { columns: [{ column: 'id', to: 'number' }] } },
      { id: 'mask', type: 'mask', settings: { columns: [{ column: 'v', method: 'hash' }] } },
    ],
    salt: 'salt of the organization',
  }
  const attempt = (request: RangedMove) =>
    moveInRanges(
      { source, destination },
      { streams: [replace('public.t', 'public.changed')], transformations, ...request },
    )
  const digestOf = async (table: string) =>
    (await run(destination, `SELECT count(*) AS rows, sum(hashtextextended(t::text, 0)) AS hash FROM ${table} t`))[0]

  /** An attempt that is handed over once three ranges are there, and the fence of the next one. */
  async function handedOver() {
    const stop = new AbortController()
    const fence = nextFence()
    const connector = afterRanges(3, () => stop.abort())
    const { result } = await attempt({ connector, fence, context: contextWith(stop.signal), isHandedOver: () => true })
    expect(statuses(result)).toEqual(['cancelled'])
    return { ...nextFence(), runId: fence.runId }
  }

  it('come to the same range by range as in one piece', async () => {
    await run(source, `ALTER TABLE t ADD COLUMN tags int[] DEFAULT '{1,2}'`)
    let isInRanges = false
    const connector = afterRanges(4, () => {
      isInRanges = true
    })
    const { result } = await attempt({ connector, ranges: SHORT })
    expect(problems(result)).toEqual([undefined])
    expect(result.streams).toMatchObject([{ rowsRead: 3000, rowsFiltered: 300, rowsWritten: 2700 }])
    expect(isInRanges).toBe(true)
    const inRanges = await digestOf('changed')
    await attempt({ streams: [replace('public.t', 'public.whole')], ranges: { blocks: 1_000, atOnce: 1 } })
    expect(inRanges).toEqual(await digestOf('whole'))
    await expectNothingLeft(destination)
  })

  it('pass no more rows than their limit', async () => {
    const limit: Step = { id: 'limit', type: 'limit', settings: { rows: 5 } }
    const steps = [...transformations.steps.slice(0, 1), limit]
    const { result } = await attempt({ transformations: { ...transformations, steps }, ranges: SHORT })
    expect(problems(result)).toEqual([undefined])
    expect(await run(destination, 'SELECT count(*) AS rows FROM changed')).toEqual([{ rows: '5' }])
  })

  it('are not done again to rows that an earlier attempt has brought, whatever became of those they leave out', async () => {
    const fence = await handedOver()
    await run(source, 'DELETE FROM t WHERE id = 10')
    const { result, log } = await attempt({ fence })
    expect(problems(result)).toEqual([undefined])
    expect(log).toMatch(/Resumed: 3 of/)
    expect(result.streams).toMatchObject([{ rowsRead: 2999, rowsFiltered: 299, rowsWritten: 2700 }])
    await expectNothingLeft(destination)
  })

  it('are done again where such a row is gone', async () => {
    const fence = await handedOver()
    await run(source, 'DELETE FROM t WHERE id = 11')
    const { result, log } = await attempt({ fence })
    expect(problems(result)).toEqual([undefined])
    expect(log).not.toContain('Resumed')
    expect(result.streams).toMatchObject([{ rowsRead: 2999, rowsFiltered: 300, rowsWritten: 2699 }])
  })
})
