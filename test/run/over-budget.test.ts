import { expect, it } from 'vitest'

import { overBudget } from './over-budget.ts'

it('bears a step that takes up to twice its budget', () => {
  expect(overBudget({ name: 'lint', budget: 15 }, 14)).toBeUndefined()
  expect(overBudget({ name: 'lint', budget: 15 }, 30)).toBeUndefined()
})

it('fails a step that takes longer, with its budget', () => {
  expect(overBudget({ name: 'lint', budget: 15 }, 30.1)).toBe(
    'lint took 30.1 s; its budget is 15 s, and it fails after 30 s.',
  )
})
