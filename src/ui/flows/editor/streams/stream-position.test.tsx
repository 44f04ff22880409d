import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { anEditor, PATIENCE } from '../../../../../test/support/flow-editor.ts'

it('says how far a table was read, and asks before it starts from the beginning', async () => {
  const config = {
    streams: [{ entity: 'orders', mode: 'append' as const, cursor: 'id' }],
    transformations: [],
  }
  const { flows, user } = await anEditor([], { config })
  flows.positions = [{ entity: 'orders', target: 'orders', cursor: 'id', bound: '2024-03-31 02:30:00.123456+00' }]

  await user.click(await screen.findByRole('button', { name: 'Settings of orders' }, PATIENCE))
  expect(await screen.findByText('2024-03-31 02:30:00.123456+00', {}, PATIENCE)).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'Reset' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Read orders from the beginning?' }, PATIENCE)
  expect(dialog.textContent).toContain('leaves existing ones out')
  await user.click(within(dialog).getByRole('button', { name: 'Reset' }))
  expect(await screen.findByText('The next run reads from the beginning.', {}, PATIENCE)).toBeDefined()
})
