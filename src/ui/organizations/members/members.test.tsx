import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryInvitationRepository } from '../../../adapters/memory/organizations/memory-invitation-repository.ts'
import { MemoryMemberRepository } from '../../../adapters/memory/organizations/memory-member-repository.ts'
import { MemoryServiceMemberRepository } from '../../../adapters/memory/organizations/memory-service-member-repository.ts'
import { OrganizationStore } from '../../../core/organizations/organization-store.ts'

function withMembers(role = 'owner') {
  const members = new MemoryMemberRepository()
  members.put('org-1', { id: 'member-1', email: 'ada@example.com', displayName: 'Ada', roles: [role] })
  members.put('org-1', { id: 'member-2', email: 'grace@example.com', displayName: 'Grace', roles: ['admin'] })
  const organization = new OrganizationStore()
  organization.load([{ id: 'org-1', name: 'Analytical Engines', roles: [role] }])
  return { members, organization }
}

const rowOf = async (name: string) =>
  within(await screen.findByRole('table', { name: 'Members' })).getByRole('row', { name: new RegExp(name) })

it('lists who works here, and marks oneself', async () => {
  await renderApp(withMembers(), '/organization-settings?section=members')

  expect(within(await rowOf('Ada')).getByText('You')).toBeDefined()
  expect(within(await rowOf('Grace')).queryByText('You')).toBeNull()
})

it('changes a role, saying what each may do', async () => {
  const user = userEvent.setup()
  await renderApp(withMembers(), '/organization-settings?section=members&dialog=edit&id=member-2')

  await user.click(await screen.findByRole('radio', { name: 'Editor' }))
  expect(screen.getByText('Also builds flows and connections; sees rows.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Change role' }))

  expect(await screen.findByText('Member role updated successfully')).toBeDefined()
  expect(within(await rowOf('Grace')).getByText('Editor')).toBeDefined()
})

it('does not offer roles above one’s own', async () => {
  await renderApp(withMembers('admin'), '/organization-settings?section=members&dialog=edit&id=member-2')

  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Owner' })).disabled).toBe(true)
})

it('removes a member', async () => {
  const user = userEvent.setup()
  await renderApp(withMembers(), '/organization-settings?section=members&dialog=delete&id=member-2')

  await user.click(await screen.findByRole('button', { name: 'Remove member' }))

  expect(await screen.findByText('Member removed successfully')).toBeDefined()
  expect(within(screen.getByRole('table', { name: 'Members' })).queryByText('Grace')).toBeNull()
})

it('asks what becomes of the keys of a member who is removed or gets a lower role, before either', async () => {
  const user = userEvent.setup()
  const fakes = { ...withMembers(), serviceMembers: new MemoryServiceMemberRepository() }
  fakes.members.put('org-1', { id: 'member-2', uid: 'grace', displayName: 'Grace', roles: ['admin'] })
  fakes.serviceMembers.put('org-1', {
    ...{ id: 'key-1', name: 'Deploy', role: 'admin', keyStart: 'mlr_abc', createdBy: { uid: 'grace' } },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', renewedAt: '2026-01-01T00:00:00.000Z' },
  })
  await renderApp(fakes, '/organization-settings?section=members&dialog=edit&id=member-2')
  expect(screen.queryByRole('radio', { name: 'Take them over' })).toBeNull()
  await user.click(await screen.findByRole('radio', { name: 'Viewer' }))
  await user.click(await screen.findByRole('radio', { name: 'Take them over' }))
  await user.click(screen.getByRole('button', { name: 'Change role' }))
  expect(fakes.members.fates).toEqual(['take_over'])
  cleanup()

  await renderApp(fakes, '/organization-settings?section=members&dialog=delete&id=member-2')
  const remove = await screen.findByRole('button', { name: 'Remove member' })
  expect(await screen.findByText('Keys of this person: Deploy')).toBeDefined()
  expect(remove.getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('radio', { name: 'Revoke them' }))
  await user.click(remove)
  expect(await screen.findByText('Member removed successfully')).toBeDefined()
  expect(fakes.members.fates).toEqual(['take_over', 'revoke'])
})

