import { expect, it } from 'vitest'
import { differingRows } from './differing-rows.ts'
import type { RunStream } from './run.ts'

const stream = (difference?: RunStream['difference']): RunStream => ({
  entity: 'a',
  target: 'a',
  status: 'succeeded',
  rowsRead: 9,
  rowsFiltered: 9,
  rowsRejected: 0,
  rowsWritten: 0,
  bytes: 0,
  ...(difference && { difference }),
})

const FOUND = { created: 2, changed: 3, removed: 4, unchanged: 5 }

it('the rows that can be sent are those that are missing or different in any table', () => {
  const streams = [stream(FOUND), stream(), stream({ ...FOUND, created: 0, changed: 1 })]
  expect(differingRows({ kind: 'compare', status: 'succeeded', streams })).toBe(6)
})

it('nothing can be sent by a dry run, or while the comparison goes on', () => {
  expect(differingRows({ kind: 'dry-run', status: 'succeeded', streams: [stream(FOUND)] })).toBe(0)
  expect(differingRows({ kind: 'compare', status: 'running', streams: [stream(FOUND)] })).toBe(0)
})
