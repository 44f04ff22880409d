import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryConnectionRepository } from '../../../adapters/memory/connections/memory-connection-repository.ts'

it('says what has changed when it is refreshed, and that nothing has', async () => {
  const connections = new MemoryConnectionRepository()
  const { value: shop } = (await connections.add('org-1', {
    name: 'Shop',
    type: 'postgres',
    capability: 'both',
    integrationId: 'i',
    config: {},
  })) as { value: { id: string } }
  const column = (name: string, type: string) => ({ name, type })
  connections.entities = [
    { name: 'orders', columns: [column('id', 'integer'), column('note', 'text')] },
    { name: 'v_open', columns: [column('id', 'integer')] },
  ]
  const user = userEvent.setup()
  await renderApp({ connections }, `/sources?dialog=discover&id=${shop.id}`)
  const dialog = await screen.findByRole('dialog', { name: 'What is in Shop' })
  await within(dialog).findByText('v_open')

  await user.click(within(dialog).getByRole('button', { name: 'Refresh' }))
  expect(await within(dialog).findByText('Nothing has changed.')).toBeDefined()

  connections.entities = [{ name: 'orders', columns: [column('id', 'bigint'), column('city', 'text')] }]
  await user.click(within(dialog).getByRole('button', { name: 'Refresh' }))
  const status = await within(dialog).findByText('What has changed')
  expect(status).toBeDefined()
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(
    expect.arrayContaining([
      'No longer there: v_open',
      'No longer in orders: note (text)',
      'Changed type in orders: id was integer and is now bigint',
      'New in orders: city (text)',
    ]),
  )
})