it('keeps the last owner, and says why', async () => {
  const user = userEvent.setup()
  await renderApp(withMembers(), '/organization-settings?section=members')

  await user.click(within(await rowOf('Ada')).getByRole('button', { name: 'More for Ada' }))

  const reason = 'Make somebody else an owner first'
  for (const name of [/^Change role/, /^Leave organization/]) {
    const item = await screen.findByRole('menuitem', { name })
    expect(item.getAttribute('aria-disabled')).toBe('true')
    expect(within(item).getByText(reason)).toBeDefined()
  }
})

it('says in the server’s words why somebody cannot be removed', async () => {
  const fakes = withMembers()
  const user = userEvent.setup()
  await renderApp(fakes, '/organization-settings?section=members&dialog=delete&id=member-2')
  const remove = await screen.findByRole('button', { name: 'Remove member' })
  const serverMessage = 'You can only remove members whose role is not above yours.'
  fakes.members.failNext({ kind: 'http', status: 403, statusText: 'Forbidden', serverMessage })

  await user.click(remove)

  const dialog = screen.getByRole('alertdialog')
  expect(await within(dialog).findByText(serverMessage)).toBeDefined()
})

it('tells a viewer why they cannot change others, but lets them leave', async () => {
  const user = userEvent.setup()
  await renderApp(withMembers('viewer'), '/organization-settings?section=members')

  await user.click(within(await rowOf('Grace')).getByRole('button', { name: 'More for Grace' }))
  const remove = await screen.findByRole('menuitem', { name: /Remove member/ })
  expect(remove.getAttribute('aria-disabled')).toBe('true')
  expect(within(remove).getByText('Needs at least the role Admin')).toBeDefined()
  await user.keyboard('{Escape}')
  await user.click(within(await rowOf('Ada')).getByRole('button', { name: 'More for Ada' }))

  const leave = await screen.findByRole('menuitem', { name: 'Leave organization' })
  expect(leave.getAttribute('aria-disabled')).toBeNull()
})

it('invites, lists, resends and revokes', async () => {
  const invitations = new MemoryInvitationRepository()
  const user = userEvent.setup()
  await renderApp({ invitations }, '/organization-settings?section=members')

  await user.click(await screen.findByRole('button', { name: 'Invite somebody' }))
  await user.click(await screen.findByRole('button', { name: 'Invite' }))
  expect(screen.getByText('Enter an e-mail address')).toBeDefined()
  await user.type(screen.getByLabelText('E-mail address'), 'grace@example.com')
  await user.click(screen.getByRole('button', { name: 'Invite' }))

  expect(await screen.findByText('Member invited successfully')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Invitation link').value).toContain('token-invitation-1')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await user.click(await screen.findByRole('button', { name: 'More for grace@example.com' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Send again with a new link' }))
  expect(await screen.findByLabelText('Invitation link')).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'More for grace@example.com' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Revoke invitation' }))
  await user.click(await screen.findByRole('button', { name: 'Revoke invitation' }))
  expect(await screen.findByText('No open invitations')).toBeDefined()
})

it('says what the server has against an invitation', async () => {
  const invitations = new MemoryInvitationRepository()
  const user = userEvent.setup()
  await renderApp({ invitations }, '/organization-settings?section=invitations&dialog=add')
  await user.type(await screen.findByLabelText('E-mail address'), 'grace@example.com')
  const serverMessage = 'grace@example.com is a member already.'
  invitations.failNext({ kind: 'http', status: 409, statusText: 'Conflict', serverMessage })

  await user.click(screen.getByRole('button', { name: 'Invite' }))

  expect(await within(screen.getByRole('dialog')).findByText(serverMessage)).toBeDefined()
})

it('invites on a server that does not list its invitations', async () => {
  const invitations = new MemoryInvitationRepository()
  invitations.failNext({ kind: 'not-offered' })
  await renderApp({ invitations }, '/organization-settings?section=invitations')

  expect(await screen.findByText(/does not list invitations/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Invite somebody' }).getAttribute('aria-disabled')).toBeNull()
})
