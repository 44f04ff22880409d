import { describe, expect, it } from 'vitest'

import { aConnection, aFlow } from '../support/builders.ts'
import { type OpenClient, signedInClient } from '../support/open-client.ts'

const ORG = '/v1/organizations/org-1'
const BEARER = { authorization: 'Bearer uid-of-ada@example.com-token-0', 'content-type': 'application/json' }

const postgres = { host: 'db', port: 5432, user: 'etl', password: 'pw', dbname: 'shop', sslmode: 'prefer' }
const metronome = aConnection({ id: 'c1', type: 'metronome', capability: 'destination', integrationId: 'i1' })

type Do = (client: OpenClient) => Promise<unknown>

/** Section 7 of the specification: what is done, the call that it makes, and the body that goes with it. */
const CALLS: [call: string, act: Do, body?: unknown][] = [
  ['GET /v1/organizations', ({ services }) => services.listOrganizations()],
  ['POST /v1/organizations', ({ services }) => services.createOrganization({ name: 'New' }), { name: 'New' }],
  [
    'PUT /v1/organizations/org-2',
    ({ services }) => services.updateOrganization({ id: 'org-2', name: 'New' }),
    { id: 'org-2', name: 'New' },
  ],
  ['DELETE /v1/organizations/org-2', ({ services }) => services.deleteOrganization('org-2')],
  [`GET ${ORG}/members`, ({ services }) => services.listMembers()],
  [
    `POST ${ORG}/invitations`,
    ({ services }) => services.inviteMember({ email: 'bob@example.com', roles: ['viewer'] }),
    { email: 'bob@example.com', roles: ['viewer'] },
  ],
  [
    `PUT ${ORG}/members/member-1`,
    ({ services }) => services.updateMemberRoles('member-1', ['editor']),
    { roles: ['editor'] },
  ],
  [`DELETE ${ORG}/members/member-1`, ({ services }) => services.removeMember('member-1')],

  [`GET ${ORG}/dashboard`, ({ services }) => services.fetchDashboard()],
  [`GET ${ORG}/billing/status`, ({ services }) => services.fetchBillingStatus()],
  [`POST ${ORG}/billing/checkout-session`, ({ services }) => services.startCheckout('team'), { plan_id: 'team' }],
  [`POST ${ORG}/billing/customer-portal-session`, ({ services }) => services.openCustomerPortal()],

  [`GET ${ORG}/integrations`, ({ services }) => services.listIntegrations()],
  [
    `POST ${ORG}/integrations`,
    ({ services }) =>
      services.addIntegration({
        name: 'Mail',
        type: 'sendgrid',
        mergedIntegration: false,
        credentials: { api_key: 'k' },
      }),
    { name: 'Mail', type: 'sendgrid', mergedIntegration: false, credentials: { api_key: 'k' } },
  ],
  [
    `PATCH ${ORG}/integrations/i1`,
    ({ services }) => services.updateIntegration({ id: 'i1' }, { name: 'Mail', credentials: { api_key: 'k2' } }),
    { name: 'Mail', credentials: { api_key: 'k2' } },
  ],
  [`DELETE ${ORG}/integrations/i1`, ({ services }) => services.removeIntegration('i1')],
  [`GET ${ORG}/integrations/i1/details`, ({ services }) => services.fetchIntegrationDetails('i1')],
  [`GET ${ORG}/integrations/google/auth/start`, ({ services }) => services.startGoogleAuth()],

  [`GET ${ORG}/connections`, ({ services }) => services.listConnections()],
  [
    `PATCH ${ORG}/connections/c1`,
    ({ services }) => services.updateConnection(metronome, { name: 'Usage' }),
    { id: 'c1', name: 'Usage', capability: 'destination', config: {} },
  ],
  [`DELETE ${ORG}/connections/c1`, ({ services }) => services.removeConnection(metronome)],
  [
    `POST ${ORG}/connections/test`,
    ({ services }) =>
      services.testUnsavedConnection({
        name: 'Sheet',
        type: 'google_sheets',
        capability: 'both',
        integrationId: 'i1',
        config: { spreadsheet_id: 's' },
      }),
    {
      name: 'Sheet',
      type: 'google_sheets',
      capability: 'both',
      integration_id: 'i1',
      config: { spreadsheet_id: 's' },
    },
  ],
  [`POST ${ORG}/connections/c1/test`, ({ services }) => services.testConnection('c1')],
  [
    `POST ${ORG}/connections/c1/discover`,
    ({ services }) => services.discoverConnection({ id: 'c1', type: 'google_sheets' }),
  ],

  [`GET ${ORG}/flows`, ({ services }) => services.listFlows()],
  [`GET ${ORG}/flows/f1`, ({ services }) => services.fetchFlow('f1')],
  [
    `POST ${ORG}/flows`,
    ({ services }) =>
      services.createFlow({ name: 'Nightly', sourceConnection: { id: 'c1' }, destinationConnection: { id: 'c2' } }),
    { name: 'Nightly', source_connection: { id: 'c1' }, destination_connection: { id: 'c2' } },
  ],
  [
    `PATCH ${ORG}/flows/f1`,
    ({ services }) =>
      services.updateFlow(
        { id: 'f1' },
        { config: { streams: [], transformations: [{ id: 't1', type: 'limit', settings: { rows: 5 } }] } },
      ),
    { config: { streams: [], transformations: [{ id: 't1', type: 'limit', settings: { rows: 5 } }] } },
  ],
  [`DELETE ${ORG}/flows/f1`, ({ services }) => services.deleteFlow('f1')],
  [`POST ${ORG}/flows/f1/run`, ({ services }) => services.runFlow('f1')],

  ['GET /v1/users/me', ({ services }) => services.fetchProfile()],
  [
    'PATCH /v1/users/me',
    ({ services }) => services.updateProfile({ displayName: 'Ada L.' }),
    { display_name: 'Ada L.' },
  ],
  ['POST /v1/users/sync-profile', ({ services }) => services.syncProfile()],
  ['POST /v1/invitations/accept', ({ services }) => services.acceptInvite('secret'), { token: 'secret' }],
]

