import { expect, it, vi } from 'vitest'

import type { RunResponse } from '../contract/runs.ts'
import { inColour } from './in-colour.ts'
import { inColumns } from './in-columns.ts'
import { exitCodeOf, isOver, outcomeLines, progressBar, progressLine } from './run-outcome.ts'

const stream = { entity: 'public.orders', target: 'orders', status: 'succeeded', rows_read: 1_200, bytes: 9 }
const counts = { rows_filtered: 0, rows_rejected: 2, rows_written: 1_198 }
const run = (status: string, more: object = {}): RunResponse =>
  ({ id: 'r1', flow_id: 'f1', status, streams: [{ ...stream, ...counts }], ...more }) as RunResponse

it('a script tells by the exit code how a run ended', () => {
  expect(['succeeded', 'failed', 'partially_succeeded', 'cancelled'].map((status) => exitCodeOf({ status }))).toEqual([
    0, 10, 11, 12,
  ])
  expect(isOver({ status: 'running' })).toBe(false)
  expect(isOver({ status: 'a state of a newer server' })).toBe(true)
})

it('says how far a run is', () => {
  expect(progressLine(run('running'))).toBe('running: 1,200 rows read')
})

it('says what became of a run and of each table', () => {
  const error = { code: 'LOST', message: 'The connection was lost.', hint: 'Run it again.' }
  expect(outcomeLines(run('failed', { error }))).toEqual([
    'Run r1: failed – The connection was lost. Run it again.',
    '  public.orders → orders: succeeded, 1,198 rows, 2 rejected',
  ])
})

it('draws how far a run is, once the number of rows is known', () => {
  const totals = { rows_read: 1_250, estimated_rows: 5_000 }
  expect(progressBar(run('running', { totals }))).toBe('██████░░░░░░░░░░░░░░░░░░ 25 %  ')
  expect(progressBar(run('running'))).toBe('')
})

it('shows states in colours where a terminal has them', () => {
  vi.stubEnv('FORCE_COLOR', '1')
  expect(outcomeLines(run('failed'))[0]).toBe('Run r1: \u001B[31mfailed\u001B[39m')
  expect(
    inColumns([
      ['A', 'B'],
      [inColour('failed'), 'x'],
    ])[0],
  ).toBe('A       B')
  vi.unstubAllEnvs()
})
