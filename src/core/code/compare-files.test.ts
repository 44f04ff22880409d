import { expect, it } from 'vitest'

import { ManualClock } from '../../adapters/memory/manual-clock.ts'
import { MemoryCodeRepository } from '../../adapters/memory/organizations/memory-code-repository.ts'
import { MemoryRunRepository } from '../../adapters/memory/runs/memory-run-repository.ts'
import { OrganizationStore } from '../organizations/organization-store.ts'
import type { Run } from '../runs/run.ts'
import { type ComparedFlow, changesRows, makeCompareFiles } from './compare-files.ts'

const REQUEST = { files: [], secrets: {}, prunes: false }
const aRun = (id: string, status: Run['status']): Run => ({
  id,
  status,
  flowId: `flow of ${id}`,
  streams: [],
  kind: 'dry-run',
})
const aFlow = (name: string, runId?: string) => ({ name, file: `${name}.yaml`, ...(runId !== undefined && { runId }) })

function comparing() {
  const organization = new OrganizationStore()
  organization.load([{ id: 'org-1', name: 'Acme', roles: ['editor'] }])
  const ports = { code: new MemoryCodeRepository(), runs: new MemoryRunRepository(), clock: new ManualClock() }
  const seen: (readonly ComparedFlow[])[] = []
  const compare = (signal = new AbortController().signal) =>
    makeCompareFiles({ organization, ...ports })(REQUEST, 's1', {
      onProgress: (flows) => void seen.push(flows),
      signal,
    })
  return { ...ports, compare, seen }
}

const told = (flows: readonly ComparedFlow[]) => flows.map(({ name, run }) => `${name} ${run?.status}`)

it('follows the dry runs of a few flows to their ends, then those of the next, and says how far all are', async () => {
  const { code, runs, clock, compare, seen } = comparing()
  code.tried = [
    { flows: [aFlow('a', 'r1'), aFlow('b'), aFlow('c', 'r2')], nextCursor: '2' },
    { flows: [aFlow('d', 'r3')] },
  ]
  runs.put('org-1', aRun('r1', 'succeeded'))
  runs.put('org-1', aRun('r2', 'running'))
  runs.put('org-1', aRun('r3', 'failed'))
  const sleep = clock.sleep.bind(clock)
  clock.sleep = async (milliseconds) => {
    if (clock.slept.length === 2) runs.put('org-1', aRun('r2', 'succeeded'))
    return sleep(milliseconds)
  }
  const result = await compare()
  expect(result.ok && told(result.value)).toEqual(['a succeeded', 'b undefined', 'c succeeded', 'd failed'])
  expect(seen.map(told).at(1)).toEqual(['a succeeded', 'b undefined', 'c running'])
  expect(code.cursors).toEqual([undefined, '2'])
})

it('cancels what goes on when nobody waits any more, and starts no more', async () => {
  const { code, runs, compare } = comparing()
  code.tried = [{ flows: [aFlow('a', 'r1'), aFlow('b', 'r2'), aFlow('c'), aFlow('d', 'gone')], nextCursor: '1' }]
  runs.put('org-1', aRun('r1', 'running'))
  runs.put('org-1', aRun('r2', 'running'))
  const result = await compare(AbortSignal.abort())
  expect(result.ok && told(result.value)).toEqual(['a cancelled', 'b cancelled', 'c undefined', 'd undefined'])
  expect(code.cursors).toHaveLength(1)
})

it('asks again when the server does not answer, and gives up a run that is gone', async () => {
  const { code, runs, compare } = comparing()
  code.tried = [{ flows: [aFlow('a', 'r1'), aFlow('b', 'gone')] }]
  runs.put('org-1', aRun('r1', 'succeeded'))
  runs.failNext({ kind: 'network' })
  const result = await compare()
  expect(result.ok && told(result.value)).toEqual(['a succeeded', 'b undefined'])
  code.failNext({ kind: 'http', status: 409, statusText: 'Conflict' })
  expect(await compare()).toMatchObject({ ok: false })
})

it('only flows that get other settings have other rows', () => {
  const plan = (kind: string, action: string) => ({
    ...{ state: '', unchanged: 0, faults: [] },
    changes: [{ kind, action, name: 'A' }],
  })
  expect(changesRows(plan('flow', 'created'))).toBe(true)
  expect(changesRows(plan('flow', 'renamed'))).toBe(false)
  expect(changesRows(plan('flow', 'removed'))).toBe(false)
  expect(changesRows(plan('connection', 'changed'))).toBe(false)
})
