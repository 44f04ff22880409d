import { describe, expect, it } from 'vitest'

import { type EndedRun, rejectedShare, runChanges } from './run-changes.ts'

const after = (run: Partial<EndedRun>) =>
  runChanges({
    status: 'succeeded',
    isSkipped: false,
    statusBefore: 'succeeded',
    rejectedShare: 0,
    rejectedShareBefore: 0,
    wasLate: false,
    ...run,
  })

describe('people are told when a flow', () => {
  it.each<[string, Partial<EndedRun>, string[]]>([
    ['fails after a success', { status: 'failed' }, ['failed', 'run.failed']],
    ['fails at its first run', { status: 'failed', statusBefore: null }, ['failed', 'run.failed']],
    ['succeeds in part after a success', { status: 'partially_succeeded' }, ['failed', 'run.partially_succeeded']],
    ['succeeds after a failure', { statusBefore: 'failed' }, ['recovered', 'succeeded']],
    ['succeeds after a success in part', { statusBefore: 'partially_succeeded' }, ['recovered', 'succeeded']],
    ['succeeds while it was late', { wasLate: true }, ['recovered', 'succeeded']],
    ['rejects more than the last time', { rejectedShare: 5, rejectedShareBefore: 1 }, ['rejected', 'succeeded']],
    [
      'succeeds again, but rejects rows',
      { statusBefore: 'failed', rejectedShare: 5 },
      ['recovered', 'rejected', 'succeeded'],
    ],
    ['succeeds once more', {}, ['succeeded']],
    ['succeeds for the first time', { statusBefore: null }, ['succeeded']],
    ['rejects as many as the last time', { rejectedShare: 5, rejectedShareBefore: 5 }, ['succeeded']],
    ['rejects fewer than the last time', { rejectedShare: 2, rejectedShareBefore: 5 }, ['succeeded']],
  ])('%s', (_, run, events) => expect(after(run)).toEqual(events))
})

describe('only who follows each run is told when a flow', () => {
  it.each<[string, Partial<EndedRun>, string]>([
    ['fails once more', { status: 'failed', statusBefore: 'failed' }, 'run.failed'],
    [
      'succeeds in part after a failure',
      { status: 'partially_succeeded', statusBefore: 'failed' },
      'run.partially_succeeded',
    ],
    ['fails after a success in part', { status: 'failed', statusBefore: 'partially_succeeded' }, 'run.failed'],
    ['fails while it is late', { status: 'failed', statusBefore: 'failed', wasLate: true }, 'run.failed'],
    ['is cancelled after a failure', { status: 'cancelled', statusBefore: 'failed' }, 'run.cancelled'],
    ['is skipped by its schedule', { status: 'cancelled', isSkipped: true }, 'run.skipped'],
  ])('%s', (_, run, event) => expect(after(run)).toEqual([event]))
})

it('counts rejected rows as a share of those that a run has read', () => {
  expect(rejectedShare({ rows_read: 100, rows_rejected: 5 })).toBe(5)
  expect(rejectedShare({ rows_read: 0, rows_rejected: 0 })).toBe(0)
  expect(rejectedShare(null)).toBe(0)
})
