import { expect, it } from 'vitest'

import type { FlowOverview } from '../../flows/overview/flow-overview.ts'
import type { Run } from '../run.ts'
import { applyRunToOverview } from './apply-run-to-overview.ts'

const BEFORE: FlowOverview = {
  runs: [
    {
      id: 'a',
      status: 'succeeded',
      queuedAt: '2026-11-01T00:00:00Z',
      finishedAt: '2026-11-01T00:02:00Z',
      rowsWritten: 10,
      rowsRejected: 0,
      madeFresh: true,
    },
  ],
  largestTables: [{ target: 'orders', rows: [10] }],
  tables: [],
  spending: { month: '2026-11-01', spent: { dollars: 0, rows: 0, mails: 0 }, days: [] },
  changes: [],
}

it('follows a run that is under way', () => {
  const run: Run = {
    id: 'b',
    flowId: 'flow-1',
    kind: 'move',
    status: 'running',
    queuedAt: '2026-11-01T00:09:00Z',
    streams: [],
  }
  const begun = applyRunToOverview(run, BEFORE)
  expect(begun.runs.map(({ id, status }) => [id, status])).toEqual([
    ['a', 'succeeded'],
    ['b', 'running'],
  ])
  expect(begun.largestTables[0]?.rows).toEqual([10, 0])
  const ended = applyRunToOverview(
    { ...run, status: 'succeeded', finishedAt: '2026-11-01T00:10:00Z', rowsWritten: 7 },
    begun,
  )
  expect(ended.runs[1]).toMatchObject({ status: 'succeeded', rowsWritten: 7, finishedAt: '2026-11-01T00:10:00Z' })
  expect(applyRunToOverview(run, ended)).toBe(ended)
  expect(applyRunToOverview({ ...run, id: 'c', kind: 'dry-run' }, ended)).toBe(ended)
})
