import { beforeEach, describe, expect, it } from 'vitest'

import { type OpenClient, openClient, signedInClient } from '../support/open-client.ts'
import { makeSpecOnlyApi } from '../support/spec-only-api.ts'

const FIRST = { id: 'org-1', name: 'Analytical Engines' }
const SECOND = { id: 'org-2', name: 'Difference Engines' }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('the list of organizations', () => {
  it('makes its first active once it is loaded', async () => {
    const { organization } = await signedInClient()

    expect(organization.get()).toMatchObject({ organizations: [FIRST, SECOND], active: FIRST })
  })

  it('makes none active when it is empty, and loads nothing of any', async () => {
    const api = makeSpecOnlyApi()
    api.state.organizations = []

    const client = await signedInClient(api)
    await client.services.listOrganizations()

    expect(client.organization.get()).toMatchObject({ organizations: [], active: null })
    expect(client.made()).toEqual(['GET /v1/organizations'])
  })

  it('has what was created appended', async () => {
    const client = await signedInClient()

    await client.services.createOrganization({ name: 'Compilers' })

    expect(client.organization.get().organizations.map(({ name }) => name)).toEqual([
      'Analytical Engines',
      'Difference Engines',
      'Compilers',
    ])
    expect(client.organization.get().active).toEqual(FIRST)
  })

  it('has what was updated in the place of the entry with the same id', async () => {
    const client = await signedInClient()

    await client.services.updateOrganization({ ...FIRST, name: 'Looms' })

    expect(client.organization.get().organizations).toEqual([{ id: 'org-1', name: 'Looms' }, SECOND])
  })

  it('loses what was deleted, and the active organization when it is that one', async () => {
    const client = await signedInClient()

    await client.services.deleteOrganization('org-1')

    expect(client.organization.get()).toMatchObject({ organizations: [SECOND], active: null })
  })

  it('keeps its active organization when another was deleted', async () => {
    const client = await signedInClient()

    await client.services.deleteOrganization('org-2')

    expect(client.organization.get()).toMatchObject({ organizations: [FIRST], active: FIRST })
  })

  it('is reloaded once an invitation was accepted', async () => {
    const client = await signedInClient()
    client.api.add('organizations', { name: 'Compilers' })

    await client.services.acceptInvite('secret')

    expect(client.made()).toEqual(['POST /v1/invitations/accept', 'GET /v1/organizations'])
    expect(client.organization.get().organizations).toHaveLength(3)
  })

  it('is not reloaded when an invitation was refused', async () => {
    const client = await signedInClient()
    client.api.answerNext('POST /v1/invitations/accept', () => Response.json({ message: 'Gone.' }, { status: 410 }))

    await client.services.acceptInvite('secret')

    expect(client.made()).toEqual(['POST /v1/invitations/accept'])
  })
})

/** The same browser and sign-in, as a page that has just been loaded finds them. */
const reloaded = ({ api, identity }: OpenClient) => openClient({ api, identity })

describe('the active organization', () => {
  it('is set to one of the list', async () => {
    const { services, organization } = await signedInClient()

    expect(services.setActiveOrganization('org-2')).toEqual({ ok: true, value: SECOND })
    expect(organization.get().active).toEqual(SECOND)
  })

  it('is never set to one that is not in the list', async () => {
    const { services, organization } = await signedInClient()

    expect(services.setActiveOrganization('org-9')).toMatchObject({ ok: false })
    expect(organization.get().active).toEqual(FIRST)
  })

  it('is still the chosen one when the page is reloaded', async () => {
    const before = await signedInClient()
    before.services.setActiveOrganization('org-2')

    const { services, organization, made } = await reloaded(before)
    services.watchSession()
    await services.waitForSession()

    expect(organization.get().active).toEqual(SECOND)
    expect(made()).toContain('GET /v1/organizations/org-2/flows')
  })

  it('is the first again once the person has signed out and in', async () => {
    const before = await signedInClient()
    before.services.setActiveOrganization('org-2')
    await before.services.signOut()

    const { organization } = await signedInClient(before.api)

    expect(organization.get().active).toEqual(FIRST)
  })

  it('is the first when the chosen one is no longer there', async () => {
    const before = await signedInClient()
    before.services.setActiveOrganization('org-2')
    before.api.state.organizations = [FIRST]

    const { services, organization } = await reloaded(before)
    services.watchSession()
    await services.waitForSession()

    expect(organization.get().active).toEqual(FIRST)
  })

  it('is the one that calls are made for', async () => {
    const client = await signedInClient()
    client.services.setActiveOrganization('org-2')

    await client.services.listFlows()

    expect(client.made()).toEqual(['GET /v1/organizations/org-2/flows'])
  })

  type Do = (services: OpenClient['services']) => Promise<{ readonly ok: boolean }>
  const required: [string, Do, string][] = [
    ['dashboard', (services) => services.fetchDashboard(), 'cannot fetch dashboard data.'],
    ['billing status', (services) => services.fetchBillingStatus(), 'cannot fetch billing status.'],
    ['checkout', (services) => services.startCheckout('team'), 'cannot create checkout session.'],
    ['customer portal', (services) => services.openCustomerPortal(), 'cannot create customer portal session.'],
  ]

  it.each(required)('is required: without it %s makes no call', async (_, act, text) => {
    const client = await openClient()

    expect(await act(client.services)).toMatchObject({ ok: false })

    expect(client.made()).toEqual([])
    expect(client.said()).toEqual([{ type: 'negative', text: `No active organization set, ${text}` }])
  })
})

it('updates an organization with the whole object, and by its id', async () => {
  const api = makeSpecOnlyApi()
  api.state.organizations = [{ id: 'org-1', name: 'Analytical Engines', region: 'eu', limits: { flows: 5 } }]
  const client = await signedInClient(api)
  const active = client.organization.get().active
  if (!active) throw new Error('no active organization')

  await client.services.updateOrganization({ ...active, name: 'Looms' })

  expect(client.api.calls).toMatchObject([
    {
      method: 'PUT',
      path: '/v1/organizations/org-1',
      body: { id: 'org-1', name: 'Looms', region: 'eu', limits: { flows: 5 } },
    },
  ])
})
