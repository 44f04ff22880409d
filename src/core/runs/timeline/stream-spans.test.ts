import { expect, it } from 'vitest'

import type { Run, RunStream } from '../run.ts'
import { axisOf, durationsOf, spansOf, streamRate } from './stream-spans.ts'

const BEGUN = Date.parse('2026-01-02T10:00:00Z')

const aStream = (status: string, phases: NonNullable<RunStream['receipt']>['phases']): RunStream => ({
  ...{ entity: 'orders', target: 'orders', status, bytes: 0 },
  ...{ rowsRead: 600, rowsWritten: 600, rowsFiltered: 0, rowsRejected: 0 },
  receipt: phases ? { phases } : {},
})

const begun = new Date(BEGUN).toISOString()

it('the parts of a table follow each other from the moment at which it began', () => {
  const spans = spansOf(aStream('succeeded', { begun, moving: 300, checking: 20, committing: 5 }), 0)
  expect(spans).toEqual([
    { name: 'moving', from: BEGUN, until: BEGUN + 300 },
    { name: 'checking', from: BEGUN + 300, until: BEGUN + 320 },
    { name: 'committing', from: BEGUN + 320, until: BEGUN + 325 },
  ])
  expect(durationsOf(spans)).toEqual({ moving: 300, checking: 20, committing: 5 })
})

it('the part that goes on lasts until now', () => {
  expect(spansOf(aStream('running', { begun }), BEGUN + 40)).toEqual([
    { name: 'moving', from: BEGUN, until: BEGUN + 40 },
  ])
  expect(spansOf(aStream('running', { begun, moving: 30 }), BEGUN + 40).at(-1)).toEqual({
    ...{ name: 'checking', from: BEGUN + 30, until: BEGUN + 40 },
  })
  expect(spansOf(aStream('committing', { begun, moving: 30, checking: 1 }), BEGUN + 40).at(-1)?.name).toBe('committing')
})

it('a run of an earlier version has no parts, and its own period', () => {
  const run: Run = {
    ...{ id: 'r', flowId: 'f', kind: 'move', status: 'succeeded' },
    startedAt: begun,
    finishedAt: new Date(BEGUN + 900).toISOString(),
    streams: [aStream('succeeded', { moving: 300 })],
  }
  expect(spansOf(run.streams[0] as RunStream, 0)).toEqual([])
  expect(axisOf(run, 0)).toEqual({ from: BEGUN, until: BEGUN + 900 })
  expect(axisOf({ ...run, streams: [aStream('succeeded', { begun, moving: 300 })] }, 0)).toEqual({
    from: BEGUN,
    until: BEGUN + 300,
  })
})

it('the speed of a table is that of its reading', () => {
  expect(streamRate(aStream('succeeded', { begun, moving: 300, checking: 900 }), 0)).toBe(2_000)
  expect(streamRate(aStream('succeeded', { moving: 300 }), 0)).toBe(2_000)
  expect(streamRate(aStream('succeeded', {}), 0)).toBeUndefined()
})
