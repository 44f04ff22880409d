import { describe, expect, it } from 'vitest'

import { aFlow } from '../../../test/support/builders.ts'
import type { Connection } from '../connections/connection.ts'
import { isOnlyFailure } from '../runs/is-failure.ts'
import type { Run, RunError, RunStream } from '../runs/run.ts'
import { failedStreamOf, isMendable, isRunAgainOffered, needsTables } from './failed-stream-of.ts'

const refused: RunError = {
  code: 'PERMISSION_MISSING',
  message: 'permission denied',
  side: 'source',
  account: 'reader',
}

const stream = (entity: string, changes: Partial<RunStream> = {}): RunStream => ({
  ...{ entity, target: entity, status: 'succeeded', bytes: 0 },
  ...{ rowsRead: 0, rowsWritten: 0, rowsFiltered: 0, rowsRejected: 0 },
  ...changes,
})
const failed = (entity: string) => stream(entity, { status: 'failed', error: { ...refused, stream: entity } })

const aRun = (streams: readonly RunStream[], changes: Partial<Run> = {}): Run => ({
  ...{ id: 'run-1', kind: 'move', flowId: 'flow-1', status: 'failed', streams },
  ...changes,
})

const connection = (id: string, type: string): Connection => ({
  id,
  type,
  name: id,
  capability: 'both',
  config: { a: 1 },
})
const CONNECTIONS = [connection('connection-1', 'postgres'), connection('connection-2', 'mysql')]

it('knows the table, the ends with their settings, and the flow as it is now', () => {
  const run = aRun([failed('orders'), stream('items')])
  const whole = { ...refused, message: '1 of 2 tables arrived; orders failed: permission denied', stream: 'orders' }
  const tables = { now: [], known: [] }

  expect(failedStreamOf(run, whole, { flow: aFlow(), connections: CONNECTIONS, tables })).toEqual({
    // The reason alone, without the number of tables.
    error: { ...refused, stream: 'orders' },
    at: 'source',
    stream: run.streams[0],
    config: { streams: [], transformations: [] },
    source: { type: 'postgres', config: { a: 1 } },
    destination: { type: 'mysql', config: { a: 1 } },
    entities: ['orders', 'items'],
    tables,
  })
})

it('of a flow that is gone, and of an error before any table, only the error is known', () => {
  const error = { code: 'HOST_NOT_FOUND', message: 'There is no such host.' }

  expect(failedStreamOf(aRun([]), error, { flow: undefined, connections: [], tables: undefined })).toEqual({
    error,
    entities: [],
  })
})

describe('mends', () => {
  it('are offered once the run is over, and as long as the flow has not succeeded since', () => {
    const last = (id: string, status: 'succeeded' | 'failed') => aFlow({ lastRun: { id, status } })
    const run = aRun([failed('orders')])

    expect(isMendable(run, undefined)).toBe(true)
    expect(isMendable(run, aFlow())).toBe(true)
    expect(isMendable(run, last('run-1', 'failed'))).toBe(true)
    expect(isMendable(run, last('run-2', 'failed'))).toBe(true)
    expect(isMendable(run, last('run-2', 'succeeded'))).toBe(false)
    expect(isMendable({ ...run, status: 'running' }, aFlow())).toBe(false)
    expect(isMendable({ ...run, draft: { file: 'orders.yaml', isNew: false } }, aFlow())).toBe(false)
  })

  it('stand beside the run if one table has failed, otherwise beside each', () => {
    expect(isOnlyFailure(aRun([]))).toBe(true)
    expect(isOnlyFailure(aRun([failed('orders'), stream('items')]))).toBe(true)
    expect(isOnlyFailure(aRun([failed('orders'), failed('items')]))).toBe(false)
  })

  it('include another run unless tables have arrived, or nothing was to be written', () => {
    expect(isRunAgainOffered(aRun([failed('orders')]))).toBe(true)
    expect(isRunAgainOffered(aRun([failed('orders'), stream('items')]))).toBe(false)
    expect(isRunAgainOffered(aRun([failed('orders')], { kind: 'dry-run' }))).toBe(false)
  })

  it('look at the tables of the source only if something may have another name', () => {
    expect(needsTables({ code: 'ENTITY_NOT_FOUND', message: '' })).toBe(true)
    expect(needsTables({ code: 'TARGET_MISMATCH', message: '', columns: [{ name: 'tax', is: 'missing' }] })).toBe(true)
    expect(needsTables(refused)).toBe(false)
  })
})
