import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { anEditor, PATIENCE } from '../../../../../test/support/flow-editor.ts'

const config = { streams: [{ entity: 'orders', mode: 'replace' as const }], transformations: [] }

it.each([
  ['mysql', 'The number of rows and their keys'],
  ['bigquery', 'The number of rows'],
] as const)(
  'offers for a table to %s that all values are compared before its rows are visible',
  async (type, usual) => {
    const destinationConnection = { id: 'w', name: 'Warehouse', type } as const
    const { user, saved } = await anEditor([], { config, destinationConnection })
    await user.click(await screen.findByRole('button', { name: 'Settings of orders' }, PATIENCE))
    const choice = await screen.findByLabelText('Compare before readers see the rows', {}, PATIENCE)
    expect((choice as HTMLSelectElement).selectedOptions[0]?.textContent).toBe(usual)
    await user.selectOptions(choice, 'All values')
    await expect
      .poll(async () => (await saved())?.config.streams, PATIENCE)
      .toEqual([{ entity: 'orders', mode: 'replace', verify: 'values' }])
  },
)
