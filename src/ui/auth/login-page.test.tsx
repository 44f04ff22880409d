import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { renderApp } from '../../../test/support/render-app.tsx'
import { MemoryIdentity, memoryUser } from '../../adapters/memory/memory-identity.ts'
import { MemoryInvitationRepository } from '../../adapters/memory/organizations/memory-invitation-repository.ts'
import { Session } from '../../core/auth/session.ts'
import { OrganizationStore } from '../../core/organizations/organization-store.ts'

const signedOut = () => ({
  identity: new MemoryIdentity(),
  session: new Session(),
  organization: new OrganizationStore(),
})

async function withAccount(email: string, password: string) {
  const fakes = signedOut()
  await fakes.identity.signUp(email, password)
  await fakes.identity.signOut()
  return fakes
}

it('says what is missing, and asks nobody', async () => {
  const user = userEvent.setup()
  await renderApp(signedOut(), '/login')

  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  expect(screen.getByText('Email is required')).toBeDefined()
  expect(screen.getByText('Password is required')).toBeDefined()
})

it('tells of a wrong password and keeps what was typed', async () => {
  const user = userEvent.setup()
  await renderApp(await withAccount('ada@example.com', 'right'), '/login')

  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'wrong')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  expect(await screen.findByText('Invalid email or password')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com')
})

it('says at the fields what is wrong, until they are changed', async () => {
  const user = userEvent.setup()
  await renderApp(await withAccount('ada@example.com', 'right'), '/login')
  const password = screen.getByLabelText('Password')

  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(password, 'wrong{Enter}')

  expect(await screen.findByText('The address or this password is wrong.')).toBeDefined()
  expect(password.getAttribute('aria-invalid')).toBe('true')
  await user.type(password, '!')
  expect(password.getAttribute('aria-invalid')).toBeNull()
})

it.each(['/login', '/register', '/login?reset=true'])(
  '%s refuses what is no address before it asks',
  async (address) => {
    const user = userEvent.setup()
    const fakes = signedOut()
    await renderApp(fakes, address)
    fakes.identity.failNext({ kind: 'identity', code: 'unknown', providerMessage: 'It was asked.' })

    await user.type(screen.getByLabelText('Email'), 'ada{Enter}')
    if (!address.includes('reset')) await user.type(screen.getByLabelText('Password'), 'engine-1843{Enter}')

    expect(await screen.findByText('Enter an e-mail address')).toBeDefined()
    expect(fakes.identity.resets).toEqual([])
    expect(screen.queryByText('It was asked.')).toBeNull()
  },
)

it.each([
  ['email-already-in-use', 'Email', 'This account exists. Sign in instead.'],
  ['invalid-email', 'Email', 'Enter an e-mail address'],
  ['user-disabled', 'Email', 'This account is disabled.'],
  ['weak-password', 'Password', 'At least 8 characters, no common password.'],
  ['too-many-requests', 'Password', 'Too many attempts. Try again in some minutes.'],
] as const)('tells of %s at the field %s of registration, and in the toast', async (code, field, text) => {
  const user = userEvent.setup()
  const fakes = signedOut()
  await renderApp(fakes, '/register')
  fakes.identity.failNext({ kind: 'identity', code, providerMessage: 'The provider’s own words.' })

  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'engine-1843{Enter}')

  const described = await screen.findByText(text)
  expect(screen.getByLabelText(field).getAttribute('aria-describedby')).toContain(described.id)
  if (code !== 'user-disabled' && code !== 'too-many-requests')
    expect(screen.getByText('The provider’s own words.')).toBeDefined()
})

it('leads back to where one wanted to go', async () => {
  const user = userEvent.setup()
  const { router } = await renderApp(await withAccount('ada@example.com', 'right'), '/login?redirect=%2Fsources')

  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'right{Enter}')

  expect(await screen.findByRole('heading', { name: 'Sources' })).toBeDefined()
  expect(router.state.location.pathname).toBe('/sources')
})

it('never leads to another site', async () => {
  const user = userEvent.setup()
  const { router } = await renderApp(
    await withAccount('ada@example.com', 'right'),
    '/login?redirect=%2F%2Fevil.example',
  )

  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'right{Enter}')

  expect(await screen.findByRole('navigation', { name: 'Main' })).toBeDefined()
  expect(router.state.location.href).toBe('/')
})

