import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow, serverDown } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryConnectionRepository } from '../../../adapters/memory/connections/memory-connection-repository.ts'
import { MemoryIntegrationRepository } from '../../../adapters/memory/connections/memory-integration-repository.ts'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import { fail } from '../../../core/result.ts'
// Separate chunks, loaded first, so that the tests wait only for behaviour.
import '../form/clone-connection-dialog.tsx'
import './connection-bulk-dialog.tsx'

const CREDENTIALS = {
  host: 'db.example.com',
  port: 6543,
  user: 'ada',
  password: 'secret',
  dbname: 'shop',
  sslmode: 'require',
}

/** Two databases, the first with a flow, and a mail that uses shared credentials. */
async function aPage(address: string) {
  const connections = new MemoryConnectionRepository()
  const integrations = new MemoryIntegrationRepository()
  const flows = new MemoryFlowRepository()
  for (const name of ['Shop', 'Attic']) {
    const draft = { name, type: 'postgres', mergedIntegration: true, credentials: CREDENTIALS } as const
    const kept = await integrations.add('org-1', draft)
    if (!kept.ok) throw new Error('not kept')
    const { id: integrationId } = kept.value
    await connections.add('org-1', { name, type: 'postgres', capability: 'both', integrationId, config: {} })
  }
  const mail = { name: 'Mail account', type: 'sendgrid', mergedIntegration: false, credentials: {} } as const
  await integrations.add('org-1', mail)
  const config = { to_email: 'a@example.com', from_email: 'b@example.com', subject: 'Rows' }
  const weekly = { name: 'Weekly mail', type: 'email', capability: 'destination', config } as const
  await connections.add('org-1', { ...weekly, integrationId: 'integration-3' })
  const listed = await connections.list('org-1')
  const [shop] = listed.ok ? listed.value : []
  const sourceConnection = { id: shop?.id ?? '', name: 'Shop', type: 'postgres' }
  flows.put('org-1', aFlow({ sourceConnection, destinationConnection: { id: 'elsewhere' } }))
  const user = userEvent.setup()
  const app = await renderApp({ connections, integrations, flows }, address)
  return { ...app, user, connections, integrations }
}

const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('tr') as HTMLElement

it('leads from a connection to its flow and to the credentials that it shares', async () => {
  await aPage('/destinations')

  const weekly = await rowOf('Weekly mail')
  const account = await within(weekly).findByRole('link', { name: 'Mail account' })
  expect(account.getAttribute('href')).toBe('/integrations?dialog=edit&id=integration-3')
  const shop = await rowOf('Shop')
  expect(within(shop).getByRole('link', { name: 'Shop to warehouse' }).getAttribute('href')).toBe('/flows/flow-1')
})

it('is narrowed by type and by how the last test went', async () => {
  const { user, router } = await aPage('/destinations')

  await user.selectOptions(await screen.findByRole('combobox', { name: 'Type' }), 'Email')
  expect(screen.queryByRole('link', { name: 'Shop' })).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Failed' }))

  expect(await screen.findByText('No destinations match your search')).toBeDefined()
  expect(router.state.location.search).toEqual({ type: 'email', state: 'failed' })
})

it('clones a connection with its password, which only the server copies', async () => {
  const { user, container, connections } = await aPage('/sources')

  await user.click(await screen.findByRole('button', { name: 'More for Shop' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Clone' }))
  const dialog = await screen.findByRole('dialog', { name: 'Clone Shop' })
  expect((await within(dialog).findByLabelText<HTMLInputElement>('Name')).value).toBe('Shop (copy)')
  expect(within(dialog).getByLabelText<HTMLInputElement>('Host').value).toBe('db.example.com')
  expect(within(dialog).getByLabelText<HTMLInputElement>('Password').value).toBe('')
  expect(container.ownerDocument.body.innerHTML).not.toContain('secret')
  await user.click(within(dialog).getByRole('button', { name: 'Test and save' }))

  expect(await rowOf('Shop (copy)')).toBeDefined()
  expect(connections.cloned).toMatchObject({ name: 'Shop (copy)', credentials: { host: 'db.example.com' } })
  expect(connections.cloned?.credentials).not.toHaveProperty('password')
})

it('asks for the password of a clone on a server that copies none', async () => {
  const { user, connections } = await aPage('/sources')
  await user.click(await screen.findByRole('button', { name: 'More for Shop' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Clone' }))
  const dialog = await screen.findByRole('dialog', { name: 'Clone Shop' })
  connections.clone = async () => fail({ kind: 'not-offered' })
  await user.click(await within(dialog).findByRole('button', { name: 'Save anyway' }))

  await user.click(await within(dialog).findByRole('button', { name: 'Save anyway' }))
  expect(await within(dialog).findByText('Password is required')).toBeDefined()
  await user.type(within(dialog).getByLabelText('Password'), 'other')
  await user.click(within(dialog).getByRole('button', { name: 'Test and save' }))
  expect(await rowOf('Shop (copy)')).toBeDefined()
})

it('tests several and tells what came of each', async () => {
  const { user, connections } = await aPage('/sources')
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  connections.failNext({ ...serverDown, serverMessage: 'Too many connections' })

  const bar = screen.getByRole('toolbar', { name: 'Selected' })
  await user.click(within(bar).getByRole('button', { name: 'Test' }))

  const dialog = await screen.findByRole('dialog', { name: 'Testing 2 connections' })
  expect(await within(dialog).findByText(/1 of 2 done · 1 failed/)).toBeDefined()
  expect(within(dialog).getByText('Too many connections')).toBeDefined()
})

it('deletes several, but leaves out what flows use and names the flow', async () => {
  const { user } = await aPage('/sources')
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))

  const bar = screen.getByRole('toolbar', { name: 'Selected' })
  await user.click(within(bar).getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete 2 connections?' })
  expect(within(dialog).getByText('Used by Shop to warehouse')).toBeDefined()
  expect(within(dialog).getByText('No data in these systems is touched.')).toBeDefined()
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))

  expect(await within(dialog).findByText(/1 of 2 done · 1 left out/)).toBeDefined()
  await user.click(within(dialog).getByRole('button', { name: 'Done' }))
  await expect.poll(() => screen.queryByRole('link', { name: 'Attic' })).toBeNull()
  expect(await rowOf('Shop')).toBeDefined()
})

it('leads from credentials to what uses them, and leaves out of a deletion what is used', async () => {
  const { user } = await aPage('/integrations')

  const account = (await screen.findByRole('button', { name: 'Mail account' })).closest('tr') as HTMLElement
  const weekly = await within(account).findByRole('link', { name: 'Weekly mail' })
  expect(weekly.getAttribute('href')).toMatch(/^\/destinations\/connection-/)
  await user.click(within(account).getByRole('checkbox', { name: 'Select Mail account' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))

  const dialog = await screen.findByRole('dialog', { name: 'Delete 1 integration?' })
  expect(within(dialog).getByText('Used by Weekly mail')).toBeDefined()
  expect(within(dialog).getByRole('button', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true')
})
