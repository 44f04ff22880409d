import { expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import type { Run, RunStream } from '../run.ts'
import { totalsOf } from '../run-totals.ts'
import { applyToFlow, applyToRun, applyToRuns } from './apply-run-event.ts'

const aRun = (changes: Partial<Run> = {}): Run => ({
  id: 'run-2',
  kind: 'move',
  flowId: 'flow-1',
  status: 'running',
  startedAt: '2026-01-01T10:00:00Z',
  rowsWritten: 10,
  streams: [],
  ...changes,
})

it('makes a new run the last one of its flow, and the first of its runs', () => {
  const page = { runs: [aRun({ id: 'run-1', status: 'failed' })] }

  expect(applyToFlow(aRun(), aFlow()).lastRun).toMatchObject({ id: 'run-2', status: 'running', rowsWritten: 10 })
  expect(applyToRuns(aRun(), page).runs.map(({ id }) => id)).toEqual(['run-2', 'run-1'])
})

it('leaves other flows as they are', () => {
  const other = aFlow({ id: 'flow-2' })

  expect(applyToFlow(aRun(), other)).toBe(other)
})

it('takes neither a run that was skipped nor a dry run for a run of the flow', () => {
  const error = { code: 'RUN_SKIPPED', message: 'Skipped.' }

  expect(applyToFlow(aRun({ status: 'cancelled', error }), aFlow()).lastRun).toBeUndefined()
  expect(applyToFlow(aRun({ kind: 'dry-run' }), aFlow()).lastRun).toBeUndefined()
})

it('puts how it ended with how those before it ended, once', () => {
  const flow = applyToFlow(aRun(), aFlow({ recentStates: ['failed'] }))
  expect(flow.recentStates).toEqual(['failed'])

  const ended = applyToFlow(aRun({ status: 'succeeded' }), flow)
  expect(ended.recentStates).toEqual(['failed', 'succeeded'])
  expect(applyToFlow(aRun({ status: 'succeeded' }), ended).recentStates).toEqual(['failed', 'succeeded'])
})

it('takes a flow for late until a run succeeds', () => {
  const late = aFlow({ lateSince: '2026-01-01T09:00:00Z' })

  expect(applyToFlow(aRun(), late).lateSince).toBe('2026-01-01T09:00:00Z')
  expect(applyToFlow(aRun({ status: 'succeeded' }), late).lateSince).toBeUndefined()
})

it('does not let late news begin a run again that is over', () => {
  const ended = aRun({ status: 'succeeded', finishedAt: '2026-01-01T10:00:05Z' })
  const flow = applyToFlow(ended, aFlow())

  expect(applyToFlow(aRun(), flow)).toBe(flow)
  expect(applyToRun(aRun(), ended, 0)).toBe(ended)
  expect(applyToRuns(aRun(), { runs: [ended] }).runs).toEqual([ended])
})

it('does not take an earlier run for the last one', () => {
  const lastRun = { id: 'run-3', status: 'running', startedAt: '2026-01-01T11:00:00Z' } as const

  expect(applyToFlow(aRun({ status: 'failed' }), aFlow({ lastRun })).lastRun?.id).toBe('run-3')
})

it('changes of many streams those that the news names, and puts none in the place of all', () => {
  const stream = (entity: string, rowsRead: number): RunStream => ({
    ...{ entity, target: entity, status: 'running', rowsRead },
    ...{ rowsWritten: 0, rowsFiltered: 0, rowsRejected: 0, bytes: 0 },
  })
  const streams = [stream('a', 1), stream('b', 1)]
  const totals = totalsOf({ streams })
  expect(applyToRun(aRun({ totals }), undefined, 0)).toBeUndefined()

  const news = aRun({ totals, changedStreams: [stream('b', 2)] })
  expect(applyToRun(news, aRun({ totals, streams }), 0)?.streams).toEqual([stream('a', 1), stream('b', 2)])
})

it('keeps what only a run requested by its id has: the flow of that time, and its approval', () => {
  const flow = { sourceConnectionId: 'a', destinationConnectionId: 'b', streams: [], steps: [] }
  const approval = { by: 'Ada', at: '2026-01-01T10:00:00Z', endsAt: '2026-01-02T10:00:00Z' }

  expect(applyToRun(aRun({ rowsWritten: 20 }), aRun({ flow, approval }), 0)).toMatchObject({
    rowsWritten: 20,
    flow,
    approval,
  })
})
