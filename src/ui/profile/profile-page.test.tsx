import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { serverDown } from '../../../test/support/builders.ts'
import { renderApp } from '../../../test/support/render-app.tsx'
import { MemoryIdentity, memoryUser } from '../../adapters/memory/memory-identity.ts'
import { MemoryProfileRepository } from '../../adapters/memory/organizations/memory-profile-repository.ts'
import { Session } from '../../core/auth/session.ts'
import { fail } from '../../core/result.ts'

it('changes the name', async () => {
  const profiles = new MemoryProfileRepository()
  const user = userEvent.setup()
  await renderApp({ profiles }, '/profile')

  const name = await screen.findByLabelText('Your name')
  await user.clear(name)
  await user.type(name, 'Ada Lovelace')
  await user.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Profile updated successfully')).toBeDefined()
  expect(profiles.profile).toMatchObject({ displayName: 'Ada Lovelace' })
})

it('keeps what was typed when it cannot be saved', async () => {
  const profiles = new MemoryProfileRepository()
  const user = userEvent.setup()
  await renderApp({ profiles }, '/profile')
  const name = await screen.findByLabelText<HTMLInputElement>('Your name')
  await user.type(name, ' Byron')
  const typed = name.value
  profiles.failNext(serverDown)

  await user.click(screen.getByRole('button', { name: 'Save' }))

  const notices = screen.getByRole('region', { name: 'Notifications' })
  expect(await within(notices).findByText('Error updating profile')).toBeDefined()
  expect(name.value).toBe(typed)
})

/** Ada, who signs in with a password. */
async function withPassword(password = 'engine-1843') {
  const identity = new MemoryIdentity()
  await identity.signUp('ada@example.com', password)
  const ada = memoryUser('ada@example.com')
  const { uid, email, displayName, photoUrl, phoneNumber } = ada
  const own = { ...ada, providerData: [{ providerId: 'password', uid, email, displayName, photoUrl, phoneNumber }] }
  identity.settle(own)
  return { identity, session: new Session({ status: 'signed-in', user: own, profile: null }) }
}

it('sends the mail that resets the password', async () => {
  const { identity, session } = await withPassword()
  const user = userEvent.setup()
  await renderApp({ identity, session }, '/profile')

  await user.click(await screen.findByRole('button', { name: 'Send reset mail' }))

  expect(await screen.findByText('Password reset email sent. Please check your inbox.')).toBeDefined()
})

it('has no password to reset for whoever signs in with Google alone', async () => {
  await renderApp({}, '/profile')

  expect(await screen.findByRole('button', { name: 'Sign out' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Send reset mail' })).toBeNull()
})

it('speaks another language at once, and has mails come in it', async () => {
  const user = userEvent.setup()
  const profiles = new MemoryProfileRepository()
  const { ports } = await renderApp({ profiles }, '/profile')

  await user.selectOptions(await screen.findByLabelText('Language'), 'Deutsch')

  await expect.poll(() => ports.preferences.load().language).toBe('de')
  await expect.poll(() => profiles.language).toBe('de')
})

it('signs out', async () => {
  const user = userEvent.setup()
  const { router } = await renderApp({}, '/profile')

  await user.click(await screen.findByRole('button', { name: 'Sign out' }))

  await expect.poll(() => router.state.location.pathname).toBe('/login')
})

it('deletes the account of whoever names what goes with it and says the password', async () => {
  const { identity, session } = await withPassword()
  const profiles = new MemoryProfileRepository()
  profiles.owned = [
    { id: 'org-1', name: 'Analytical Engines', soleOwner: true, members: 3 },
    { id: 'org-2', name: 'Difference Engines', soleOwner: false, members: 5 },
  ]
  const user = userEvent.setup()
  const { router } = await renderApp({ identity, session, profiles }, '/profile')

  await user.click(await screen.findByRole('button', { name: 'Delete account' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByText(/^Nobody else owns it. 2 other members lose access/)).toBeDefined()
  expect(within(dialog).getByText(/^You leave Difference Engines\./)).toBeDefined()
  const remove = within(dialog).getByRole('button', { name: 'Delete account' })
  expect(remove.getAttribute('aria-description')).toBe('Type Analytical Engines first, or hand it over')
  await user.type(within(dialog).getByLabelText('Type Analytical Engines to confirm'), 'Analytical Engines')
  expect(remove.getAttribute('aria-description')).toBe('Enter your password first')
  await user.type(within(dialog).getByLabelText(/^Password of/), 'guessed')
  await user.click(remove)
  expect(await within(dialog).findByText('Your account is not deleted')).toBeDefined()
  expect(profiles.deletedWith).toBeUndefined()

  await user.clear(within(dialog).getByLabelText(/^Password of/))
  await user.type(within(dialog).getByLabelText(/^Password of/), 'engine-1843{Enter}')

  expect(await screen.findByText('Your account is deleted')).toBeDefined()
  expect(profiles.deletedWith).toEqual(['org-1'])
  await expect.poll(() => router.state.location.href).toBe('/login')
})

it('leads to the members of an organization that is better handed over', async () => {
  const profiles = new MemoryProfileRepository()
  profiles.owned = [{ id: 'org-1', name: 'Analytical Engines', soleOwner: true, members: 2 }]
  const user = userEvent.setup()
  const { router } = await renderApp({ profiles }, '/profile?dialog=delete')

  await user.click(await screen.findByRole('button', { name: 'Hand it over instead' }))

  await expect.poll(() => router.state.location.href).toBe('/organization-settings?section=members')
})

it('offers no deletion where the server does not know it', async () => {
  const profiles = new MemoryProfileRepository()
  await renderApp({ profiles: Object.assign(profiles, { ownerships: notOffered }) }, '/profile')

  await screen.findByRole('heading', { name: 'Account' })
  await expect.poll(() => screen.queryByRole('button', { name: 'Delete account' })).toBeNull()
})

const notOffered = async () => fail({ kind: 'not-offered' })

it('has an address verified by mail, and says so until it is', async () => {
  const identity = new MemoryIdentity()
  const ada = { ...memoryUser('ada@example.com'), emailVerified: false }
  identity.settle(ada)
  const session = new Session({ status: 'signed-in', user: ada, profile: null })
  const user = userEvent.setup()
  await renderApp({ identity, session }, '/profile')

  await user.click(await screen.findByRole('button', { name: 'I have followed the link' }))
  expect(await screen.findByText(/^Not verified/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Send verification mail' }))
  expect(await screen.findByText('Verification email sent. Please check your inbox.')).toBeDefined()
  expect(identity.verifications).toEqual(['ada@example.com'])
  await user.click(screen.getByRole('button', { name: 'I have followed the link' }))

  await expect.poll(() => screen.queryByText('Your address is not verified')).toBeNull()
})
