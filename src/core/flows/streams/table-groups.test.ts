import { expect, it } from 'vitest'

import { tableItems } from './table-groups.ts'

const entity = (name: string) => ({ name, columns: [] })
const ENTITIES = ['sales.orders', 'crm.people', 'sales.items'].map(entity)
const shown = (closed: readonly string[] = [], chosen: readonly string[] = []) =>
  tableItems(
    ENTITIES,
    chosen.map((name) => ({ entity: name, mode: 'replace' })),
    new Set(closed),
  ).map((item) => (item.kind === 'group' ? `${item.schema} ${item.chosen}/${item.tables.length}` : item.name))

it('tables are listed under their schemas, with how many of each are chosen', () => {
  expect(shown([], ['sales.items'])).toEqual(['sales 1/2', 'sales.orders', 'sales.items', 'crm 0/1', 'crm.people'])
})

it('a closed schema keeps its line', () => {
  expect(shown(['sales'])).toEqual(['sales 0/2', 'crm 0/1', 'crm.people'])
})

it('a source with one schema, or without schemas, has no groups', () => {
  const items = tableItems([entity('sheets.A'), entity('sheets.B')], [], new Set())
  expect(items.map(({ kind }) => kind)).toEqual(['table', 'table'])
})

it('a schema with a dot in its name is one schema', () => {
  const items = tableItems([entity('"sales.de".orders'), entity('crm.people')], [], new Set())
  expect(items.map((item) => (item.kind === 'group' ? item.schema : item.name))).toEqual([
    'sales.de',
    '"sales.de".orders',
    'crm',
    'crm.people',
  ])
})
