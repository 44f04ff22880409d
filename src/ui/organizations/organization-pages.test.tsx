import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { renderApp } from '../../../test/support/render-with.tsx'
import { MemoryInvitationRepository } from '../../adapters/memory/memory-invitation-repository.ts'
import { MemoryOrganizationRepository } from '../../adapters/memory/memory-organization-repository.ts'
import { OrganizationStore } from '../../core/organizations/organization-store.ts'

function withoutOrganization() {
  const organization = new OrganizationStore()
  organization.load([])
  return { organization, organizations: new MemoryOrganizationRepository() }
}

it('has a new person name their organization first, whatever they wanted to see', async () => {
  const user = userEvent.setup()
  const { router } = await renderApp(withoutOrganization(), '/flows')

  expect(await screen.findByRole('heading', { name: 'Name your organization' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Create organization' }))
  expect(screen.getByText('Organization name is required')).toBeDefined()
  await user.type(screen.getByLabelText('Organization name'), 'Analytical Engines')
  await user.click(screen.getByRole('button', { name: 'Create organization' }))

  expect(await screen.findByRole('heading', { name: 'Analytical Engines' })).toBeDefined()
  expect(router.state.location.pathname).toBe('/')
})

it('tells an unreachable server from having no organization', async () => {
  const fakes = withoutOrganization()
  fakes.organization.loadFailed()
  fakes.organizations.put({ id: 'org-9', name: 'Difference Engines' })
  const user = userEvent.setup()
  await renderApp(fakes, '/')

  expect(await screen.findByText('Your organizations could not be loaded')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('heading', { name: 'Difference Engines' })).toBeDefined()
})

it('switches between organizations', async () => {
  const organization = new OrganizationStore()
  organization.load([
    { id: 'org-1', name: 'Analytical Engines' },
    { id: 'org-2', name: 'Difference Engines' },
  ])
  const user = userEvent.setup()
  await renderApp({ organization }, '/flows')

  await user.click(await screen.findByRole('button', { name: 'Organization: Analytical Engines' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Difference Engines' }))

  expect(await screen.findByRole('heading', { name: 'Difference Engines' })).toBeDefined()
})

it('renames an organization', async () => {
  const user = userEvent.setup()
  await renderApp({}, '/organization-settings')

  await user.type(await screen.findByLabelText('Organization name'), ' Ltd')
  await user.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByRole('button', { name: 'Organization: Analytical Engines Ltd' })).toBeDefined()
})

it('says that an invitation link is not complete', async () => {
  await renderApp({}, '/accept-invite')

  expect(await screen.findByText('This invitation link is not complete')).toBeDefined()
})

it('shows what the server says about an invitation that it does not take', async () => {
  const invitations = new MemoryInvitationRepository()
  const user = userEvent.setup()
  await renderApp({ invitations }, '/accept-invite?token=secret')
  const serverMessage = 'This invitation has expired.'
  invitations.failNext({ kind: 'http', status: 410, statusText: 'Gone', serverMessage })

  await user.click(await screen.findByRole('button', { name: 'Accept the invitation' }))

  const notices = screen.getByRole('region', { name: 'Notifications' })
  expect(await within(notices).findByText(serverMessage)).toBeDefined()
  expect(screen.getByText('The invitation could not be accepted')).toBeDefined()
})
