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

it('never calls a run plainly succeeded that rejected rows, or a run that wrote nothing arrived', () => {
  const first = (status: string, more: object) => outcomeLines(run(status, more))[0]
  expect(first('succeeded', {})).toBe('Run r1: succeeded, 2 rejected (0.2 %)')
  expect(first('failed', { dry: true })).toBe('Run r1: would fail')
  expect(first('succeeded', { dry: true, verify: true, totals: { rows_differing: 0 } })).toBe('Run r1: same')
  expect(first('succeeded', { dry: true, verify: true, totals: { rows_differing: 3 } })).toBe(
    'Run r1: differs in 3 rows',
  )
  expect(progressLine(run('running', { totals: { streams: 4, succeeded: 1, failed: 1, rows_read: 9 } }))).toBe(
    'running, 2 of 4 tables: 9 rows read',
  )
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
