import { expect, it } from 'vitest'

import { backfillPart, backfillRefusal } from './backfill.ts'

it('only tables that are updated by a key and read by a cursor are backfilled', () => {
  expect(backfillRefusal({ mode: 'upsert', cursor: 'changed' })).toBeUndefined()
  expect(backfillRefusal({ mode: 'upsert' })).toBe('whole')
  expect(backfillRefusal({ mode: 'replace' })).toBe('replace')
  expect(backfillRefusal({ mode: 'append', cursor: 'changed' })).toBe('append')
})

it('an empty bound is none', () => {
  expect(backfillPart('orders', ' 2024-01-01 ', '')).toEqual({ entity: 'orders', from: '2024-01-01' })
  expect(backfillPart('orders', '', '9')).toEqual({ entity: 'orders', to: '9' })
})
