import { expect, it } from 'vitest'

import { aFlow } from '../../../test/support/builders.ts'
import type { Flow } from '../../core/flows/flow.ts'
import type { Run, RunPage } from '../../core/runs/run.ts'
import { createQueryClient } from '../services/query-client.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { cacheRunEvent } from './cache-run-event.ts'

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

  cacheRunEvent(queryClient, 'org-1', aRun())

  expect(lastRun()).toMatchObject({ id: 'run-2', status: 'running', rowsWritten: 10 })
  expect(history()).toEqual(['run-2', 'run-1'])
})

it('asks again for the lists of runs and for what waits when a run begins or ends, and for nothing in between', () => {
  const { queryClient } = aCache()
  const waiting = QUERY_KEYS.run('org-1', 'run-9')
  const lists = QUERY_KEYS.runList('org-1', {})
  const forget = () => {
    queryClient.setQueryData(waiting, aRun({ id: 'run-9', status: 'queued' }))
    queryClient.setQueryData(lists, { runs: [] })
  }
  const isAskedAgain = () => [waiting, lists].map((key) => queryClient.getQueryState(key)?.isInvalidated)

  forget()
  cacheRunEvent(queryClient, 'org-1', aRun())
  expect(isAskedAgain()).toEqual([true, true])
  forget()
  cacheRunEvent(queryClient, 'org-1', aRun({ rowsWritten: 20 }))
  expect(isAskedAgain()).toEqual([false, false])
})

it('asks once for the whole of a run that has ended: its last lines and tables', () => {
  const { queryClient } = aCache()
  const run = QUERY_KEYS.run('org-1', 'run-2')
  const log = QUERY_KEYS.runLog('org-1', 'run-2', {}, 'en')
  queryClient.setQueryData(run, aRun())
  queryClient.setQueryData(log, { pages: [], pageParams: [] })
  const isAskedAgain = () => [run, log].map((key) => queryClient.getQueryState(key)?.isInvalidated)

  cacheRunEvent(queryClient, 'org-1', aRun({ rowsWritten: 20 }))
  expect(isAskedAgain()).toEqual([false, false])
  cacheRunEvent(queryClient, 'org-1', aRun({ status: 'succeeded' }))
  expect(isAskedAgain()).toEqual([true, true])
})

it('leaves a list of flows that has to be asked again so', async () => {
  const { queryClient } = aCache()
  const outdated = () => queryClient.getQueryState(QUERY_KEYS.flows('org-1'))?.isInvalidated
  cacheRunEvent(queryClient, 'org-1', aRun())
  expect(outdated()).toBe(false)

  await queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flows('org-1') })
  cacheRunEvent(queryClient, 'org-1', aRun({ rowsWritten: 20 }))
  expect(outdated()).toBe(true)
})
