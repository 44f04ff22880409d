import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { anEditor, PATIENCE } from '../../../../../test/support/flow-editor.ts'

const config = { streams: [{ entity: 'orders', mode: 'replace' as const }], transformations: [] }

it('offers for a table from Postgres to MySQL that all values are compared before its rows are visible', async () => {
  const destinationConnection = { id: 'w', name: 'Warehouse', type: 'mysql' } as const
  const { user, saved } = await anEditor([], { config, destinationConnection })
  await user.click(await screen.findByRole('button', { name: 'Settings of orders' }, PATIENCE))
  const choice = await screen.findByLabelText('What both sides compare before the rows are visible', {}, PATIENCE)
  await user.selectOptions(choice, 'All values')
  await expect
    .poll(async () => (await saved())?.config.streams, PATIENCE)
    .toEqual([{ entity: 'orders', mode: 'replace', verify: 'values' }])
})
