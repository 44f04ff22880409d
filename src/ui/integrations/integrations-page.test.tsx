import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { serverDown } from '../../../test/support/builders.ts'
import { renderApp } from '../../../test/support/render-app.tsx'
import { MemoryConnectionRepository } from '../../adapters/memory/connections/memory-connection-repository.ts'
import { MemoryIntegrationRepository } from '../../adapters/memory/connections/memory-integration-repository.ts'
import { MemoryAuditRepository } from '../../adapters/memory/organizations/memory-audit-repository.ts'
import { OrganizationStore } from '../../core/organizations/organization-store.ts'

async function withSendGrid() {
  const integrations = new MemoryIntegrationRepository()
  const credentials = { api_key: 'SG.secret' }
  await integrations.add('org-1', { name: 'Mail', type: 'sendgrid', mergedIntegration: false, credentials })
  return integrations
}

it('says what an integration is while there is none', async () => {
  await renderApp({}, '/integrations')

  expect(await screen.findByText('No integrations yet')).toBeDefined()
})

it('says in place that the list could not be loaded', async () => {
  const integrations = await withSendGrid()
  integrations.failNext(serverDown)
  const user = userEvent.setup()
  await renderApp({ integrations }, '/integrations')

  expect(await screen.findByText('Integrations could not be loaded')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByText('Mail')).toBeDefined()
})

it('adds credentials for a system, asking for the fields of its type', async () => {
  const user = userEvent.setup()
  await renderApp({}, '/integrations?dialog=add')

  await user.click(await screen.findByRole('button', { name: /AWS/ }))
  await user.click(await screen.findByRole('button', { name: 'Add integration' }))
  expect(screen.getByText('Access Key ID is required')).toBeDefined()
  expect(screen.getByText('Secret Access Key is required')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Region').value).toBe('us-east-1')
  await user.type(screen.getByLabelText('Name'), 'Billing account')
  await user.type(screen.getByLabelText('Access Key ID'), 'AKIA')
  await user.type(screen.getByLabelText('Secret Access Key'), 'secret')
  await user.click(screen.getByRole('button', { name: 'Add integration' }))

  expect(await screen.findByRole('button', { name: 'Billing account' })).toBeDefined()
})

it('never shows a stored secret, and keeps it when none is typed', async () => {
  const integrations = await withSendGrid()
  const user = userEvent.setup()
  const { container } = await renderApp({ integrations }, '/integrations?dialog=edit&id=integration-1')

  const secret = await screen.findByLabelText<HTMLInputElement>('API Key')
  expect(secret.value).toBe('')
  expect(container.ownerDocument.body.innerHTML).not.toContain('SG.secret')
  await user.type(screen.getByLabelText('Name'), ' two')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))

  expect(await screen.findByRole('button', { name: 'Mail two' })).toBeDefined()
})

it('lists no credentials of a database, which are part of its connection, unless the connection is gone', async () => {
  const [connections, integrations] = [new MemoryConnectionRepository(), await withSendGrid()]
  for (const name of ['Shop', 'Left over'])
    await integrations.add('org-1', { name, type: 'postgres', mergedIntegration: true, credentials: {} })
  const shop = { name: 'Shop', type: 'postgres', capability: 'source', config: {} } as const
  await connections.add('org-1', { ...shop, integrationId: 'integration-2' })
  await renderApp({ connections, integrations }, '/integrations')

  expect(await screen.findByRole('button', { name: 'Left over' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Mail' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Shop' })).toBeNull()
})

it('does not delete what connections use, and names them', async () => {
  const connections = new MemoryConnectionRepository()
  const config = { to_email: 'a@example.com', from_email: 'b@example.com', subject: 'Rows' }
  const added = {
    name: 'Weekly mail',
    type: 'email',
    capability: 'destination',
    integrationId: 'integration-1',
    config,
  } as const
  await connections.add('org-1', added)
  await renderApp({ connections, integrations: await withSendGrid() }, '/integrations?dialog=delete&id=integration-1')

  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Mail?' })
  expect(await within(dialog).findByText('Weekly mail')).toBeDefined()
  expect(within(dialog).getByRole('button', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true')
})

it('tells a viewer which role sees the settings of an integration', async () => {
  const organization = new OrganizationStore()
  organization.load([{ id: 'org-1', name: 'Analytical Engines', roles: ['viewer'] }])
  const integrations = await withSendGrid()
  await renderApp({ integrations, organization }, '/integrations?dialog=edit&id=integration-1')

  const dialog = await screen.findByRole('dialog', { name: 'Edit Mail' })
  expect((await within(dialog).findByRole('note')).textContent).toBe('Needs at least the role Editor')
  expect(within(dialog).queryByRole('textbox')).toBeNull()
})

it('says who changed an integration last, and is walked through by keys', async () => {
  const integrations = await withSendGrid()
  const audit = new MemoryAuditRepository()
  audit.changes = [{ of: 'integration-1', at: '2026-01-01T00:00:00Z', by: { uid: 'ada', name: 'Ada' } }]
  const user = userEvent.setup()
  const { router } = await renderApp({ integrations, audit }, '/integrations')
  expect(await screen.findByText('by Ada')).toBeDefined()

  await user.keyboard('jx')
  expect(document.activeElement?.textContent).toBe('Mail')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Mail' }).checked).toBe(true)
  await user.keyboard('e')
  await expect.poll(() => router.state.location.search).toEqual({ dialog: 'edit', id: 'integration-1' })
})
