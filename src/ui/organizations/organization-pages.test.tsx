import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { renderApp } from '../../../test/support/render-app.tsx'
import { MemoryIdentity, memoryUser } from '../../adapters/memory/memory-identity.ts'
import { MemoryAuditRepository } from '../../adapters/memory/organizations/memory-audit-repository.ts'
import { MemoryInvitationRepository } from '../../adapters/memory/organizations/memory-invitation-repository.ts'
import { MemoryOrganizationRepository } from '../../adapters/memory/organizations/memory-organization-repository.ts'
import { MemoryRunEvents } from '../../adapters/memory/runs/memory-run-events.ts'
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

  await user.click(await screen.findByRole('button', { name: /^Organization:\s*Analytical Engines$/ }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Difference Engines' }))

  expect(await screen.findByRole('heading', { name: 'Difference Engines' })).toBeDefined()
})

it('renames an organization', async () => {
  const user = userEvent.setup()
  await renderApp({}, '/organization-settings')

  await user.type(await screen.findByLabelText('Organization name'), ' Ltd')
  await user.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByRole('button', { name: /^Organization:\s*Analytical Engines Ltd$/ })).toBeDefined()
})

it('says who changed each setting last', async () => {
  const audit = new MemoryAuditRepository()
  audit.changes = [
    { of: 'name', at: '2026-01-01T00:00:00Z', by: { uid: 'ada', name: 'Ada' } },
    { of: 'budgets', at: '2026-01-02T00:00:00Z', by: { uid: 'bob' } },
  ]
  await renderApp({ audit }, '/organization-settings')

  expect((await screen.findByText(/by Ada$/)).textContent).toMatch(/^Changed .+ by Ada$/)
  expect(screen.getByText(/by a former member$/)).toBeDefined()
  expect(screen.getAllByText(/^Changed /)).toHaveLength(2)
})

it('stays in a new organization when the list that a change elsewhere made it ask for arrives late', async () => {
  const [organizations, runEvents] = [
    new MemoryOrganizationRepository([{ id: 'org-1', name: 'Analytical Engines' }]),
    new MemoryRunEvents(),
  ]
  const user = userEvent.setup()
  await renderApp({ organizations, runEvents }, '/organization/create')
  const list = organizations.list.bind(organizations)
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
  organizations.list = async () => {
    organizations.list = list
    const listed = await list()
    await arrival
    return listed
  }
  await screen.findByRole('heading', { name: 'New organization' })
  await act(async () => runEvents.emit('org-1', { type: 'change', kind: 'organization', id: 'org-1' }))

  await user.type(screen.getByLabelText('Organization name'), 'Difference Engines')
  await user.click(screen.getByRole('button', { name: 'Create organization' }))
  expect(await screen.findByRole('heading', { name: 'Difference Engines' })).toBeDefined()
  await act(async () => arrive())

  expect(screen.getByRole('heading', { name: 'Difference Engines' })).toBeDefined()
  expect(within(screen.getByRole('region', { name: 'Notifications' })).queryByText(/You no longer belong/)).toBeNull()
})

it('says that an invitation link is not complete, and opens the whole one', async () => {
  const invitations = new MemoryInvitationRepository()
  await invitations.create('org-9', { email: 'ada@example.com', roles: ['editor'] })
  const { router } = await renderApp({ invitations }, '/accept-invite')

  expect(await screen.findByText('This invitation link is not complete')).toBeDefined()
  await act(() => router.navigate({ to: '/accept-invite', search: { token: 'token-invitation-1' } }))
  expect(await screen.findByText(/^For ada@example.com/)).toBeDefined()
})

it('says what an invitation stands for, and goes on in the organization that was joined', async () => {
  const invitations = new MemoryInvitationRepository()
  const organizations = new MemoryOrganizationRepository([{ id: 'org-1', name: 'Analytical Engines' }])
  await invitations.create('org-9', { email: 'ada@example.com', roles: ['editor'] })
  const user = userEvent.setup()
  const { router } = await renderApp({ invitations, organizations }, '/accept-invite?token=token-invitation-1')

  expect(await screen.findByText('For ada@example.com, as Editor.')).toBeDefined()
  organizations.put({ id: 'org-9', name: 'Difference Engines' })
  await user.click(screen.getByRole('button', { name: 'Accept the invitation' }))

  expect(await screen.findByRole('heading', { name: 'Difference Engines' })).toBeDefined()
  expect(router.state.location.href).toBe('/')
})

it.each([
  [404, 'INVITATION_UNKNOWN', 'This invitation link is not valid'],
  [410, 'INVITATION_REVOKED', 'This invitation was revoked'],
  [410, 'INVITATION_EXPIRED', 'This invitation has expired'],
  [409, 'INVITATION_ACCEPTED', 'This invitation was accepted already'],
])('tells of a link that will not work again, and forgets it (%i %s)', async (status, code, title) => {
  const invitations = new MemoryInvitationRepository()
  invitations.failNext({ kind: 'http', status, statusText: '', code })
  const { router } = await renderApp({ invitations }, '/accept-invite?token=secret')

  expect(await screen.findByText(title)).toBeDefined()
  await expect.poll(() => router.state.location.href).toBe('/accept-invite')
  expect(within(screen.getByRole('region', { name: 'Notifications' })).queryByText(/status/)).toBeNull()
})