async function withThings() {
  const client = await signedInClient()
  const { state } = client.api
  state.integrations.push({ id: 'i1', name: 'Mail', type: 'sendgrid', credentials: { api_key: 'k' } })
  state.connections.push({
    id: 'c1',
    name: 'Usage',
    type: 'metronome',
    capability: 'destination',
    integration_id: 'i1',
    config: {},
  })
  state.flows.push({ id: 'f1', source_connection: { id: 'c1' }, destination_connection: { id: 'c2' } })
  return client
}

describe('the calls it makes', () => {
  it.each(CALLS)('%s', async (call, act, body) => {
    const client = await withThings()

    expect(await act(client)).toMatchObject({ ok: true })

    const [made] = client.api.calls
    expect(made && `${made.method} ${made.path}`).toBe(call)
    expect(made?.headers).toEqual(BEARER)
    expect(made?.body).toEqual(body)
    expect(client.said().filter(({ type }) => type !== 'positive')).toEqual([])
  })

  it('POST connections: name, type, capability, integration_id and config', async () => {
    const client = await withThings()

    await client.services.addConnection({
      name: 'Letters',
      type: 'email',
      integrationId: 'i1',
      config: { to_email: 'a@x.org', from_email: 'b@x.org', subject: 'Report' },
    })

    expect(client.api.calls.find(({ method }) => method === 'POST')).toEqual({
      method: 'POST',
      path: `${ORG}/connections`,
      headers: BEARER,
      body: {
        name: 'Letters',
        type: 'email',
        capability: 'destination',
        integration_id: 'i1',
        config: { to_email: 'a@x.org', from_email: 'b@x.org', subject: 'Report' },
      },
    })
  })

  it('POST connections: capability is both when none was chosen', async () => {
    const client = await signedInClient()

    await client.services.addConnection({ name: 'Shop', type: 'postgres', credentials: postgres, config: {} })

    expect(client.api.calls.at(-1)?.body).toMatchObject({ capability: 'both' })
  })

  it('go to the API host alone, each with the bearer identity token of whoever is signed in', async () => {
    const client = await withThings()
    for (const [, act] of CALLS) await act(client)

    expect(client.api.calls.length).toBeGreaterThan(CALLS.length)
    for (const { headers } of client.api.calls) expect(headers).toEqual(BEARER)
  })

  it('send the user to the url that checkout and the customer portal answer with', async () => {
    const { services } = await signedInClient()

    expect(await services.startCheckout('team')).toEqual({
      ok: true,
      value: { url: 'https://pay.example/checkout/team' },
    })
    expect(await services.openCustomerPortal()).toEqual({ ok: true, value: { url: 'https://pay.example/portal' } })
  })

  it('store dashboard data and billing status as returned', async () => {
    const { services } = await signedInClient()

    expect(await services.fetchDashboard()).toEqual({ ok: true, value: ['as', 'returned'] })
    expect(await services.fetchBillingStatus()).toEqual({ ok: true, value: { totals: 'as returned' } })
  })

  it('store the member list as returned', async () => {
    const client = await signedInClient()
    client.api.state.members = [{ id: 'm', roles: ['owner'], department: 'Engines', last_seen: 5 }]

    expect(await client.services.listMembers()).toEqual({
      ok: true,
      value: [{ id: 'm', roles: ['owner'], department: 'Engines', last_seen: 5 }],
    })
  })

  it('get the entities of a discovery, each with its name', async () => {
    const { services } = await withThings()

    const discovered = await services.discoverConnection({ id: 'c1', type: 'postgres' })

    expect(discovered.ok && discovered.value.map(({ name }) => name)).toEqual(['Orders', 'mart.sales'])
  })

  it('get data to start the OAuth flow with Google', async () => {
    const { services } = await signedInClient()

    expect(await services.startGoogleAuth()).toEqual({
      ok: true,
      value: { url: 'https://accounts.example/consent' },
    })
  })
})

