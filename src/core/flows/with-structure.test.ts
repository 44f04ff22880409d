import { expect, it } from 'vitest'

import { movedTables, withStructure } from './with-structure.ts'

it('the structure of a flow comes along, or not', () => {
  const config = { streams: [], transformations: [] }
  const all = withStructure(config, 'all')
  expect(all).toEqual({ ...config, structure: 'all' })
  expect(withStructure(all, 'rows')).toEqual(config)
})

it('a flow that moves everything brings views as views', () => {
  const entities = [{ name: 'a', kind: 'table' }, { name: 'b', kind: 'view' }, { name: 'c' }]
  expect(movedTables(entities, {})).toEqual(entities)
  expect(movedTables(entities, { structure: 'all' })).toEqual([entities[0], entities[2]])
})
