import { expect, it } from 'vitest'

import { aFlow } from '../../../test/support/builders.ts'
import type { Flow } from '../../core/flows/flow.ts'
import type { Run, RunPage, RunStream } from '../../core/runs/run.ts'
import { totalsOf } from '../../core/runs/run-totals.ts'
import { createQueryClient } from '../services/query-client.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { applyRunEvent } from './apply-run-event.ts'

const aRun = (changes: Partial<Run> = {}): Run => ({
  id: 'run-2',
  flowId: 'flow-1',
  status: 'running',
  startedAt: '2026-01-01T10:00:00Z',
  rowsWritten: 10,
  streams: [],
  ...changes,
})

function aCache(flow: Flow = aFlow()) {
  const queryClient = createQueryClient()
  queryClient.setQueryData(QUERY_KEYS.flows('org-1'), [flow, aFlow({ id: 'flow-2' })])
  queryClient.setQueryData(QUERY_KEYS.flowRuns('org-1', 'flow-1'), { runs: [aRun({ id: 'run-1', status: 'failed' })] })
  const lastRun = () => queryClient.getQueryData<Flow[]>(QUERY_KEYS.flows('org-1'))?.[0]?.lastRun
  const history = () =>
    queryClient.getQueryData<RunPage>(QUERY_KEYS.flowRuns('org-1', 'flow-1'))?.runs.map(({ id }) => id)
  return { queryClient, lastRun, history }
}

it('puts a new run into the list of flows and on top of the history', () => {
  const { queryClient, lastRun, history } = aCache()

  applyRunEvent(queryClient, 'org-1', aRun())

  expect(lastRun()).toMatchObject({ id: 'run-2', status: 'running', rowsWritten: 10 })
  expect(history()).toEqual(['run-2', 'run-1'])
})

it('takes a run that was skipped for no run of the flow, and puts it into the history', () => {
  const { queryClient, lastRun, history } = aCache()
  const error = { code: 'RUN_SKIPPED', message: 'Skipped.' }

  applyRunEvent(queryClient, 'org-1', aRun({ status: 'cancelled', error }))

  expect(lastRun()).toBeUndefined()
  expect(history()).toEqual(['run-2', 'run-1'])
})

it('puts how it ended with how those before it ended, once', () => {
  const { queryClient } = aCache(aFlow({ recentStates: ['failed'] }))
  const recentStates = () => queryClient.getQueryData<Flow[]>(QUERY_KEYS.flows('org-1'))?.[0]?.recentStates

  applyRunEvent(queryClient, 'org-1', aRun())
  expect(recentStates()).toEqual(['failed'])
  applyRunEvent(queryClient, 'org-1', aRun({ status: 'succeeded' }))
  applyRunEvent(queryClient, 'org-1', aRun({ status: 'succeeded' }))

  expect(recentStates()).toEqual(['failed', 'succeeded'])
})

it('does not let late news begin a run again that is over', () => {
  const { queryClient, lastRun } = aCache()
  applyRunEvent(queryClient, 'org-1', aRun({ status: 'succeeded', finishedAt: '2026-01-01T10:00:05Z' }))

  applyRunEvent(queryClient, 'org-1', aRun({ status: 'running' }))

  expect(lastRun()?.status).toBe('succeeded')
})

it('does not take an earlier run for the last one', () => {
  const { queryClient, lastRun } = aCache(
    aFlow({ lastRun: { id: 'run-3', status: 'running', startedAt: '2026-01-01T11:00:00Z' } }),
  )

  applyRunEvent(queryClient, 'org-1', aRun({ status: 'failed' }))

  expect(lastRun()?.id).toBe('run-3')
})

it('news of a run of many tables change those that they name, and put none in the place of all', () => {
  const stream = (entity: string, rowsRead: number): RunStream => ({
    entity,
    target: entity,
    status: 'running',
    rowsRead,
    rowsWritten: 0,
    rowsFiltered: 0,
    rowsRejected: 0,
    bytes: 0,
  })
  const whole = [stream('a', 1), stream('b', 1)]
  const totals = totalsOf({ streams: whole })
  const queryClient = createQueryClient()
  const key = QUERY_KEYS.run('org-1', 'run-2')
  applyRunEvent(queryClient, 'org-1', aRun({ totals }))
  expect(queryClient.getQueryData(key)).toBeUndefined()

  queryClient.setQueryData(key, aRun({ totals, streams: whole }))
  applyRunEvent(queryClient, 'org-1', aRun({ totals, changedStreams: [stream('b', 2)] }))
  applyRunEvent(queryClient, 'org-1', aRun({ totals, status: 'committing' }))
  expect(queryClient.getQueryData(key)).toEqual(
    aRun({ totals, status: 'committing', streams: [stream('a', 1), stream('b', 2)] }),
  )
})
