import { expect, it } from 'vitest'

import type { SampleRows } from '../connections/entity-rows.ts'
import { compareSamples } from './compare-samples.ts'

const sample = (types: Readonly<Record<string, string>>, ...rows: SampleRows['rows'][number][]): SampleRows => ({
  columns: Object.entries(types).map(([name, type]) => ({ name, type })),
  rows,
})
const BEFORE = sample({ id: 'integer', email: 'text' }, ['1', 'ada@example.com'], ['2', null])

it('marks columns that are new and columns that are gone', () => {
  const after = sample({ id: 'integer', mail: 'text' }, ['1', 'ada@example.com'], ['2', null])
  const compared = compareSamples('rename', BEFORE, after)

  expect([...compared.before]).toEqual([['email', 'gone']])
  expect([...compared.after]).toEqual([['mail', 'new']])
})

it('marks the values that are others now, and their column', () => {
  const compared = compareSamples('mask', BEFORE, sample({ id: 'integer', email: 'text' }, ['1', '***'], ['2', null]))

  expect([...compared.after]).toEqual([['email', 'changed']])
  expect([compared.isChanged(0, 'email'), compared.isChanged(1, 'email'), compared.isChanged(0, 'id')]).toEqual([
    true,
    false,
    false,
  ])
})

it('takes no value for the empty text', () => {
  const compared = compareSamples(
    'compute',
    BEFORE,
    sample({ id: 'integer', email: 'text' }, ['1', 'ada@example.com'], ['2', '']),
  )

  expect(compared.isChanged(1, 'email')).toBe(true)
})

it('marks a column of another type', () => {
  expect([...compareSamples('cast', BEFORE, sample({ id: 'text', email: 'text' })).after]).toEqual([['id', 'changed']])
})

it('compares no values where a step moves or drops rows', () => {
  const after = sample({ id: 'integer', email: 'text' }, ['2', null])

  expect([...compareSamples('filter', BEFORE, after).after]).toEqual([])
})

it('marks everything as new where rows have nothing in common with those before', () => {
  expect([...compareSamples('aggregate', BEFORE, sample({ n: 'integer' }, ['2'])).after]).toEqual([['n', 'new']])
})

it('tells which rows a filter leaves out, equal ones too', () => {
  const rows = [
    ['1', 'a'],
    ['2', 'b'],
    ['2', 'b'],
    ['3', null],
  ] as const
  const compared = compareSamples(
    'filter',
    sample({ id: 'integer', email: 'text' }, ...rows),
    sample({ id: 'integer', email: 'text' }, ['2', 'b'], ['2', 'b']),
  )

  expect(rows.map((_, row) => compared.isGone(row))).toEqual([true, false, false, true])
  expect(compareSamples('mask', BEFORE, BEFORE).isGone(0)).toBe(false)
})
