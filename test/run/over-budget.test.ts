import { expect, it } from 'vitest'

import { overBudget } from './over-budget.ts'

it('bears a step that takes up to three times its budget', () => {
  expect(overBudget({ name: 'lint', budget: 15 }, 14)).toBeUndefined()
  expect(overBudget({ name: 'lint', budget: 15 }, 45)).toBeUndefined()
})

it('fails a step that takes longer, with its budget', () => {
  expect(overBudget({ name: 'lint', budget: 15 }, 45.1)).toBe(
    'lint took 45.1 s; its budget is 15 s, and it fails after 45 s.',
  )
})
