import { describe, expect, it } from 'vitest'

import { type EndedRun, rejectedShare, runChanges } from './run-changes.ts'

const after = (run: Partial<EndedRun>) =>
  runChanges({
    status: 'succeeded',
    statusBefore: 'succeeded',
    rejectedShare: 0,
    rejectedShareBefore: 0,
    wasLate: false,
    ...run,
  })

describe('people are told when a flow', () => {
  it.each<[string, Partial<EndedRun>, string[]]>([
    ['fails after a success', { status: 'failed' }, ['failed']],
    ['fails at its first run', { status: 'failed', statusBefore: null }, ['failed']],
    ['succeeds in part after a success', { status: 'partially_succeeded' }, ['failed']],
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

describe('nobody is told when a flow', () => {
  it.each<[string, Partial<EndedRun>]>([
    ['fails once more', { status: 'failed', statusBefore: 'failed' }],
    ['succeeds in part after a failure', { status: 'partially_succeeded', statusBefore: 'failed' }],
    ['fails after a success in part', { status: 'failed', statusBefore: 'partially_succeeded' }],
    ['fails once more while it is late', { status: 'failed', statusBefore: 'failed', wasLate: true }],
  ])('%s', (_, run) => expect(after(run)).toEqual([]))
})

it('counts rejected rows as a share of those that a run has read', () => {
  expect(rejectedShare({ rows_read: 100, rows_rejected: 5 })).toBe(5)
  expect(rejectedShare({ rows_read: 0, rows_rejected: 0 })).toBe(0)
  expect(rejectedShare(null)).toBe(0)
})
