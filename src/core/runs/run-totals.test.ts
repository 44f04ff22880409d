import { describe, expect, it } from 'vitest'

import type { RunStream } from './run.ts'
import { totalsOf } from './run-totals.ts'

const stream = (changes: Partial<RunStream> = {}): RunStream => ({
  entity: 'public.orders',
  target: 'public.orders',
  status: 'succeeded',
  rowsRead: 10,
  rowsWritten: 10,
  rowsFiltered: 0,
  rowsRejected: 0,
  bytes: 1,
  ...changes,
})

describe('the totals of a run', () => {
  it('say where every row has gone, and how its streams ended', () => {
    const streams = [
      stream({ rowsWritten: 7, rowsFiltered: 2, rowsRejected: 1 }),
      stream({ rowsRead: 6, rowsWritten: 14, rowsAdded: 8, rowsRemoved: 3, rowsMarked: 2, estimatedRows: 5 }),
      stream({ status: 'cancelled', rowsRead: 3, rowsWritten: 0 }),
      stream({ status: 'failed', rowsRead: 0, rowsWritten: 0 }),
    ]
    expect(totalsOf({ streams })).toEqual({
      streams: 4,
      succeeded: 2,
      failed: 2,
      rowsRead: 19,
      rowsWritten: 21,
      rowsFiltered: 2,
      rowsRejected: 1,
      rowsAdded: 8,
      rowsRemoved: 3,
      rowsMarked: 2,
      bytes: 4,
      estimatedRows: 5,
      rowsArrived: 21,
      balanced: 3,
    })
  })

  it('do not balance where one stream has lost rows, though another has as many too many', () => {
    const streams = [stream({ rowsWritten: 9 }), stream({ rowsRead: 5, rowsWritten: 6 })]
    expect(totalsOf({ streams }).balanced).toBe(0)
  })

  it('are those that the host tells, where it does not tell of every stream', () => {
    const totals = totalsOf({ streams: [stream()] })
    expect(totalsOf({ streams: [], totals })).toBe(totals)
  })

  const verified = stream({ receipt: { check: { state: 'verified', rows: 10 } } })
  const counted = stream({ receipt: { check: { state: 'counted', rows: 10, reason: 'no-key' } } })
  const failed = stream({ receipt: { check: { state: 'failed', rows: 9 } } })

  it.each([
    ['all', [verified, verified], 'verified'],
    ['one that was only counted', [verified, counted], 'counted'],
    ['one whose check failed', [verified, failed], 'failed'],
    ['one of which nothing is known', [verified, stream()], undefined],
    ['none', [], undefined],
  ])('say that it was checked as far as the least of its streams: %s', (_, streams, state) => {
    expect(totalsOf({ streams }).check).toBe(state)
  })
})
