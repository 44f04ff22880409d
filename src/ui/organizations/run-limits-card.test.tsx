import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { PATIENCE } from '../../../test/support/flow-editor.ts'
import { renderApp } from '../../../test/support/render-app.tsx'
import { MemoryRunLimitsRepository } from '../../adapters/memory/runs/memory-run-limits-repository.ts'

it('says how many runs the installation allows, and lets an owner allow fewer', async () => {
  const runLimits = new MemoryRunLimitsRepository()
  runLimits.overview = { ...runLimits.overview, own: { active: 4 }, present: { active: 1, waiting: 12 } }
  const user = userEvent.setup()
  await renderApp({ runLimits }, '/organization-settings')
  const active = await screen.findByRole('textbox', { name: 'Active runs' }, PATIENCE)
  expect(screen.getByText(/At most 5 active in all organizations of the first owner, 50 waiting/)).toBeDefined()
  expect(screen.getByText(/At present: 1 active, 12 waiting/)).toBeDefined()
  expect(active).toHaveProperty('value', '4')

  const form = within(active.closest('form') ?? document.body)
  await user.clear(active)
  await user.type(active, '6')
  await user.click(form.getByRole('button', { name: 'Save limits' }))
  expect(await screen.findByText('A whole number from 1 to 5')).toBeDefined()

  await user.clear(active)
  await user.type(form.getByRole('textbox', { name: 'Waiting runs' }), '20')
  await user.click(form.getByRole('button', { name: 'Save limits' }))
  await expect.poll(() => runLimits.overview.own, PATIENCE).toEqual({ waiting: 20 })
})
