import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { anEditor, PATIENCE } from '../../../../test/support/flow-editor.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryConnectionRepository } from '../../../adapters/memory/connections/memory-connection-repository.ts'
import type { NewConnection } from '../../../core/connections/connection.ts'
// Loaded first, so that a test waits only for what it tests.
import '../../lists/virtual-list.tsx'

const SAMPLE = {
  columns: [{ name: 'id', type: 'bigint' }],
  rows: [['7'], [null]],
  hasMore: true,
  notes: ['The table is stored by MyISAM.'],
}

async function discovered(changes: Partial<NewConnection> = {}, tables = 1) {
  const connections = new MemoryConnectionRepository()
  const shop = { name: 'Shop', type: 'postgres', capability: 'both', integrationId: 'i', config: {} } as const
  await connections.add('org-1', { ...shop, ...changes })
  connections.entities = Array.from({ length: tables }, (_, n) => ({ name: `public.t${n}`, columns: SAMPLE.columns }))
  connections.sample = SAMPLE
  const page = changes.capability === 'destination' ? '/destinations' : '/sources'
  await renderApp({ connections }, `${page}?dialog=discover&id=connection-1`)
  await screen.findAllByRole('button', { name: /^public\.t0/ }, PATIENCE)
  return { user: userEvent.setup(), connections }
}

it('shows the first rows of a table that was discovered, and what is to be known of them', async () => {
  const { user } = await discovered()

  await user.click(screen.getByRole('button', { name: /^public\.t0/ }))
  await user.click(screen.getByRole('button', { name: 'Show rows: public.t0' }))

  const rows = await screen.findByRole('region', { name: 'Rows of public.t0' }, PATIENCE)
  expect(within(rows).getByRole('cell', { name: '7' })).toBeDefined()
  expect(screen.getByText('The first 2 rows; there are more.')).toBeDefined()
  expect(screen.getByText('The table is stored by MyISAM.')).toBeDefined()
})

it('says why rows cannot be read, and tries again', async () => {
  const { user, connections } = await discovered()
  await user.click(screen.getByRole('button', { name: /^public\.t0/ }))
  connections.failNext({ kind: 'http', status: 422, statusText: '', serverMessage: 'Not allowed to read it.' })

  await user.click(screen.getByRole('button', { name: 'Show rows: public.t0' }))

  expect(await screen.findByText('Not allowed to read it.', {}, PATIENCE)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('region', { name: 'Rows of public.t0' }, PATIENCE)).toBeDefined()
})

it('says the price before it asks a vendor that charges for every look', async () => {
  const { user } = await discovered({ type: 'aws_cost_explorer_api', capability: 'source' })
  await user.click(screen.getByRole('button', { name: /^public\.t0/ }))
  await user.click(screen.getByRole('button', { name: 'Show rows: public.t0' }))

  expect(screen.getByText('The vendor charges about $0.01.')).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Rows of public.t0' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show rows' }))

  expect(await screen.findByRole('region', { name: 'Rows of public.t0' }, PATIENCE)).toBeDefined()
})

it('offers no rows of what is only written to', async () => {
  const { user } = await discovered({ type: 'bigquery', capability: 'destination' })

  await user.click(screen.getByRole('button', { name: /^public\.t0/ }))

  expect(screen.getByText('bigint')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Show rows/ })).toBeNull()
})

it('keeps of two thousand tables only those in view in the page, says which they are, and finds the others', async () => {
  const { user } = await discovered({}, 2_000)

  const items = () => within(screen.getByRole('list', { name: 'Tables' })).getAllByRole('listitem')
  await expect.poll(() => items()[3]?.getAttribute('aria-setsize'), PATIENCE).toBe('2000')
  expect(items()[3]?.getAttribute('aria-posinset')).toBe('4')
  expect(items().length).toBeLessThan(100)

  await user.type(screen.getByLabelText('Search tables and columns'), 't1999')
  expect(screen.getByRole('button', { name: /^public\.t1999/ })).toBeDefined()
})

it('shows rows of a table where a flow chooses what to move', async () => {
  const { user, connections, node } = await anEditor([], {
    config: { streams: [{ entity: 'orders', mode: 'replace' }], transformations: [] },
  })
  connections.sample = SAMPLE
  ;(await node('Source: Shop')).focus()

  await user.click(await screen.findByRole('button', { name: 'Show rows of customers' }, PATIENCE))

  const dialog = await screen.findByRole('dialog', { name: 'Rows of customers' }, PATIENCE)
  expect(await within(dialog).findByRole('cell', { name: '7' }, PATIENCE)).toBeDefined()
})
