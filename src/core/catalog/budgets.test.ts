import { expect, it } from 'vitest'

import { isBudget } from './budgets.ts'

it('has cents, and whole rows and mails', () => {
  expect([isBudget('dollars', 5), isBudget('dollars', 7.29), isBudget('dollars', 0)]).toEqual([true, true, true])
  expect([isBudget('dollars', 0.005), isBudget('dollars', -1), isBudget('dollars', 1e9)]).toEqual([false, false, false])
  expect([isBudget('rows', 1_000), isBudget('rows', 0.5), isBudget('mails', Number.NaN)]).toEqual([true, false, false])
})