describe('expected statuses', () => {
  type Exact = readonly [string, number, Do]
  const EXACT: readonly Exact[] = [
    ['POST /v1/organizations', 201, ({ services }) => services.createOrganization({ name: 'New' })],
    ['PUT /v1/organizations/org-1', 200, ({ services }) => services.updateOrganization({ id: 'org-1', name: 'New' })],
    ['DELETE /v1/organizations/org-1', 204, ({ services }) => services.deleteOrganization('org-1')],
  ]
  const answer = (status: number) =>
    status === 204
      ? new Response(null, { status, statusText: 'No Content' })
      : Response.json({ id: 'org-1', name: 'New' }, { status, statusText: `Status ${status}` })

  it.each(EXACT)('%s succeeds with %d', async (call, status, act) => {
    const client = await signedInClient()
    client.api.answerNext(call, () => answer(status))

    expect(await act(client)).toMatchObject({ ok: true })
    expect(client.said()).toEqual([])
  })

  it.each(
    EXACT.flatMap(([call, status, act]) =>
      [200, 201, 202, 204].filter((other) => other !== status).map((other) => [call, other, act] as const),
    ),
  )('%s fails with %d', async (call, status, act) => {
    const client = await signedInClient()
    client.api.answerNext(call, () => answer(status))
    const before = client.organization.get()

    expect(await act(client)).toMatchObject({ ok: false })

    expect(client.organization.get()).toEqual(before)
    expect(client.said()).toEqual([{ type: 'negative', text: status === 204 ? 'No Content' : `Status ${status}` }])
  })

  it.each([200, 201, 202, 204])('of every other call: %d is a success', async (status) => {
    const client = await signedInClient()
    const body = status === 204 ? null : JSON.stringify({ id: 'f', roles: ['viewer'] })
    client.api.answerNext('DELETE /v1/organizations/org-1/flows/f', () => new Response(body, { status }))

    expect(await client.services.deleteFlow('f')).toMatchObject({ ok: true })
  })
})

it('keeps a flow’s name where the server tells none', async () => {
  const client = await signedInClient()
  client.api.state.flows.push({ ...aFlow(), id: 'f9' })

  expect(await client.services.listFlows()).toMatchObject({
    ok: true,
    value: [{ id: 'f9', name: 'Shop to warehouse' }],
  })
})
