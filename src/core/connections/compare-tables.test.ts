import { expect, it } from 'vitest'

import { compareTables } from './compare-tables.ts'

const table = (name: string, ...columns: readonly string[]) => ({
  name,
  columns: columns.map((column) => {
    const [of = '', type = ''] = column.split(' ')
    return { name: of, type }
  }),
})

it('tells tables and columns that were added, removed or given another type', () => {
  const before = [table('gone', 'id int'), table('orders', 'id int', 'note text', 'total int'), table('named')]
  const after = [
    table('orders', 'id bigint', 'total int', 'city text'),
    table('new', 'id int'),
    table('named', 'id int'),
  ]

  expect(compareTables(before, after)).toEqual([
    { kind: 'table-removed', table: 'gone' },
    { kind: 'column-removed', table: 'orders', column: 'note', type: 'text' },
    { kind: 'column-retyped', table: 'orders', column: 'id', type: 'bigint', before: 'int' },
    { kind: 'column-added', table: 'orders', column: 'city', type: 'text' },
    { kind: 'table-added', table: 'new' },
  ])
  expect(compareTables(after, after)).toEqual([])
})
