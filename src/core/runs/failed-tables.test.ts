import { expect, it } from 'vitest'

import { failedTables } from './failed-tables.ts'
import type { RunError, RunStream } from './run.ts'

const stream = (entity: string, error?: RunError): RunStream => ({
  ...{ entity, target: entity, status: error ? 'failed' : 'succeeded', bytes: 0 },
  ...{ rowsRead: 0, rowsWritten: 0, rowsFiltered: 0, rowsRejected: 0 },
  ...(error && { error }),
})
const BUSY: RunError = { code: 'TABLE_BUSY', message: 'Somebody holds the table.', hint: 'Wait.' }
const GONE: RunError = { code: 'ENTITY_NOT_FOUND', message: 'The source has no lines.', hint: 'Wait.' }

it('leaves the error of the only table that failed to the run', () => {
  expect(failedTables({ streams: [stream('orders'), stream('lines', GONE)] })).toEqual({ count: 1, summary: 'all' })
})

it('tells once what several tables failed for', () => {
  const streams = [stream('orders', BUSY), stream('lines', { ...BUSY, stream: 'lines' })]
  expect(failedTables({ streams })).toEqual({ count: 2, summary: 'all' })
})

it('leaves different reasons to the tables, and tells once what mends them all', () => {
  expect(failedTables({ streams: [stream('orders', BUSY), stream('lines', GONE)] })).toEqual({
    count: 2,
    summary: 'hint',
  })
})

it('leaves everything to the tables if nothing is the same', () => {
  const streams = [stream('orders', BUSY), stream('lines', { ...GONE, hint: 'Choose another.' })]
  expect(failedTables({ streams })).toEqual({ count: 2, summary: 'count' })
})

it('knows no table of a run that failed before the first', () => {
  expect(failedTables({ streams: [] })).toEqual({ count: 0, summary: 'all' })
})