it('lets one come back as somebody else', async () => {
  const invitations = new MemoryInvitationRepository()
  await invitations.create('org-9', { email: 'grace@example.com', roles: ['editor'] })
  const user = userEvent.setup()
  const { router } = await renderApp({ invitations }, '/accept-invite?token=token-invitation-1')
  const accept = await screen.findByRole('button', { name: 'Accept the invitation' })
  invitations.failNext({ kind: 'http', status: 403, statusText: 'Forbidden', code: 'INVITATION_FOR_ANOTHER' })

  await user.click(accept)
  expect(await screen.findByText('This invitation is for another address')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Sign in with another address' }))

  await expect
    .poll(() => router.state.location)
    .toMatchObject({ pathname: '/login', search: { redirect: '/accept-invite?token=token-invitation-1' } })
})

it('has the mail sent that verifies the address, and accepts once its link was followed', async () => {
  const invitations = new MemoryInvitationRepository()
  const organizations = new MemoryOrganizationRepository([{ id: 'org-1', name: 'Analytical Engines' }])
  const identity = new MemoryIdentity(memoryUser('ada@example.com'))
  await invitations.create('org-9', { email: 'ada@example.com', roles: ['editor'] })
  organizations.put({ id: 'org-9', name: 'Difference Engines' })
  const user = userEvent.setup()
  const address = '/accept-invite?token=token-invitation-1'
  const { router } = await renderApp({ identity, invitations, organizations }, address)
  const accept = await screen.findByRole('button', { name: 'Accept the invitation' })
  invitations.failNext({ kind: 'http', status: 403, statusText: 'Forbidden', code: 'EMAIL_NOT_VERIFIED' })

  await user.click(accept)
  expect(await screen.findByText('Verify your e-mail address first')).toBeDefined()
  // The server of this machine sends none.
  expect(screen.queryByText(/in our e-mail/)).toBeNull()
  expect(screen.getByText('This machine sends no e-mail. The link is in Millrace’s log.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Send verification mail' }))
  expect(await screen.findByText('Verification email sent. Please check your inbox.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'I have followed the link' }))

  await expect.poll(() => router.state.location.href).toBe('/')
  expect(identity.verifications).toEqual(['ada@example.com'])
})

it('shows what the server says about an invitation that it does not take', async () => {
  const invitations = new MemoryInvitationRepository()
  const user = userEvent.setup()
  const serverMessage = 'Something is wrong with it.'
  invitations.failNext({ kind: 'not-offered' })
  await renderApp({ invitations }, '/accept-invite?token=secret')
  const accept = await screen.findByRole('button', { name: 'Accept the invitation' })
  invitations.failNext({ kind: 'http', status: 400, statusText: 'Bad Request', serverMessage })

  await user.click(accept)

  const notices = screen.getByRole('region', { name: 'Notifications' })
  expect(await within(notices).findByText(serverMessage)).toBeDefined()
  expect(screen.getByText('It could not be accepted')).toBeDefined()
})

it('deletes an organization only for whoever types its name', async () => {
  const user = userEvent.setup()
  await renderApp({}, '/organization-settings?dialog=delete')

  const remove = await within(await screen.findByRole('alertdialog')).findByRole('button', {
    name: 'Delete organization',
  })
  expect(remove.getAttribute('aria-description')).toBe('Type the name of the organization first')
  await user.type(screen.getByLabelText('Type Analytical Engines to confirm'), 'Analytical Engines')
  await user.click(remove)

  expect(await screen.findByRole('heading', { name: 'Name your organization' })).toBeDefined()
})

it('says why an organization cannot be deleted, and leaves the dialog open', async () => {
  const organizations = new MemoryOrganizationRepository([{ id: 'org-1', name: 'Analytical Engines' }])
  const user = userEvent.setup()
  await renderApp({ organizations }, '/organization-settings?dialog=delete')
  await user.type(await screen.findByLabelText('Type Analytical Engines to confirm'), 'Analytical Engines')
  const serverMessage = 'Cancel the subscription first.'
  organizations.failNext({ kind: 'http', status: 409, statusText: 'Conflict', serverMessage })

  await user.click(screen.getByRole('button', { name: 'Delete organization' }))

  expect(await within(screen.getByRole('alertdialog')).findByText(serverMessage)).toBeDefined()
})

async function withDeleted(path: string) {
  const organizations = new MemoryOrganizationRepository([
    { id: 'org-1', name: 'Analytical Engines' },
    { id: 'org-2', name: 'Difference Engines', roles: ['owner'] },
  ])
  await organizations.delete('org-2')
  const { router } = await renderApp({ organizations }, path)
  return { organizations, router }
}

it('opens a restored organization, and leaves whoever goes on at once where they went', async () => {
  const user = userEvent.setup()
  const { organizations, router } = await withDeleted('/organization/create')
  const restore = await screen.findByRole('button', { name: 'Restore' })
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  const listDeleted = organizations.listDeleted.bind(organizations)
  // A busy server.
  organizations.listDeleted = () => asked.then(listDeleted)

  await user.click(restore)
  expect(await screen.findByRole('heading', { name: 'Difference Engines' })).toBeDefined()
  await user.click(screen.getAllByRole('link', { name: 'Flows' })[0] as HTMLElement)
  await act(async () => answer())

  expect(await screen.findByRole('heading', { name: 'Flows' })).toBeDefined()
  expect(router.state.location.pathname).toBe('/flows')
})

it('opens the home page of an organization that is restored from the menu', async () => {
  const user = userEvent.setup()
  const { router } = await withDeleted('/flows')

  await user.click(await screen.findByRole('button', { name: /^Organization:\s*Analytical Engines$/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Restore Difference Engines' }))

  expect(await screen.findByRole('heading', { name: 'Difference Engines' })).toBeDefined()
  expect(router.state.location.pathname).toBe('/')
})
