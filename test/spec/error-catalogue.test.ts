import { describe, expect, it } from 'vitest'

import { MemoryIdentity } from '../../src/adapters/memory/memory-identity.ts'
import { IDENTITY_CODES, identityCode } from '../../src/core/catalog/identity-code.ts'
import type { Failure } from '../../src/core/failure.ts'
import { NOTICE_POSITION, NOTICE_TIMEOUT_MS, type NoticeType } from '../../src/core/notices/notice.ts'
import type { Result } from '../../src/core/result.ts'
import { ToastStore } from '../../src/ui/kit/toast/toast-store.ts'
import { unwrapRethrown } from '../../src/ui/services/unwrap.ts'
import { aConnection, aFlow } from '../support/builders.ts'
import { type OpenClient, openClient, signedInClient } from '../support/open-client.ts'

const ORG = '/v1/organizations/org-1'
const credentials = { host: 'db', port: 5432, user: 'etl', password: 'pw', dbname: 'shop', sslmode: 'prefer' }
const postgres = { name: 'Shop', type: 'postgres', config: {}, credentials } as const
const sendgrid = { name: 'Mail', type: 'sendgrid', mergedIntegration: false, credentials: { api_key: 'k' } } as const
const unsaved = { type: 'postgres', config: {}, credentials } as const
const ends = { sourceConnection: { id: 'c1' }, destinationConnection: { id: 'c2' } }

type Do = (services: OpenClient['services']) => Promise<Result<unknown>>

const ACTS = {
  listOrganizations: ['GET /v1/organizations', (services) => services.listOrganizations()],
  createOrganization: ['POST /v1/organizations', (services) => services.createOrganization({ name: 'N' })],
  updateOrganization: [`PUT ${ORG}`, (services) => services.updateOrganization({ id: 'org-1', name: 'N' })],
  deleteOrganization: [`DELETE ${ORG}`, (services) => services.deleteOrganization('org-1')],
  listMembers: [`GET ${ORG}/members`, (services) => services.listMembers()],
  inviteMember: [`POST ${ORG}/invitations`, (services) => services.inviteMember({ email: 'b@x.org', roles: [] })],
  updateMemberRoles: [`PUT ${ORG}/members/m`, (services) => services.updateMemberRoles('m', ['viewer'])],
  removeMember: [`DELETE ${ORG}/members/m`, (services) => services.removeMember('m')],
  acceptInvite: ['POST /v1/invitations/accept', (services) => services.acceptInvite('t')],
  fetchDashboard: [`GET ${ORG}/dashboard`, (services) => services.fetchDashboard()],
  fetchBillingStatus: [`GET ${ORG}/billing/status`, (services) => services.fetchBillingStatus()],
  startCheckout: [`POST ${ORG}/billing/checkout-session`, (services) => services.startCheckout('team')],
  openCustomerPortal: [`POST ${ORG}/billing/customer-portal-session`, (services) => services.openCustomerPortal()],
  listIntegrations: [`GET ${ORG}/integrations`, (services) => services.listIntegrations()],
  addIntegration: [`POST ${ORG}/integrations`, (services) => services.addIntegration(sendgrid)],
  updateIntegration: [`PATCH ${ORG}/integrations/i`, (services) => services.updateIntegration({ id: 'i' }, {})],
  removeIntegration: [`DELETE ${ORG}/integrations/i`, (services) => services.removeIntegration('i')],
  startGoogleAuth: [`GET ${ORG}/integrations/google/auth/start`, (services) => services.startGoogleAuth()],
  listConnections: [`GET ${ORG}/connections`, (services) => services.listConnections()],
  addConnection: [`POST ${ORG}/connections`, (services) => services.addConnection(postgres)],
  updateConnection: [
    `PATCH ${ORG}/connections/connection-1`,
    (services) => services.updateConnection(aConnection(), { name: 'N' }),
  ],
  removeConnection: [`DELETE ${ORG}/connections/connection-1`, (services) => services.removeConnection(aConnection())],
  testConnection: [`POST ${ORG}/connections/c1/test`, (services) => services.testConnection('c1')],
  testUnsavedConnection: [`POST ${ORG}/connections/test`, (services) => services.testUnsavedConnection(unsaved)],
  discoverConnection: [
    `POST ${ORG}/connections/c1/discover`,
    (services) => services.discoverConnection({ id: 'c1', type: 'postgres' }),
  ],
  listFlows: [`GET ${ORG}/flows`, (services) => services.listFlows()],
  fetchFlow: [`GET ${ORG}/flows/f1`, (services) => services.fetchFlow('f1')],
  createFlow: [`POST ${ORG}/flows`, (services) => services.createFlow({ name: 'N', ...ends })],
  updateFlow: [`PATCH ${ORG}/flows/f1`, (services) => services.updateFlow(aFlow({ id: 'f1' }), {})],
  deleteFlow: [`DELETE ${ORG}/flows/f1`, (services) => services.deleteFlow('f1')],
  runFlow: [`POST ${ORG}/flows/f1/run`, (services) => services.runFlow('f1')],
  updateProfile: ['PATCH /v1/users/me', (services) => services.updateProfile({ displayName: 'N' })],
} as const satisfies Record<string, readonly [string, Do]>

