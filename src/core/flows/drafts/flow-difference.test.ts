import { expect, it } from 'vitest'

import type { Flow } from '../flow.ts'
import { flowDifference, isDone } from './flow-difference.ts'

const shop = { id: 'c1', name: 'Shop', type: 'postgres' }
const warehouse = { id: 'c2', name: 'Warehouse', type: 'postgres' }
const flow: Flow = {
  ...{ id: 'f', name: 'Orders', enabled: true, version: 1 },
  ...{ sourceConnection: shop, destinationConnection: warehouse },
  config: { streams: [], transformations: [] },
}

it.each([
  ['a name', { name: 'Sales' }],
  ['a switch', { enabled: false }],
  ['a source', { sourceConnection: { ...shop, id: 'c3' } }],
  ['a destination', { destinationConnection: { ...warehouse, id: 'c3' } }],
  ['tables', { config: { ...flow.config, streams: [{ entity: 'public.orders', mode: 'append' as const }] } }],
  ['a limit of freshness', { freshnessMinutes: 60 }],
])('of %s alone is that alone', (_, change) => {
  expect(flowDifference(flow, { ...flow, ...change })).toEqual(change)
  expect(isDone(flow, change)).toBe(false)
})

it('is nothing for equal flows, also when a connection has another name', () => {
  const renamed = { ...flow, sourceConnection: { ...shop, name: 'Our shop' }, config: structuredClone(flow.config) }
  expect(flowDifference(flow, renamed)).toEqual({})
  expect(isDone(flow, { name: 'Orders' })).toBe(true)
})

it('takes a limit of freshness back', () => {
  expect(flowDifference({ ...flow, freshnessMinutes: 60 }, flow)).toEqual({ freshnessMinutes: null })
})
