import { expect, it } from 'vitest'
import { isFailure } from '../is-failure.ts'
import type { RunStream } from '../run.ts'
import { changedServers, changedTables, goneTables } from './changes-since-good.ts'

const stream = (entity: string, changes: Partial<RunStream>): RunStream => ({
  ...{ entity, target: entity, status: 'failed', bytes: 0 },
  ...{ rowsRead: 0, rowsWritten: 0, rowsFiltered: 0, rowsRejected: 0 },
  ...changes,
})

it('a server has changed if its version is known for both runs, and is another one', () => {
  const before = { millrace: '0.1.0', source: 'PostgreSQL 17.2' }
  const after = { millrace: '0.2.0', source: 'PostgreSQL 17.2', destination: 'MariaDB 10.11.6' }

  expect(changedServers({ settings: [], servers: { before, after } })).toEqual([
    { of: 'millrace', before: '0.1.0', after: '0.2.0' },
  ])
})

it('a table has changed if its columns are others', () => {
  const streams = [
    stream('other', { columnChanges: [{ side: 'source', name: 'tax', is: 'added', type: 'integer' }] }),
    stream('same', { columnChanges: [] }),
    stream('unknown', {}),
  ]

  expect(changedTables({ streams }).map(({ entity }) => entity)).toEqual(['other'])
})

it('a table that is gone is the one that a step needs, where that is another one, and is named once', () => {
  const error = { code: 'ENTITY_NOT_FOUND', message: '', node: 'join-1' }
  const gone = { table: 'customers' }
  const column = { table: 'regions', column: 'name' }
  const streams = [
    stream('own', { error: { code: 'ENTITY_NOT_FOUND', message: '', side: 'source' } }),
    stream('orders', { error: { ...error, gone } }),
    stream('carts', { error: { ...error, gone } }),
    stream('shops', { error: { code: 'COLUMN_NOT_FOUND', message: '', node: 'join-1', gone: column } }),
    stream('target', { error: { code: 'ENTITY_NOT_FOUND', message: '', side: 'destination' } }),
    stream('of an older version', { error }),
  ]

  expect(goneTables({ streams })).toEqual([{ table: 'own' }, gone, column])
})

it('a failure is a run that has ended with an error; one that was skipped or compares is none', () => {
  const error = { code: 'DISK_FULL', message: '' }
  const run = { id: 'run-1', kind: 'move', flowId: 'flow-1', status: 'failed', streams: [], error } as const

  expect(isFailure(run)).toBe(true)
  expect(isFailure({ ...run, status: 'running' })).toBe(false)
  expect(isFailure({ id: 'run-1', kind: 'move', flowId: 'flow-1', status: 'succeeded', streams: [] })).toBe(false)
  expect(isFailure({ ...run, kind: 'compare' })).toBe(false)
  expect(isFailure({ ...run, error: { code: 'RUN_SKIPPED', message: '' } })).toBe(false)
})
