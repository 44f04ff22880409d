import { beforeEach, expect, it } from 'vitest'
import { servicesOver } from '../../../test/support/services-over.ts'
import { memoryPorts } from '../../adapters/memory/ports/memory-ports.ts'
import type { Services } from '../services/services.ts'
import type { OrganizationEvent, StreamState } from './live/run-events.ts'
import type { Run } from './run.ts'
import type { RunFilter } from './run-filter.ts'

const run: Run = { id: 'run-1', kind: 'move', flowId: 'flow-1', status: 'running', streams: [] }
const line = { id: 1, at: '2026-11-21T06:00:00.000Z', level: 'info', message: 'Reading public.orders' }

let ports: ReturnType<typeof memoryPorts>
let services: Services

beforeEach(() => {
  ports = memoryPorts()
  ports.runs.put('org-1', run, [line, { ...line, id: 2, level: 'error', message: 'Lost' }])
  services = servicesOver(ports)
})

it('lists those of a state, a flow and a time, page by page', async () => {
  const earlier: Run = { ...run, id: 'run-0', status: 'failed', queuedAt: '2026-11-20T06:00:00.000Z' }
  const latest: Run = { ...run, id: 'run-2', flowId: 'flow-2', status: 'queued', queuedAt: '2026-11-21T06:00:00.000Z' }
  ports.runs.put('org-1', earlier)
  ports.runs.put('org-1', latest)
  const listed = async (filter: RunFilter, cursor?: string) => {
    const result = await services.listRuns(filter, cursor)
    return result.ok && { ids: result.value.runs.map(({ id }) => id), next: result.value.nextCursor }
  }

  expect(await listed({})).toEqual({ ids: ['run-2', 'run-0', 'run-1'] })
  expect(await listed({ state: 'active' })).toEqual({ ids: ['run-2', 'run-1'] })
  expect(await listed({ state: 'failed', flowId: 'flow-2' })).toEqual({ ids: [] })
  expect(await listed({ from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' })).toEqual({ ids: ['run-0'] })
  ports.runs.pageSize = 2
  expect(await listed({})).toEqual({ ids: ['run-2', 'run-0'], next: 'run-0' })
  expect(await listed({}, 'run-0')).toEqual({ ids: ['run-1'] })
})

it('lists, shows, logs and cancels runs', async () => {
  expect(await services.listFlowRuns('flow-1')).toEqual({ ok: true, value: { runs: [run] } })
  expect(await services.fetchRun('run-1')).toEqual({ ok: true, value: run })
  expect(await services.fetchRunLog('run-1', { level: 'error' })).toMatchObject({ value: { lines: [{ id: 2 }] } })
  expect(await services.fetchRunLog('run-1')).toMatchObject({ value: { lines: [{ id: 1 }, { id: 2 }] } })
  expect(await services.cancelRun('run-1')).toMatchObject({ value: { status: 'cancelled' } })
})

const watcher = () => {
  const events: OrganizationEvent[] = []
  const states: StreamState[] = []
  return {
    events,
    states,
    onEvent: (event: OrganizationEvent) => events.push(event),
    onState: (state: StreamState) => states.push(state),
  }
}

it('watches one run, and all of the organization', () => {
  const one = watcher()
  const all = watcher()
  const stop = services.watchRun('run-1', one)
  services.watchOrganization(all)

  ports.runEvents.emit('org-1', { type: 'run', run })
  ports.runEvents.emit('org-1', { type: 'log', runId: 'run-2', line })
  ports.runEvents.emit('org-2', { type: 'run', run })
  stop()
  ports.runEvents.emit('org-1', { type: 'run', run })

  expect(one.events).toEqual([{ type: 'run', run }])
  expect(one.states).toEqual(['open', 'closed'])
  expect(all.events).toHaveLength(3)
})

it('closes at once without an active organization', async () => {
  await services.deleteOrganization('org-1')
  const one = watcher()
  const all = watcher()

  services.watchRun('run-1', one)()
  services.watchOrganization(all)()
  services.watchRun('run-1', { onEvent: one.onEvent })()
  services.watchOrganization({ onEvent: all.onEvent })()

  expect([one.states, all.states]).toEqual([['closed'], ['closed']])
  expect(ports.runEvents.watching).toBe(0)
})
