import { describe, expect, it } from 'vitest'

import { tableParts } from './table-parts.ts'

describe('the name of a table in a flow', () => {
  it.each([
    ['sales.orders', { schema: 'sales', name: 'orders' }],
    ['orders', { name: 'orders' }],
    ['"my.schema".orders', { schema: 'my.schema', name: 'orders' }],
    ['public."v1.2"', { schema: 'public', name: 'v1.2' }],
    [`"sch""e'ma"."o""dd"`, { schema: `sch"e'ma`, name: 'o"dd' }],
    ['"a.b"', { name: 'a.b' }],
    ['sheets.Q1.2026', { schema: 'sheets', name: 'Q1.2026' }],
    ['.hidden', { name: '.hidden' }],
    ['', { name: '' }],
  ])('%s has its parts, without the quotes of the notation', (table, parts) => {
    expect(tableParts(table)).toEqual(parts)
  })
})