it('creates an account and signs in', async () => {
  const user = userEvent.setup()
  await renderApp(signedOut(), '/register')

  await user.type(screen.getByLabelText('Email'), 'grace@example.com')
  await user.type(screen.getByLabelText('Password'), 'compiler')
  await user.click(screen.getByRole('button', { name: 'Create account' }))

  expect(await screen.findByRole('navigation', { name: 'Main' })).toBeDefined()
})

it('sends a reset mail, and says so', async () => {
  const user = userEvent.setup()
  const fakes = signedOut()
  await renderApp(fakes, '/login')

  await user.click(screen.getByRole('link', { name: 'Forgot your password?' }))
  await user.type(await screen.findByLabelText('Email'), 'ada@example.com')
  await user.click(screen.getByRole('button', { name: 'Send reset link' }))

  expect(await screen.findByText('Password reset email sent. Please check your inbox.')).toBeDefined()
  expect(fakes.identity.resets).toEqual(['ada@example.com'])
  expect(screen.getByText(/The link is in Millrace’s log/)).toBeDefined()
})

it('says that no mail was sent where none is, and where the link is', async () => {
  const user = userEvent.setup()
  const fakes = signedOut()
  fakes.identity.sendsMail = false
  await renderApp(fakes, '/login?reset=true')

  await user.type(await screen.findByLabelText('Email'), 'ada@example.com{Enter}')

  expect(
    await screen.findByText(/^This server sends no e-mail. .* is in Millrace’s log: ask whoever runs/),
  ).toBeDefined()
  expect(screen.queryByText('Password reset email sent. Please check your inbox.')).toBeNull()
})

it('tells why nobody can sign in with Google without a way to it', async () => {
  const user = userEvent.setup()
  const fakes = signedOut()
  await renderApp(fakes, '/login')
  fakes.identity.failNext({ kind: 'identity', code: 'network-request-failed', providerMessage: 'A network AuthError' })

  await user.click(screen.getByRole('button', { name: 'Continue with Google' }))

  expect(await screen.findByText('Error signing in with Google')).toBeDefined()
  expect(screen.getByText(/^Google .* cannot be reached. .* use your password/)).toBeDefined()
})

it('says plainly that accounts live on this machine', async () => {
  await renderApp(signedOut(), '/login')

  expect(await screen.findByText('Local installation: accounts live on this machine.')).toBeDefined()
})

it('shows what was typed as a password only when asked to', async () => {
  const user = userEvent.setup()
  await renderApp(signedOut(), '/login')
  const password = screen.getByLabelText<HTMLInputElement>('Password')

  expect(password.type).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(password.type).toBe('text')
})

it('leads to sign-in after signing out, and to nowhere else from there', async () => {
  const user = userEvent.setup()
  const { router } = await renderApp({}, '/flows')

  await user.click(await screen.findByRole('button', { name: /^Account:/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))

  expect(await screen.findByLabelText('Email')).toBeDefined()
  expect(router.state.location.href).toBe('/login')
})

it('says that a session has ended, and leads back to where one was', async () => {
  const user = userEvent.setup()
  const identity = new MemoryIdentity()
  await identity.signUp('ada@example.com', 'engine')
  identity.settle(memoryUser('ada@example.com'))
  const { router } = await renderApp({ identity }, '/flows?q=orders')
  await screen.findByRole('heading', { level: 1, name: 'Flows' })

  act(() => identity.settle(null))
  expect(await screen.findByText('Your session has ended.')).toBeDefined()
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.type(screen.getByLabelText('Password'), 'engine')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  await waitFor(() => expect(router.state.location.href).toBe('/flows?q=orders'))
})

it.each(['/login', '/register'])(
  '%s names the invitation that one comes for, and fills in its address',
  async (page) => {
    const invitations = new MemoryInvitationRepository()
    await invitations.create('org-1', { email: 'grace@example.com', roles: ['editor'] })
    const redirect = encodeURIComponent('/accept-invite?token=token-invitation-1')
    await renderApp({ ...signedOut(), invitations }, `${page}?redirect=${redirect}`)

    expect(await screen.findByText(/^You are invited to /)).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('grace@example.com')
  },
)

it('shows no invitation for a link that no longer works', async () => {
  const redirect = encodeURIComponent('/accept-invite?token=nobody-knows-this')
  await renderApp(signedOut(), `/login?redirect=${redirect}`)

  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(screen.queryByText(/^You are invited to /)).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('')
})
