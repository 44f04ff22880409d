import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { serverDown } from '../../../test/support/builders.ts'
import { renderApp } from '../../../test/support/render-app.tsx'
import { MemoryIdentity, memoryUser } from '../../adapters/memory/memory-identity.ts'
import { MemoryProfileRepository } from '../../adapters/memory/memory-profile-repository.ts'
import { Session } from '../../core/auth/session.ts'

it('changes name and picture', async () => {
  const profiles = new MemoryProfileRepository()
  const user = userEvent.setup()
  await renderApp({ profiles }, '/profile')

  const name = await screen.findByLabelText('Your name')
  await user.clear(name)
  await user.type(name, 'Ada Lovelace')
  await user.type(screen.getByLabelText('Picture'), 'https://example.com/ada.png')
  await user.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Profile updated successfully')).toBeDefined()
  expect(profiles.profile).toMatchObject({ displayName: 'Ada Lovelace', photoUrl: 'https://example.com/ada.png' })
})

it('takes no picture from an address without encryption', async () => {
  const user = userEvent.setup()
  await renderApp({}, '/profile')

  await user.type(await screen.findByLabelText('Your name'), 'Ada')
  await user.type(screen.getByLabelText('Picture'), 'http://example.com/ada.png')
  await user.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Enter an address with https://')).toBeDefined()
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

it('sends the mail that resets the password', async () => {
  const ada = memoryUser('ada@example.com')
  const { uid, email, displayName, photoUrl, phoneNumber } = ada
  const password = { providerId: 'password', uid, email, displayName, photoUrl, phoneNumber }
  const identity = new MemoryIdentity({ ...ada, providerData: [password] })
  const session = new Session({ status: 'signed-in', user: { ...ada, providerData: [password] }, profile: null })
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

it('speaks another language at once', async () => {
  const user = userEvent.setup()
  const { ports } = await renderApp({}, '/profile')

  await user.selectOptions(await screen.findByLabelText('Language'), 'Deutsch')

  await expect.poll(() => ports.preferences.load().language).toBe('de')
})

it('signs out', async () => {
  const user = userEvent.setup()
  const { router } = await renderApp({}, '/profile')

  await user.click(await screen.findByRole('button', { name: 'Sign out' }))

  await expect.poll(() => router.state.location.pathname).toBe('/login')
})
