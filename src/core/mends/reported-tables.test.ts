import { expect, it } from 'vitest'

import type { RunStream } from '../runs/run.ts'
import { reportedTables } from './reported-tables.ts'

const text = (name: string) => ({ name, type: 'text' })
const orders = { name: 'orders', columns: [text('id'), text('fee')], target: 'public.orders' }
const people = { name: 'people', columns: [text('id')] }
const known = [orders, people]
const stream = (changes: Partial<RunStream>): RunStream => ({
  ...{ entity: 'orders', target: 'orders', status: 'failed', bytes: 0 },
  ...{ rowsRead: 0, rowsWritten: 0, rowsFiltered: 0, rowsRejected: 0 },
  ...changes,
})
const now = (changes: Partial<RunStream>) =>
  reportedTables({ streams: [stream(changes)] }, 'orders', known)?.now.map(
    ({ name, columns }) => `${name}: ${columns.map((column) => column.name).join(' ')}`,
  )

it('tells the columns that a run has found at the source, and leaves those of the target alone', () => {
  const columnChanges = [
    { name: 'fee', is: 'removed', side: 'source' },
    { name: 'charge', is: 'added', type: 'text', side: 'source' },
    { name: 'id', is: 'removed', side: 'destination' },
  ] as const
  expect(now({ columnChanges })).toEqual(['orders: id charge', 'people: id'])
})

it('tells that a table is gone at the source, unless only a step lacks another one', () => {
  const error = { code: 'ENTITY_NOT_FOUND', message: '', side: 'source' } as const
  expect(now({ error })).toEqual(['people: id'])
  expect(now({ error: { ...error, node: 's' } })).toEqual(['orders: id fee', 'people: id'])
  expect(now({ error: { ...error, side: 'destination' } })).toEqual(['orders: id fee', 'people: id'])
})

it('tells nothing about a table that never arrived', () => {
  expect(reportedTables({ streams: [] }, 'others', known)).toBeUndefined()
})
