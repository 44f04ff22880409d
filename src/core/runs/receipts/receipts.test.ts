import { beforeEach, describe, expect, it } from 'vitest'
import { servicesOver } from '../../../../test/support/services-over.ts'
import { memoryPorts } from '../../../adapters/memory/ports/memory-ports.ts'
import { compareRuns } from '../compare/compare-runs.ts'
import type { Run, RunStream } from '../run.ts'
import type { StreamReceipt } from './stream-receipt.ts'

const stream = (changes: Partial<RunStream> = {}): RunStream => ({
  entity: 'public.orders',
  target: 'orders',
  status: 'succeeded',
  rowsRead: 10,
  rowsWritten: 10,
  rowsFiltered: 0,
  rowsRejected: 0,
  bytes: 1,
  ...changes,
})

describe('a run beside another', () => {
  const took = (phases: StreamReceipt['phases']) => ({ receipt: { ...(phases && { phases }) } })

  it('tells each figure and how it has changed', () => {
    const now = stream({ rowsRead: 12, rowsFiltered: 2, rowsRejected: 1, rowsWritten: 9, ...took({ moving: 900 }) })
    const then = stream(took({ moving: 500, checking: 100, committing: 50 }))
    expect(compareRuns({ streams: [now] }, { streams: [then] })).toEqual([
      {
        entity: 'public.orders',
        read: { now: 12, change: 2 },
        written: { now: 9, change: -1 },
        filtered: { now: 2, change: 2 },
        rejected: { now: 1, change: 1 },
        duration: { now: 900, change: 250 },
      },
    ])
  })

  it('tells no change of a table that the other run had not, nor of a time that it did not keep', () => {
    const [added] = compareRuns({ streams: [stream(took({}))] }, { streams: [stream({ entity: 'other' })] })
    expect(added).toEqual({
      entity: 'public.orders',
      read: { now: 10 },
      written: { now: 10 },
      filtered: { now: 0 },
      rejected: { now: 0 },
      duration: { now: 0 },
    })
    const [same] = compareRuns({ streams: [stream(took({ moving: 1 }))] }, { streams: [stream()] })
    expect(same?.duration).toEqual({ now: 1 })
    expect(compareRuns({ streams: [stream()] }, { streams: [stream()] })[0]).not.toHaveProperty('duration')
  })
})

describe('of a run that is over', () => {
  const run: Run = { id: 'run-1', kind: 'move', flowId: 'flow-1', status: 'succeeded', streams: [stream()] }
  let ports: ReturnType<typeof memoryPorts>

  beforeEach(() => {
    ports = memoryPorts()
  })
  const services = () => servicesOver(ports)

  it('the one before is the last that moved rows: not dry, not skipped, not going', async () => {
    ports.runs.put('org-1', run)
    ports.runs.put('org-1', { ...run, id: 'dry', kind: 'dry-run' })
    ports.runs.put('org-1', { ...run, id: 'going', status: 'running' })
    ports.runs.put('org-1', { ...run, id: 'empty', streams: [] })
    ports.runs.put('org-1', { ...run, id: 'this' })
    expect(await services().findPreviousRun({ id: 'this', flowId: 'flow-1' })).toMatchObject({ value: { id: 'run-1' } })
    expect(await services().findPreviousRun(run)).toEqual({ ok: true, value: null })
  })

  it('a failure to find it is told', async () => {
    ports.runs.failNext({ kind: 'network' })
    expect(await services().findPreviousRun(run)).toMatchObject({ ok: false })
  })

  it('the receipt and the rows of a dry run can be had, and a dry run be started', async () => {
    ports.runs.put('org-1', run)
    ports.runs.changes = { columns: ['id'], rows: [{ after: ['1'] }] }
    expect(await services().fetchRunReceipt('run-1')).toMatchObject({ value: { run: { id: 'run-1' } } })
    expect(await services().listRowChanges('run-1', 'public.orders')).toEqual({ ok: true, value: ports.runs.changes })
    expect(await services().dryRunFlow('flow-1')).toEqual({ ok: true, value: { runId: 'dry-run-of-flow-1' } })
    expect(ports.runs.dryRuns).toEqual(['flow-1'])
  })
})