type Act = keyof typeof ACTS

/** The act, answered with 500, its words and a message of the server. */
async function refused(name: Act) {
  const client = await signedInClient()
  const [call, act] = ACTS[name]
  const answer = () => Response.json({ message: 'Ask Grace.' }, { status: 500, statusText: 'Out of Steam' })
  client.api.answerNext(call, answer)
  const result: Result<unknown> = await act(client.services)
  return { client, result }
}

/** In the words of a proxy, of another server, and of one with codes. */
const NOT_FOUND = [
  () => new Response('Not Found', { status: 404 }),
  () => Response.json({ message: 'x' }, { status: 404 }),
  () => Response.json({ message: 'x', code: 'NOT_FOUND' }, { status: 404 }),
]

const negative = (text: string) => [{ type: 'negative', text }]

describe('generic failures', () => {
  it.each([
    'listOrganizations',
    'listMembers',
    'inviteMember',
    'updateMemberRoles',
    'removeMember',
    'fetchDashboard',
    'fetchBillingStatus',
    'startCheckout',
    'openCustomerPortal',
  ] as const)('%s says the status: HTTP error! status: {code}', async (name) => {
    const { client } = await refused(name)

    expect(client.said()).toEqual(negative('HTTP error! status: 500'))
  })

  it.each(Object.keys(ACTS) as Act[])('%s that is not found fails as with any other status', async (name) => {
    for (const answer of NOT_FOUND) {
      const client = await signedInClient()
      const [call, act] = ACTS[name]
      client.api.answerNext(call, answer)

      expect(await act(client.services)).toMatchObject({ ok: false, failure: { kind: 'http', status: 404 } })
      expect(client.log.errors).toHaveLength(1)
    }
  })

  it.each([404, 501])('a dashboard answered with %d says so', async (status) => {
    const client = await signedInClient()
    client.api.answerNext(`GET ${ORG}/dashboard`, () => Response.json({ message: 'x' }, { status }))

    const result = await client.services.fetchDashboard()

    expect(client.said()).toEqual(negative(`HTTP error! status: ${status}`))
    await expect(unwrapRethrown(Promise.resolve(result))).rejects.toThrow()
  })

  it.each(['createOrganization', 'updateOrganization', 'deleteOrganization'] as const)(
    '%s says the status text instead',
    async (name) => {
      const { client } = await refused(name)

      expect(client.said()).toEqual(negative('Out of Steam'))
    },
  )

  it('accepting an invitation says the server’s message', async () => {
    const { client } = await refused('acceptInvite')

    expect(client.said()).toEqual(negative('Ask Grace.'))
  })

  it.each(['listMembers', 'listConnections', 'listIntegrations', 'runFlow', 'addConnection'] as const)(
    '%s without an active organization says: No active organization found',
    async (name) => {
      const client = await openClient()

      await ACTS[name][1](client.services)

      expect(client.said()).toEqual(negative('No active organization found'))
      expect(client.made()).toEqual([])
    },
  )

  it.each(Object.keys(ACTS) as Act[])('%s that fails is logged', async (name) => {
    const { client } = await refused(name)

    expect(client.log.errors).toMatchObject([{ what: name, detail: { kind: 'http', status: 500 } }])
  })
})

describe('rethrow behaviour', () => {
  it.each([
    'listMembers',
    'inviteMember',
    'updateMemberRoles',
    'removeMember',
    'acceptInvite',
    'fetchDashboard',
    'fetchBillingStatus',
    'startCheckout',
  ] as const)('%s rethrows after the toast', async (name) => {
    const { client, result } = await refused(name)

    expect(client.said()).toHaveLength(1)
    await expect(unwrapRethrown(Promise.resolve(result))).rejects.toThrow()
  })

  it.each(['listOrganizations', 'createOrganization', 'updateOrganization', 'deleteOrganization'] as const)(
    '%s does not rethrow',
    async (name) => {
      const { client, result } = await refused(name)

      expect(client.said()).toHaveLength(1)
      expect(await unwrapRethrown(Promise.resolve(result))).toBeUndefined()
    },
  )

  it.each(['listFlows', 'fetchFlow', 'createFlow', 'updateFlow', 'deleteFlow'] as const)(
    'an error of %s is kept as an error state, with no toast',
    async (name) => {
      const { client, result } = await refused(name)

      expect(client.said()).toEqual([])
      expect(result).toMatchObject({ ok: false, failure: { kind: 'http', status: 500 } })
    },
  )
})

