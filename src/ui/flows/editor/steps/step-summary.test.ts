import { setupI18n } from '@lingui/core'
import { expect, it } from 'vitest'

import { stepSummary } from './step-summary.ts'
import { stepTitle } from './step-title.ts'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })

it.each([
  ['filter', { where: "status = 'paid'" }, 'status is paid'],
  ['filter', { where: 'total >= 10.5' }, 'total is at least 10.5'],
  ['filter', { where: 'total > 0 AND paid' }, 'total > 0 AND paid'],
  [
    'rename',
    {
      columns: [
        { column: 'total', to: 'amount' },
        { column: 'id', to: '' },
      ],
    },
    'total → amount',
  ],
  ['sort', { by: [{ column: 'id', direction: 'descending' }] }, 'id ↓'],
  ['join', { stream: 'customers', on: [{ column: 'customer_id', other: 'id' }] }, 'customer_id = id'],
  ['sql', { query: 'select *\n  from input' }, 'select * from input'],
  ['limit', { rows: 5 }, 'at most 5 rows'],
  ['later', { any: 'thing' }, ''],
])('a step says in a line what it does: %s', (type, settings, said) => {
  expect(stepSummary(i18n, { type, settings })).toBe(said)
})

it('its name comes before that of its type', () => {
  expect(stepTitle(i18n, { type: 'filter', name: 'Only paid' })).toBe('Only paid')
  expect(stepTitle(i18n, { type: 'filter' })).toBe('Filter rows')
})
