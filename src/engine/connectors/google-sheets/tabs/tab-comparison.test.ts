import { expect, it } from 'vitest'

import type { Cell } from '../access/sheets-client.ts'
import { TabComparison } from './tab-comparison.ts'
import type { TabPlan } from './tab-plan.ts'

const plan: TabPlan = {
  title: 'Out',
  strategy: 'replace',
  columns: [
    { name: 'id', type: 'bigint', nullable: false, value: { kind: 'integer', bits: 64 }, keyPosition: 1 },
    { name: 'day', type: 'date', nullable: true, value: { kind: 'date' } },
  ],
  positions: [0, 1],
  width: 2,
  header: ['id', 'day'],
  found: [],
}

const cell = (value: string | number | null, format?: string): Cell => ({
  ...(value !== null && {
    effectiveValue: typeof value === 'number' ? { numberValue: value } : { stringValue: value },
  }),
  ...(typeof value === 'string' && { formattedValue: value }),
  ...(format !== undefined && { effectiveFormat: { numberFormat: { type: format } } }),
})

it('pairs rows by their key, wherever their columns stand, and shows what would be emptied', () => {
  const comparison = new TabComparison(plan, ['id'], [cell('day'), cell('note'), cell('id')])
  const there = (id: number, day: number, note: string | null = null) =>
    comparison.isThere([cell(day, 'DATE'), cell(note), cell(id)])
  there(1, 45_000)
  there(2, 45_000)
  there(3, 45_000, 'typed by hand')
  there(4, 45_000)
  comparison.isThere([])
  for (const row of [
    [5, 45_001],
    [3, 45_000],
    [2, 45_001],
    [1, 45_000],
  ])
    comparison.comes(row)

  expect(comparison.result()).toEqual({
    difference: { created: 1, changed: 2, removed: 1, unchanged: 1 },
    columns: ['id', 'day', 'note'],
    sample: [
      { before: ['3', '2023-03-15', 'typed by hand'], after: ['3', '2023-03-15', null] },
      { before: ['4', '2023-03-15', null] },
      { after: ['5', '2023-03-16', null] },
      { before: ['2', '2023-03-15', null], after: ['2', '2023-03-16', null] },
    ],
  })
})

it('counts rows that are alike, without a key', () => {
  const comparison = new TabComparison(plan, [], [cell('id'), cell('day')])
  for (const id of [1, 1, 1, 2]) comparison.isThere([cell(id), cell(null)])
  for (const id of [1, 3, 1]) comparison.comes([id, ''])

  expect(comparison.result().difference).toEqual({ created: 1, changed: 0, removed: 2, unchanged: 2 })
})
