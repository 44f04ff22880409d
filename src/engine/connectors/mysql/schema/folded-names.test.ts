import { expect, it } from 'vitest'

import { type FoldedName, foldedNames } from './folded-names.ts'
import { entityName, parseTableName } from './table-name.ts'

const spelled = (fold: FoldedName, names: readonly string[]) =>
  names.map((name) => entityName(fold(parseTableName(name, 'shop'))))

it('a server that tells upper and lower case apart has two names', () => {
  expect(spelled(foldedNames('0'), ['shop.Orders', 'shop.orders'])).toEqual(['shop.Orders', 'shop.orders'])
})

it('a server that stores lower case has one', () => {
  expect(spelled(foldedNames('1'), ['Shop.Orders', 'shop.orders'])).toEqual(['shop.orders', 'shop.orders'])
})

it('a server that stores names as they were given has the name that is there, or else the first', () => {
  const fold = foldedNames('2', { databases: ['shop'], tables: [{ database: 'shop', name: 'Orders' }] })
  expect(spelled(fold, ['shop.ORDERS', 'Shop.orders'])).toEqual(['shop.Orders', 'shop.Orders'])
  expect(spelled(fold, ['SHOP.New', 'shop.NEW', 'shop.new'])).toEqual(['shop.New', 'shop.New', 'shop.New'])
})

it('a new table of such a server is in the database that is there, and a new database has its first name', () => {
  const fold = foldedNames('2', { databases: ['Shop'], tables: [] })
  expect(spelled(fold, ['shop.a', 'SHOP.b'])).toEqual(['Shop.a', 'Shop.b'])
  expect(spelled(fold, ['Other.a', 'other.b'])).toEqual(['Other.a', 'Other.b'])
})

it('a dot in a name ends no database', () => {
  const fold = foldedNames('2', { databases: ['a', 'a.b'], tables: [{ database: 'a.b', name: 'C' }] })
  expect(spelled(fold, ['"a.b".c', 'a."b.c"'])).toEqual(['"a.b".C', 'a."b.c"'])
})
