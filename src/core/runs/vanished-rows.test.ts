import { expect, it } from 'vitest'

import type { Run, RunStream } from './run.ts'
import { hasVanished, vanishedRows } from './vanished-rows.ts'

const stream = (error?: RunStream['error']): RunStream => ({
  entity: 'orders',
  target: 'orders',
  status: error ? 'failed' : 'succeeded',
  rowsRead: 0,
  rowsFiltered: 0,
  rowsRejected: 0,
  rowsWritten: 0,
  bytes: 0,
  ...(error && { error }),
})

const run = (streams: readonly RunStream[], over: Partial<Run> = {}): Run => ({
  id: 'run',
  kind: 'move',
  flowId: 'flow',
  status: 'failed',
  streams,
  ...over,
})

const stopped = (vanished?: number) =>
  stream({ code: 'TOO_MANY_VANISHED', message: '', ...(vanished !== undefined && { vanished }) })

it('a run that stopped because too many rows are gone asks for a decision about all of them', () => {
  const both = run([stopped(3), stopped(4), stream()])
  expect([hasVanished(both), vanishedRows(both)]).toEqual([true, 7])
})

it('nothing is to be decided while it is under way, after a dry run, or without a number', () => {
  expect(hasVanished(run([stopped(3)], { status: 'running' }))).toBe(false)
  expect(hasVanished(run([stopped(3)], { kind: 'dry-run' }))).toBe(false)
  expect(hasVanished(run([stopped()]))).toBe(false)
  expect(hasVanished(run([stream({ code: 'TABLE_BUSY', message: '' })]))).toBe(false)
})
