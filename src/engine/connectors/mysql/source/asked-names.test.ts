import { expect, it } from 'vitest'

import { sentence } from '../../../../core/catalog/sentence.ts'
import type { SourceEntity } from '../../../ports/source.ts'
import type { StructurePart } from '../../../ports/table-structure.ts'
import { parseTableName } from '../schema/table-name.ts'
import { AskedNames } from './asked-names.ts'

const written = (name: string) => parseTableName(name, 'shop')
const lower = {
  database: 'shop',
  written,
  parse: (name: string) => {
    const { database, name: own } = written(name)
    return { database: database.toLowerCase(), name: own.toLowerCase() }
  },
}

const entity = (name: string): SourceEntity => ({ name, kind: 'table', columns: [] })

it('an entity has the name that was asked for, once for each spelling, and its own if nobody asked', () => {
  const asked = new AskedNames(['Shop.Orders', 'ORDERS', 'shop.customers'], lower)
  const named = (name: string) => asked.of(entity(name)).map((one) => one.name)
  expect(named('shop.orders')).toEqual(['Shop.Orders', 'shop.ORDERS'])
  expect(named('shop.customers')).toEqual(['shop.customers'])
  expect(named('shop.other')).toEqual(['shop.other'])
})

it('a foreign key and a view name tables as they were asked for', () => {
  const asked = new AskedNames(['Shop.Orders', 'Shop.Customers'], lower)
  const foreignKey: StructurePart = {
    ...{
      kind: 'foreign_key',
      table: 'shop.orders',
      name: 'k',
      columns: ['c'],
      onUpdate: 'RESTRICT',
      onDelete: 'CASCADE',
    },
    ...{ setColumns: [], isFull: false, deferral: 'none', isChecked: true },
    referred: { table: 'shop.customers', columns: ['id'] },
  }
  const view: StructurePart = {
    ...{ kind: 'view', table: 'shop.large', name: '', columns: [], options: [], query: { sql: 'select 1', needs: [] } },
    reads: [{ table: 'shop.orders', columns: [] }],
  }
  const { parts, left } = asked.inStructure({
    system: 'mysql',
    parts: [foreignKey, view],
    left: [
      {
        kind: 'trigger',
        table: 'shop.orders',
        name: 't',
        columns: [],
        reason: sentence`Triggers do not come, because they may change rows.`,
      },
    ],
    owners: [],
  })
  expect(parts).toMatchObject([
    { table: 'Shop.Orders', referred: { table: 'Shop.Customers' } },
    { table: 'shop.large', reads: [{ table: 'Shop.Orders' }] },
  ])
  expect(left.map(({ table }) => table)).toEqual(['Shop.Orders'])
})
