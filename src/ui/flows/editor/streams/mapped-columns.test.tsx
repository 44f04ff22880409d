import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { anEditor, PATIENCE } from '../../../../../test/support/flow-editor.ts'

it('reads the fields of Metronome’s events from the columns that a person chooses', async () => {
  const { user, saved } = await anEditor([], {
    destinationConnection: { id: 'c-2', name: 'Billing', type: 'metronome' },
    config: { streams: [{ entity: 'orders', mode: 'append' }], transformations: [] },
  })
  await user.click(await screen.findByRole('button', { name: 'Settings of orders' }, PATIENCE))
  await user.selectOptions(await screen.findByLabelText('Column for customer_id', {}, PATIENCE), 'id')
  await user.selectOptions(screen.getByLabelText('Column for timestamp'), 'total')
  const mapped = { entity: 'orders', mode: 'append', mapping: { customer_id: 'id', timestamp: 'total' } }
  await expect.poll(async () => (await saved())?.config.streams, PATIENCE).toEqual([mapped])
})
