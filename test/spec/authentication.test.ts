import { describe, expect, it } from 'vitest'

import { MemoryIdentity, memoryUser } from '../../src/adapters/memory/memory-identity.ts'
import { ADA, openClient, signedInClient } from '../support/open-client.ts'
import { makeSpecOnlyApi } from '../support/spec-only-api.ts'

const AFTER_SIGN_IN = [
  'POST /v1/users/sync-profile',
  'GET /v1/users/me',
  'GET /v1/organizations',
  'GET /v1/organizations/org-1/integrations',
  'GET /v1/organizations/org-1/connections',
  'GET /v1/organizations/org-1/flows',
]

/** Somebody with an account, not signed in yet. */
async function withAccount() {
  const identity = new MemoryIdentity()
  await identity.signUp('ada@example.com', 'right')
  await identity.signOut()
  return openClient({ identity })
}

describe('the first sign-in state', () => {
  it('is waited for before any call is made', async () => {
    const identity = new MemoryIdentity('unknown')
    const client = await openClient({ identity })

    client.services.watchSession()
    await Promise.resolve()
    expect(client.made()).toEqual([])
    identity.settle(ADA)
    await client.services.waitForSession()

    expect(client.made()).toEqual(AFTER_SIGN_IN)
  })

  it('of nobody makes no call at all', async () => {
    const client = await openClient()

    client.services.watchSession()

    expect(await client.services.waitForSession()).toEqual({ status: 'signed-out', user: null, profile: null })
    expect(client.made()).toEqual([])
  })
})

describe('after sign-in', () => {
  it.each([
    ['with email and password', 'signIn'],
    ['with Google', 'signInWithGoogle'],
    ['by registering', 'signUp'],
  ] as const)(
    '%s: sync profile, fetch profile, organizations, then integrations, connections and flows',
    async (_, how) => {
      const client = await withAccount()
      client.services.watchSession()

      await client.services[how](how === 'signUp' ? 'new@example.com' : 'ada@example.com', 'right')

      expect(client.made()).toEqual(AFTER_SIGN_IN)
      expect(client.said()).toEqual([])
    },
  )

  it('the first organization is the active one', async () => {
    const { organization } = await signedInClient()

    expect(organization.get().active).toEqual({ id: 'org-1', name: 'Analytical Engines' })
  })

  it('profile, integrations, connections and flows are kept', async () => {
    const api = makeSpecOnlyApi()
    api.answerNext('GET /v1/users/me', () => Response.json({ display_name: 'Ada' }))
    api.state.integrations.push({ id: 'i1', name: 'Mail', type: 'sendgrid' })
    api.state.connections.push({ id: 'c1', name: 'Letters', type: 'email', integration_id: 'i1' })
    api.state.flows.push({ id: 'f1' })

    const { session, resources } = await signedInClient(api)

    expect(session.get()).toMatchObject({ status: 'signed-in', user: ADA, profile: { displayName: 'Ada' } })
    expect(resources.integrations.get('org-1')).toMatchObject([{ id: 'i1' }])
    expect(resources.connections.get('org-1')).toMatchObject([{ id: 'c1' }])
    expect(resources.flows.get('org-1')).toMatchObject([{ id: 'f1' }])
  })

  it('a profile that cannot be fetched is told, and logs out', async () => {
    const client = await withAccount()
    client.api.answerNext('GET /v1/users/me', () => new Response('', { status: 500 }))

    await client.services.signIn('ada@example.com', 'right')

    expect(client.said()).toEqual([{ type: 'negative', text: 'Error fetching profile after sign in' }])
    expect(client.made()).toEqual(AFTER_SIGN_IN.slice(0, 2))
    expect(client.identity.currentUser()).toBeNull()
    expect(client.session.get()).toEqual({ status: 'signed-out', user: null, profile: null })
  })
})

describe('logout', () => {
  it('signs out and clears user, profile, organizations, connections, flows and integrations', async () => {
    const client = await signedInClient()
    client.api.state.flows.push({ id: 'f1' })

    await client.services.signOut()

    expect(client.identity.currentUser()).toBeNull()
    expect(client.session.get()).toEqual({ status: 'signed-out', user: null, profile: null })
    expect(client.organization.get()).toMatchObject({ organizations: [], active: null })
    expect(client.resources.connections.size).toBe(0)
    expect(client.resources.flows.size).toBe(0)
    expect(client.resources.integrations.size).toBe(0)
  })

  it('happens too when the identity provider ends the session: a disabled user, an expired token', async () => {
    const client = await signedInClient()

    client.identity.settle(null)

    expect(client.session.get()).toEqual({ status: 'signed-out', user: null, profile: null, isExpired: true })
    expect(client.organization.get().organizations).toEqual([])
    expect(client.resources.connections.size).toBe(0)
  })

  it('leaves nothing of one person to the next', async () => {
    const client = await signedInClient()
    client.api.state.organizations = [{ id: 'org-9', name: 'Compilers' }]

    client.identity.settle(memoryUser('grace@example.com'))
    await expect.poll(() => client.organization.get().active?.id).toBe('org-9')

    expect(client.session.get().user?.email).toBe('grace@example.com')
    expect(client.made()).toEqual(AFTER_SIGN_IN.map((call) => call.replace('org-1', 'org-9')))
  })
})

describe('waiting for authentication', () => {
  it('polls every second, ten times at most, then says so and logs out', async () => {
    const client = await openClient({ identity: new MemoryIdentity('unknown') })

    await client.services.startSession()

    expect(client.clock.slept).toEqual(Array(10).fill(1_000))
    expect(client.said()).toEqual([{ type: 'negative', text: 'User not authenticated after waiting' }])
    expect(client.made()).toEqual([])
    expect(client.session.get().status).toBe('signed-out')
    expect(client.identity.currentUser()).toBeNull()
  })

  it('ends as soon as there is a user', async () => {
    const identity = new MemoryIdentity('unknown')
    const client = await openClient({ identity })
    client.clock.sleep = async (milliseconds) => {
      if (client.clock.slept.push(milliseconds) === 3) identity.settle(ADA)
    }

    await client.services.startSession()

    expect(client.clock.slept).toEqual([1_000, 1_000, 1_000])
    expect(client.session.get().status).toBe('signed-in')
    expect(client.said()).toEqual([])
  })
})

it('makes no call for somebody who is not signed in, and says so', async () => {
  const client = await signedInClient()
  client.identity.currentUser = () => null

  expect(await client.services.listMembers()).toMatchObject({ ok: false, failure: { kind: 'unauthenticated' } })

  expect(client.made()).toEqual([])
  expect(client.said()).toEqual([{ type: 'negative', text: 'User not authenticated' }])
})