it.each([
  ['listIntegrations', 'Failed to fetch integrations'],
  ['addIntegration', 'Failed to add integration'],
  ['updateIntegration', 'Failed to update integration'],
  ['removeIntegration', 'Failed to delete integration'],
  ['listConnections', 'Failed to fetch connections'],
  ['testConnection', 'Failed to test connection'],
  ['testUnsavedConnection', 'Failed to test connection'],
  ['addConnection', 'Failed to add connection'],
  ['updateConnection', 'Failed to update connection'],
  ['removeConnection', 'Failed to delete connection'],
  ['discoverConnection', 'Failed to discover schema'],
  ['runFlow', 'Failed to trigger flow run'],
  ['startGoogleAuth', 'Failed to start Google OAuth'],
  ['updateProfile', 'Error updating profile'],
] as const)('a failure of %s says: %s', async (name, text) => {
  const { client } = await refused(name)

  expect(client.said()).toEqual(negative(text))
})

it.each([
  ['inviteMember', 'Member invited successfully'],
  ['updateMemberRoles', 'Member role updated successfully'],
  ['removeMember', 'Member removed successfully'],
  ['testConnection', 'Connection test successful'],
  ['testUnsavedConnection', 'Connection test successful'],
  ['discoverConnection', 'Schema discovered successfully!'],
  ['runFlow', 'Flow run triggered successfully!'],
  ['updateProfile', 'Profile updated successfully'],
] as const)('a success of %s says: %s', async (name, text) => {
  const client = await signedInClient()
  client.api.state.members.push({ id: 'm' })

  expect(await ACTS[name][1](client.services)).toMatchObject({ ok: true })

  expect(client.said()).toEqual([{ type: 'positive', text }])
})

it.each((Object.keys(ACTS) as Act[]).filter((name) => /^(list|fetch|create|add|start|open|accept|deleteF)/.test(name)))(
  'a success of %s says nothing',
  async (name) => {
    const client = await signedInClient()
    client.api.state.flows.push({ id: 'f1' })

    expect(await ACTS[name][1](client.services)).toMatchObject({ ok: true })

    expect(client.said()).toEqual([])
  },
)

describe('sign-in and profile', () => {
  const refusal = (code: Parameters<typeof failure>[0], providerMessage = 'In the provider’s words.') =>
    failure(code, providerMessage)
  const failure = (code: (Failure & { kind: 'identity' })['code'], providerMessage: string): Failure => ({
    kind: 'identity',
    code,
    providerMessage,
  })
  const withIdentity = async (failing: Failure) => {
    const identity = new MemoryIdentity()
    identity.failNext(failing)
    return openClient({ identity })
  }

  it.each(['invalid-credential', 'wrong-password', 'user-not-found'] as const)(
    'a sign-in refused for %s says: Invalid email or password',
    async (code) => {
      const client = await withIdentity(refusal(code))

      await client.services.signIn('ada@example.com', 'wrong')

      expect(client.said()).toEqual(negative('Invalid email or password'))
      expect(client.made()).toEqual([])
    },
  )

  it('Google’s refusal says: Error signing in with Google', async () => {
    const client = await withIdentity(refusal('unknown'))

    await client.services.signInWithGoogle()

    expect(client.said()).toEqual(negative('Error signing in with Google'))
  })

  it('a refused sign-up says the provider’s message', async () => {
    const client = await withIdentity(refusal('email-already-in-use'))

    await client.services.signUp('ada@example.com', 'x')

    expect(client.said()).toEqual(negative('In the provider’s words.'))
  })

  it('a reset mail that was sent says so', async () => {
    const client = await openClient()

    await client.services.sendPasswordReset('ada@example.com')

    expect(client.said()).toEqual([{ type: 'positive', text: 'Password reset email sent. Please check your inbox.' }])
  })

  it('a reset mail that was not sent says so', async () => {
    const client = await withIdentity(refusal('user-not-found'))

    await client.services.sendPasswordReset('ada@example.com')

    expect(client.said()).toEqual(negative('Error sending password reset email'))
  })
})

it.each([
  ['INVALID_LOGIN_CREDENTIALS', 'invalid-credential'],
  ['EMAIL_EXISTS', 'email-already-in-use'],
  ['EMAIL_NOT_FOUND', 'user-not-found'],
  ['INVALID_PASSWORD', 'wrong-password'],
  ['TOO_MANY_ATTEMPTS_TRY_LATER', 'too-many-requests'],
  ['USER_DISABLED', 'user-disabled'],
  ['TOKEN_EXPIRED', 'user-token-expired'],
  ['auth/network-request-failed', 'network-request-failed'],
])('maps the identity provider’s %s to %s', (server, client) => {
  expect(identityCode(server)).toBe(client)
  expect(identityCode(`auth/${client}`)).toBe(client)
})

it('maps no other code of the identity provider', () => {
  expect(Object.keys(IDENTITY_CODES)).toHaveLength(7)
})

describe('notifications', () => {
  it('appear at the bottom and stay for 5000 ms', () => {
    expect([NOTICE_POSITION, NOTICE_TIMEOUT_MS]).toEqual(['bottom', 5_000])
  })

  it.each(['positive', 'negative', 'warning', 'info', 'ongoing'] satisfies NoticeType[])('may be %s', (type) => {
    const toasts = new ToastStore()

    toasts.show({ type, text: 'Words' })

    expect(toasts.get()).toMatchObject([{ notice: { type, text: 'Words' } }])
  })
})
