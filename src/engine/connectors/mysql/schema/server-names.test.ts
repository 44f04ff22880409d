import { expect, it } from 'vitest'

import type { TextRow } from '../driver/mysql-session.ts'
import { serverNames } from './server-names.ts'
import { entityName } from './table-name.ts'

/** What a server says of itself and of its names. */
const serverWith = (folds: string, tables: readonly (readonly [db: string, name: string])[] = []) => ({
  query: async (sql: string): Promise<readonly TextRow[]> => {
    if (sql.includes('SCHEMATA')) return [...new Set(tables.map(([db]) => db))].map((db) => ({ db }))
    return sql.includes('TABLES') ? tables.map(([db, name]) => ({ db, name })) : [{ folds }]
  },
})

it.each([
  ['0', 'SHOP', ['SHOP.Orders', 'shop.ORDERS']],
  ['1', 'shop', ['shop.orders', 'shop.orders']],
  ['2', 'Shop', ['Shop.orders', 'Shop.orders']],
])('a server with lower_case_table_names = %s has the database %s', async (folds, database, names) => {
  const { parse, written, ...found } = await serverNames(serverWith(folds, [['Shop', 'orders']]), 'SHOP')
  expect(found.database).toBe(database)
  expect(['Orders', 'shop.ORDERS'].map((name) => entityName(parse(name)))).toEqual(names)
  expect(['Orders', 'shop.ORDERS'].map((name) => entityName(written(name)))).toEqual([
    `${database}.Orders`,
    'shop.ORDERS',
  ])
})

it('asks only servers that keep the case for their names', async () => {
  const asked: string[] = []
  const query = async (sql: string): Promise<readonly TextRow[]> => {
    asked.push(sql)
    return [{ folds: '1' }]
  }
  await serverNames({ query }, 'shop')
  expect(asked).toHaveLength(1)
})
