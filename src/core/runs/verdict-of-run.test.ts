import { expect, it } from 'vitest'

import type { Run, RunStream, RunSummary } from './run.ts'
import { verdictOfRun } from './verdict-of-run.ts'

const stream = (status: string, more: Partial<RunStream> = {}): RunStream => ({
  ...{ entity: 'a', target: 'a', status, rowsRead: 10, rowsFiltered: 0, rowsRejected: 0, rowsWritten: 10, bytes: 1 },
  ...more,
})
const aRun = (status: Run['status'], streams: readonly RunStream[]): Run => ({
  ...{ id: 'r', flowId: 'f', kind: 'move', status, streams },
})

it('is running while a table waits or is read, and says how many are over', () => {
  expect(verdictOfRun(aRun('running', [stream('succeeded'), stream('pending')]))).toMatchObject({
    name: 'running',
    tables: { over: 1, all: 2 },
  })
})

it('names rejected rows with their share', () => {
  const rejected = { rowsRejected: 1, rowsWritten: 9 }
  expect(verdictOfRun(aRun('succeeded', [stream('succeeded', rejected), stream('succeeded')]))).toMatchObject({
    name: 'succeeded',
    tone: 'warning',
    rejected: { rows: 1, percent: 5 },
  })
})

it('of the last run of a flow comes from its figures', () => {
  const last: RunSummary = { id: 'r', status: 'failed', startedAt: '2026-01-01T00:00:00Z' }
  expect(verdictOfRun(last)).toMatchObject({ name: 'failed', tone: 'danger' })
})
