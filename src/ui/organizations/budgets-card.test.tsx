import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { PATIENCE } from '../../../test/support/flow-editor.ts'
import { renderApp } from '../../../test/support/render-app.tsx'
import { MemoryBudgetRepository } from '../../adapters/memory/organizations/memory-budget-repository.ts'

it('limits what all flows spend in a month, and shows what they have spent', async () => {
  const budgets = new MemoryBudgetRepository()
  budgets.budget = { rows: 1_000 }
  budgets.spent = { dollars: 1.5, rows: 1_000, mails: 0 }
  const user = userEvent.setup()
  await renderApp({ budgets }, '/organization-settings')
  const rows = await screen.findByRole('textbox', { name: /^Rows a month/ }, PATIENCE)
  expect(screen.getByText('1,000 of 1,000 used this month: nothing is left')).toBeDefined()
  expect(screen.getByText('$1.50 used this month')).toBeDefined()

  await user.clear(rows)
  await user.type(screen.getByRole('textbox', { name: /^US dollars a month/ }), '7,50')
  await user.click(within(document.body).getByRole('button', { name: 'Save budgets' }))

  await expect.poll(() => budgets.budget, PATIENCE).toEqual({ dollars: 7.5 })
})
