import '../support/browser-stand-ins.ts'

import { createMemoryHistory } from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { MemoryIdentity, memoryUser } from '../../src/adapters/memory/memory-identity.ts'
import { MemoryProfileRepository } from '../../src/adapters/memory/organizations/memory-profile-repository.ts'
import { createMemoryApp } from '../../src/composition/memory-app.ts'
import { Session } from '../../src/core/auth/session.ts'
import { OrganizationStore } from '../../src/core/organizations/organization-store.ts'
import { App } from '../../src/ui/app/app.tsx'
import { createAppRouter } from '../../src/ui/app/router.tsx'

const LONGER = /^The server may still be starting up/

/** Everything of a browser in which nobody has been found to be signed in yet, at sign-in. */
async function beforeSignIn() {
  const identity = new MemoryIdentity()
  const profiles = new MemoryProfileRepository()
  const parts = { identity, profiles, session: new Session(), organization: new OrganizationStore() }
  const { app } = await createMemoryApp(parts, { address: '/login' })
  return { app, identity, profiles }
}

it('a page that is loaded while the profile takes long says so within a second, and is shown once it is there', async () => {
  const { app, identity, profiles } = await beforeSignIn()
  const letGo = profiles.holdNext()
  identity.settle(memoryUser('ada@example.com'))
  const history = createMemoryHistory({ initialEntries: ['/flows'] })
  const router = createAppRouter({ signedInApp: app.signedInApp, history })

  await act(async () => render(<App {...app} router={router} />))
  expect(await screen.findByText(LONGER, {}, { timeout: 1_000 })).toBeDefined()
  expect(screen.getByText('Loading…')).toBeDefined()
  letGo()

  expect(await screen.findByRole('heading', { name: 'Flows' }, { timeout: 5_000 })).toBeDefined()
  expect(screen.queryByText(LONGER)).toBeNull()
})

it('whoever signs in is told the same within a second while their profile takes long', async () => {
  const { app, identity, profiles } = await beforeSignIn()
  await act(async () => render(<App {...app} />))
  await userEvent.setup().type(await screen.findByLabelText('Email'), 'ada@example.com')
  const letGo = profiles.holdNext()
  act(() => identity.settle(memoryUser('ada@example.com')))

  expect(await screen.findByText(LONGER, {}, { timeout: 1_000 })).toBeDefined()
  expect(screen.getByText('Loading…')).toBeDefined()
  letGo()

  await expect.poll(() => app.router.state.location.pathname).toBe('/')
})

it('has the form back, with what was typed, when the profile does not come', async () => {
  const { app, identity, profiles } = await beforeSignIn()
  await act(async () => render(<App {...app} />))
  await userEvent.setup().type(await screen.findByLabelText('Email'), 'ada@example.com')
  profiles.failNext({ kind: 'network' })
  profiles.failNext({ kind: 'network' })
  const letGo = profiles.holdNext()
  act(() => identity.settle(memoryUser('ada@example.com')))
  await screen.findByText(LONGER)
  letGo()

  expect(await screen.findByText('Error fetching profile after sign in')).toBeDefined()
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('ada@example.com')
  await expect.poll(() => screen.queryByText(LONGER)).toBeNull()
})
