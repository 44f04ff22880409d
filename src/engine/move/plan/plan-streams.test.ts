import { expect, it } from 'vitest'
import type { StructurePart } from '../../ports/table-structure.ts'
import { inOrderOfForeignKeys } from './plan-streams.ts'

const refers = (table: string, to: string) =>
  ({ kind: 'foreign_key', table, referred: { table: to, columns: [] } }) as unknown as StructurePart

const order = (targets: readonly string[], ...parts: readonly StructurePart[]) =>
  inOrderOfForeignKeys(
    targets.map((target) => ({ target })),
    parts,
  ).map(({ target }) => target)

it('tables come before those that refer to them, the others stay in their order', () => {
  expect(
    order(['lines', 'orders', 'notes', 'customers'], refers('lines', 'orders'), refers('orders', 'customers')),
  ).toEqual(['customers', 'orders', 'lines', 'notes'])
})

it('a circle of tables, and one that refers to itself, come once each', () => {
  expect(order(['a', 'b'], refers('a', 'b'), refers('b', 'a'), refers('a', 'a'))).toEqual(['b', 'a'])
})

it('two streams into one target stay two, so that they can be refused', () => {
  expect(order(['a', 'a'])).toEqual(['a', 'a'])
})
