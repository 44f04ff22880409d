import { expect, it } from 'vitest'

import type { Flow } from '../flow.ts'
import { ageSpans } from './age-line.ts'
import { flowCondition } from './flow-condition.ts'
import type { DrawnRun, FlowOverview, RecentChange } from './flow-overview.ts'
import { groupedChanges } from './grouped-changes.ts'
import { monthUse } from './month-use.ts'
import { durationBand, durationOf } from './run-durations.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 0, minute)).toISOString()

const aRun = (id: string, minute: number, more: Partial<DrawnRun> = {}): DrawnRun => ({
  id,
  status: 'succeeded',
  queuedAt: at(minute),
  startedAt: at(minute),
  finishedAt: at(minute + 2),
  rowsWritten: 10,
  rowsRejected: 0,
  madeFresh: true,
  ...more,
})

const NOTHING_SPENT = { month: '2026-11-01', spent: { dollars: 0, rows: 0, mails: 0 }, days: [] }

const anOverview = (runs: readonly DrawnRun[], more: Partial<FlowOverview> = {}): FlowOverview => ({
  runs,
  largestTables: [],
  tables: [],
  spending: NOTHING_SPENT,
  changes: [],
  ...more,
})

it('usually takes as long as the middle half of its successes', () => {
  const took = (minutes: number) => aRun(`${minutes}`, 0, { finishedAt: at(minutes) })
  const failed = aRun('failed', 0, { status: 'failed', finishedAt: at(500) })
  expect(durationBand([1, 2, 3, 4, 5].map(took).concat(failed))).toEqual({
    low: 120_000,
    median: 180_000,
    high: 240_000,
  })
  expect(durationBand([1, 2, 3].map(took))).toBeUndefined()
  const { finishedAt: _, ...going } = aRun('going', 0)
  expect(durationOf(going)).toBeUndefined()
})

it('grows older from each success to the next, and until now', () => {
  const failed = aRun('b', 60, { status: 'failed', madeFresh: false })
  const spans = ageSpans(anOverview([aRun('a', 0), failed, aRun('c', 120)]), Date.parse(at(200)))
  expect(spans).toEqual([
    { from: Date.parse(at(2)), to: Date.parse(at(122)), endedBy: 'c' },
    { from: Date.parse(at(122)), to: Date.parse(at(200)) },
  ])
  expect(ageSpans(anOverview([aRun('c', 120)], { successBeforeAt: at(0) }), Date.parse(at(200)))[0]).toEqual({
    from: Date.parse(at(0)),
    to: Date.parse(at(122)),
    endedBy: 'c',
  })
  expect(ageSpans(anOverview([]), 0)).toEqual([])
})

it('shows what is limited of the month, with the days so far', () => {
  const days = [
    { day: '2026-11-01', dollars: 2, rows: 0, mails: 0 },
    { day: '2026-11-03', dollars: 4, rows: 0, mails: 0 },
  ]
  const spending = { month: '2026-11-01', spent: { dollars: 6, rows: 900, mails: 0 }, days }
  expect(monthUse(spending, { dollars: 20 }, Date.UTC(2026, 10, 4))).toEqual({
    kind: 'dollars',
    spent: 6,
    limit: 20,
    expected: 60,
    daysInMonth: 30,
    days: [
      { day: '2026-11-01', spent: 2 },
      { day: '2026-11-02', spent: 2 },
      { day: '2026-11-03', spent: 6 },
    ],
  })
  expect(monthUse(spending, { dollars: 20, rows: 1_000 }, Date.UTC(2026, 10, 4))?.kind).toBe('rows')
  expect(monthUse(spending, undefined, Date.UTC(2026, 10, 4))?.kind).toBe('dollars')
  expect(monthUse({ ...spending, spent: { dollars: 0, rows: 9, mails: 0 } }, {}, 0)).toBeUndefined()
})

it('tells the saves of one sitting as one change, and the tables of one run', () => {
  const saved = (version: number, minute: number, uid = 'ada'): RecentChange => ({
    at: at(minute),
    of: 'flow',
    saved: { version, savedAt: at(minute), savedBy: { uid } },
  })
  const found = (entity: string): RecentChange => ({ at: at(90), of: 'columns', runId: 'run-1', entity })
  const entries = groupedChanges([
    saved(6, 120),
    saved(5, 100),
    found('a'),
    found('b'),
    saved(4, 80, 'bob'),
    saved(3, 70),
    saved(2, 20),
    saved(1, 19),
  ])
  expect(entries.map(({ change, more }) => [change.saved?.version ?? change.entity, more])).toEqual([
    [6, 1],
    ['a', 1],
    [4, 0],
    [3, 0],
    [2, 0],
    [1, 0],
  ])
})

it('says the most urgent of what holds for a flow', () => {
  const flow: Flow = { id: 'flow-1', name: 'Orders', enabled: true, config: { streams: [], transformations: [] } }
  const ended = (status: DrawnRun['status']): Flow => ({ ...flow, lastRun: { id: 'run-1', status } })
  expect(flowCondition(flow)).toBe('never')
  expect(flowCondition(ended('running'))).toBe('running')
  expect(flowCondition({ ...ended('failed'), lateSince: at(0) })).toBe('failed')
  expect(flowCondition({ ...ended('succeeded'), lateSince: at(0) })).toBe('late')
  expect(flowCondition({ ...ended('failed'), enabled: false })).toBe('off')
  expect(flowCondition(ended('partially_succeeded'))).toBe('partly')
  expect(flowCondition(ended('cancelled'))).toBe('cancelled')
  expect(flowCondition(ended('succeeded'))).toBe('well')
  const rejecting = { id: 'run-1', status: 'succeeded', rowsRead: 10, rowsRejected: 4 } as const
  expect(flowCondition({ ...flow, lastRun: rejecting })).toBe('rejected')
})
