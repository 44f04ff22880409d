import { expect, it } from 'vitest'

import { checkParts, namedCheck } from './constraint-parts.ts'

const row = { db: 'shop', name: 'orders', clause: '`amount` > 0', level: 'Table', enforced: 'YES' }
const namesIn = (target: string, isMariaDb: boolean, ...rows: readonly object[]) =>
  checkParts(
    rows.map((own) => ({ ...row, ...own })),
    isMariaDb,
  ).map((part) => part.kind === 'check' && namedCheck(part, { database: 'copy', name: target }).name)

it('checks that a server has named come into MySQL under names that no other table has', () => {
  expect(namesIn('sales', false, { own: 'orders_chk_2' }, { own: 'paid_chk_1' }, { own: 'positive' })).toEqual([
    'sales_chk_2',
    'paid_chk_1',
    'positive',
  ])
  expect(
    namesIn('sales', true, { own: 'CONSTRAINT_1' }, { own: 'amount', level: 'Column' }, { own: 'positive' }),
  ).toEqual(['sales_chk_1', 'sales_chk_amount', 'positive'])
  const long = (last: string) => namesIn(`${'x'.repeat(63)}${last}`, true, { own: 'CONSTRAINT_1' })[0] || ''
  expect(long('a')).toMatch(/^x+_[0-9a-f]{8}_chk_1$/)
  expect(long('a')).toHaveLength(64)
  expect(long('a')).not.toBe(long('b'))
})

it('a check that MySQL does not enforce is not enforced in the copy', () => {
  const [part] = checkParts([{ ...row, own: 'soft', enforced: 'NO' }], false)
  expect(part).toMatchObject({ name: 'soft', isChecked: false })
})
