import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { anEditor, limit, PATIENCE } from '../../../../../test/support/flow-editor.ts'

it('Run can be pressed whatever is missing, says on the page what is, and leads there', async () => {
  const { user } = await anEditor([{ id: 'a', type: 'filter', settings: {} }])
  const run = await screen.findByRole('button', { name: 'Run' })
  await expect.poll(() => run.getAttribute('aria-description'), PATIENCE).toContain('Step 1')
  expect(run.getAttribute('aria-disabled')).toBeNull()
  expect(run.dataset['tooltip']).toBeUndefined()

  await user.click(run)
  const refused = await screen.findByRole('alert', {}, PATIENCE)
  expect(refused.textContent).toContain('The flow cannot run yet')
  expect(refused.textContent).toContain('Step 1: Keep rows where: Fill this in')
  await user.click(within(refused).getByRole('button', { name: 'Go there' }))
  expect(await screen.findByText(/^Step 1 of 1/, {}, PATIENCE)).toBeDefined()
})

it('a step that is unfinished does not stop a run of what was finished before, which is told first', async () => {
  const { user, flows } = await anEditor([limit('a')], { edition: 1 })
  const got = await flows.get('org-1', 'orders')
  const filter = { id: 'b', type: 'filter', settings: {} }
  if (got.ok)
    await flows.saveEdit('org-1', got.value, { config: { streams: [], transformations: [limit('a'), filter] } })
  await user.keyboard('{Shift>}R{/Shift}')
  await screen.findByText('1 change is not live', {}, PATIENCE)

  await user.click(screen.getByRole('button', { name: 'Run' }))
  const question = within(await screen.findByRole('dialog', { name: 'Run what is published?' }, PATIENCE))
  expect(question.getByText(/Step 2: Keep rows where: Fill this in/)).toBeDefined()
  expect(flows.keys).toEqual([])
  await user.click(question.getByRole('button', { name: 'Run what is published' }))
  await expect.poll(() => flows.keys.length, PATIENCE).toBe(1)
})

it('a flow that is switched off says so, and no longer once it is on', async () => {
  const { user } = await anEditor([], { enabled: false })
  await user.click(await screen.findByRole('button', { name: 'Run' }))
  expect((await screen.findByRole('alert', {}, PATIENCE)).textContent).toContain('The flow is switched off')
  await user.click(screen.getByRole('switch', { name: 'Flow is switched on' }))
  await expect.poll(() => screen.queryByText('The flow cannot run yet'), PATIENCE).toBeNull()
})
