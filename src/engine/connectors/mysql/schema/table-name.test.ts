import fc from 'fast-check'
import { expect, it } from 'vitest'

import { entityName, parseTableName } from './table-name.ts'

it('reads every name that it writes', () => {
  const name = fc.string({ minLength: 1 })
  fc.assert(
    fc.property(name, name, (database, table) => {
      fc.pre(database !== 'public')
      expect(parseTableName(entityName({ database, name: table }), 'own')).toEqual({ database, name: table })
    }),
  )
})

it.each(['orders', 'public.orders', 'shop.orders'])('takes %s for a table of the own database', (written) => {
  expect(parseTableName(written, 'shop')).toEqual({ database: 'shop', name: 'orders' })
})
