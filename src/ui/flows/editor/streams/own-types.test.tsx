import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { anEditor, PATIENCE } from '../../../../../test/support/flow-editor.ts'

const config = { streams: [{ entity: 'orders', mode: 'replace' as const }], transformations: [] }
const LABEL = 'Own types of the source'

it('keeps the choice of base types for a table that goes from one Postgres to another', async () => {
  const { user, saved } = await anEditor([], { config })
  await user.click(await screen.findByRole('button', { name: 'Settings of orders' }, PATIENCE))
  await user.selectOptions(await screen.findByLabelText(LABEL, {}, PATIENCE), 'As their base types, or as text')
  await expect
    .poll(async () => (await saved())?.config.streams, PATIENCE)
    .toEqual([{ entity: 'orders', mode: 'replace', ownTypes: 'base' }])
})

it('offers no such choice where the other system has no such types', async () => {
  const { user } = await anEditor([], { config, destinationConnection: { id: 'w', name: 'Warehouse', type: 'mysql' } })
  await user.click(await screen.findByRole('button', { name: 'Settings of orders' }, PATIENCE))
  await screen.findByLabelText('Schema changes', {}, PATIENCE)
  expect(screen.queryByLabelText(LABEL)).toBeNull()
})
