import { expect, it } from 'vitest'

import type { StepProblem } from '../../catalog/transformations/transformation-problem.ts'
import type { RefusedTable } from '../../connections/refused-table.ts'
import type { MissingObject } from './missing-object.ts'
import { absentTables, refusedInstead, withRefusals } from './refused-objects.ts'

const missing = (table: string, column?: string): MissingObject => ({
  table,
  ...(column !== undefined && { column }),
  uses: [],
  choices: [],
  isRemovable: true,
})

const refused = (entity: string, ...columns: readonly string[]): RefusedTable => ({
  entity,
  columns,
  error: { code: 'PERMISSION_MISSING', message: `The account may not read ${entity}.` },
})

it('asks the source once about each table, with the columns that seem to be gone', () => {
  expect(absentTables([missing('orders', 'total'), missing('items'), missing('orders', 'note')])).toEqual([
    { entity: 'orders', columns: ['total', 'note'] },
    { entity: 'items', columns: [] },
  ])
})

it('asks about every table and column, however many there are', () => {
  const many = (what: string) => Array.from({ length: 250 }, (_, n) => `${what}${n}`)
  const objects = [...many('t').map((table) => missing(table)), ...many('c').map((column) => missing('orders', column))]
  const asked = absentTables(objects)
  expect(new Set(asked.map(({ entity }) => entity)).size).toBe(251)
  expect(asked.filter(({ entity }) => entity === 'orders').flatMap(({ columns }) => columns)).toEqual(many('c'))
  expect(Math.max(...asked.map(({ columns }) => columns.length))).toBe(100)
})

it('calls nothing gone that the account may not read, and suggests no other name for it', () => {
  const objects = [
    { ...missing('orders', 'total'), suggestion: 'sum' },
    missing('orders', 'note'),
    missing('items', 'id'),
  ]
  const told = withRefusals(objects, [refused('orders', 'total'), refused('items')])

  expect(told).toEqual([
    { ...missing('orders', 'total'), refusal: refused('orders').error },
    missing('orders', 'note'),
    { ...missing('items', 'id'), refusal: refused('items').error },
  ])
})

it('leaves a table to its repair where only a column of it may not be read', () => {
  expect(withRefusals([missing('orders')], [refused('orders', 'total')])).toEqual([missing('orders')])
})

const at = { setting: 'where' }

it.each<[string, StepProblem, readonly RefusedTable[], string]>([
  [
    'a column',
    { kind: 'no-such-column', at, column: 'total', stream: 'orders' },
    [refused('orders', 'total')],
    'refused',
  ],
  ['another table', { kind: 'no-such-other-stream', at, stream: 'items' }, [refused('items')], 'refused'],
  [
    'a column that is gone',
    { kind: 'no-such-column', at, column: 'x', stream: 'orders' },
    [refused('orders', 'y')],
    'no-such-column',
  ],
  ['a setting', { kind: 'required', at }, [refused('orders')], 'required'],
])('tells at a step why it cannot read: %s', (_, problem, tables, kind) => {
  expect(refusedInstead(problem, tables).kind).toBe(kind)
})

it('says at a step what the source has said, to be translated', () => {
  const sentence = { template: 'The account may not read {0}.', values: ['items'] }
  const [table] = [refused('items')]
  const problem = refusedInstead({ kind: 'no-such-other-stream', at, stream: 'items' }, [
    { ...table, error: { ...table.error, sentence } },
  ])
  expect(problem).toEqual({ kind: 'refused', at, message: 'The account may not read items.', sentence })
})
