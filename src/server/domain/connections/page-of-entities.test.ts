import { expect, it } from 'vitest'

import type { Entity } from '../../../engine/ports/connector.ts'
import { pageOfEntities } from './page-of-entities.ts'

const entity = (name: string, column: string): Entity => ({
  name,
  kind: 'table',
  columns: [{ name: column, type: 'text', nullable: true }],
})
const ALL = [entity('public.customers', 'email'), entity('public.orders', 'customer_id'), entity('public.stock', 'sku')]

const page = (wanted: Parameters<typeof pageOfEntities>[1]) => {
  const { entities, nextCursor } = pageOfEntities(ALL, wanted)
  return [entities.map(({ name }) => name.replace('public.', '')).join(' '), nextCursor]
}

it('is everything when nothing is said', () => {
  expect(page({})).toEqual(['customers orders stock', null])
})

it('finds entities by their names and by their columns', () => {
  expect(page({ search: ' CUSTOMER ' })).toEqual(['customers orders', null])
})

it('goes on behind the page before, to the end', () => {
  expect(page({ limit: 2 })).toEqual(['customers orders', 'public.orders'])
  expect(page({ limit: 2, cursor: 'public.orders' })).toEqual(['stock', null])
  expect(page({ limit: 3 })).toEqual(['customers orders stock', null])
})

it('begins anew when the last entity of the page before has gone', () => {
  expect(page({ limit: 1, cursor: 'public.gone' })).toEqual(['customers', 'public.customers'])
})
