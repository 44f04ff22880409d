import { expect, it } from 'vitest'

import type { Entity } from '../connections/entity.ts'
import type { Transformation } from '../flows/flow.ts'
import { columnTypesAt } from './column-types-at.ts'

const entity = (name: string, columns: Record<string, string>): Entity => ({
  name,
  columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })),
})
const ENTITIES = [
  entity('orders', { id: 'bigint', total: 'numeric', note: 'text' }),
  entity('customers', { id: 'uuid', note: 'text', born: 'date' }),
]
const LAST: Transformation = { id: 'last', type: 'filter', settings: {} }

function typesBehind(steps: readonly Omit<Transformation, 'id'>[], stream: string | undefined = 'orders') {
  const before = steps.map((step, index) => ({ ...step, id: `t${index}` }))
  const own = { ...LAST, ...(stream !== undefined && { stream }) }
  return Object.fromEntries(columnTypesAt('last', { streams: [], transformations: [...before, own] }, ENTITIES))
}

it.each<[string, Record<string, unknown>, Record<string, string>]>([
  ['limit', { rows: 1 }, { id: 'bigint', total: 'numeric', note: 'text' }],
  ['rename', { columns: [{ column: 'total', to: 'net' }] }, { id: 'bigint', net: 'numeric', note: 'text' }],
  ['cast', { columns: [{ column: 'total', type: 'integer' }] }, { id: 'bigint', total: 'integer', note: 'text' }],
  ['compute', { columns: [{ name: 'total', expression: '1' }] }, { id: 'bigint', note: 'text' }],
  ['mask', { columns: [{ column: 'total', method: 'hash' }] }, { id: 'bigint', note: 'text' }],
  ['join', { stream: 'customers' }, { id: 'bigint', total: 'numeric', note: 'text', born: 'date' }],
  ['aggregate', { by: ['note'], measures: [{ function: 'count', name: 'id' }] }, { note: 'text' }],
  ['sql', { query: 'select 1' }, {}],
])('behind %s %j are those that settings tell', (type, settings, types) => {
  expect(typesBehind([{ type, settings }])).toEqual(types)
})

it('of several tables are those that all have', () => {
  expect(Object.fromEntries(columnTypesAt('last', { streams: [], transformations: [LAST] }, ENTITIES))).toEqual({
    note: 'text',
  })
})

it('know nothing of steps that are for another table, or before discovery', () => {
  expect(typesBehind([{ type: 'sql', stream: 'customers', settings: {} }])).toHaveProperty('total')
  expect(columnTypesAt('last', { streams: [], transformations: [LAST] }, undefined).size).toBe(0)
  expect(columnTypesAt('gone', { streams: [], transformations: [LAST] }, ENTITIES).size).toBe(0)
})
