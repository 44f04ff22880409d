import { describe, expect, it } from 'vitest'

import { aConnection, aFlow } from '../support/builders.ts'
import { type OpenClient, signedInClient } from '../support/open-client.ts'

const ORG = '/v1/organizations/org-1'
const credentials = { host: 'db', port: 5432, user: 'etl', password: 'pw', dbname: 'shop', sslmode: 'prefer' }
const merged = aConnection({ id: 'c1', type: 'postgres', integrationId: 'i1' })

type Do = (services: OpenClient['services']) => Promise<{ readonly ok: boolean; readonly value?: unknown }>

/** What a server may accept without a word of what has become of it. */
const CHANGES: readonly [call: string, act: Do][] = [
  [`PATCH ${ORG}/connections/c1`, (services) => services.updateConnection(merged, { name: 'New' })],
  [`PATCH ${ORG}/integrations/i1`, (services) => services.updateIntegration({ id: 'i1' }, { name: 'New' })],
  [`PATCH ${ORG}/integrations/i1`, (services) => services.updateConnection(merged, { name: 'New', credentials })],
  [`PATCH ${ORG}/flows/f1`, (services) => services.updateFlow(aFlow({ id: 'f1' }), { name: 'New' })],
  [`PUT ${ORG}/members/member-1`, (services) => services.updateMemberRoles('member-1', ['viewer'])],
  [`POST ${ORG}/invitations`, (services) => services.inviteMember({ email: 'b@x.org', roles: ['viewer'] })],
  ['PATCH /v1/users/me', (services) => services.updateProfile({ displayName: 'Ada L.' })],
  [`POST ${ORG}/flows/f1/run`, (services) => services.runFlow('f1')],
  [`POST ${ORG}/connections/c1/test`, (services) => services.testConnection('c1')],
  [`POST ${ORG}/connections/test`, (services) => services.testUnsavedConnection({ type: 'postgres', config: {} })],
]

/** An accepted change, in the ways in which a server can keep what it did to itself. */
const SILENCE: readonly [what: string, answer: () => Response][] = [
  ['200 and nothing', () => new Response('', { status: 200 })],
  ['201 and nothing', () => new Response('', { status: 201 })],
  ['204', () => new Response(null, { status: 204 })],
  ['a word', () => new Response('ok', { status: 200 })],
  ['an empty object', () => Response.json({})],
]

async function withThings() {
  const client = await signedInClient()
  client.api.state.integrations.push({ id: 'i1', name: 'Shop', type: 'postgres', mergedIntegration: true })
  client.api.state.connections.push({ id: 'c1', name: 'Shop', type: 'postgres', integration_id: 'i1' })
  client.api.state.flows.push({ id: 'f1', source_connection: { id: 'c1' }, destination_connection: { id: 'c2' } })
  await client.services.listIntegrations()
  await client.services.listConnections()
  await client.services.listFlows()
  client.forget()
  return client
}

describe.each(SILENCE)('a change answered with %s', (_, answer) => {
  it.each(CHANGES)('is a success: %s', async (call, act) => {
    const client = await withThings()
    client.api.answerNext(call, answer)

    expect(await act(client.services)).toMatchObject({ ok: true })
    expect(client.said().filter(({ type }) => type !== 'positive')).toEqual([])
    expect(client.log.errors).toEqual([])
  })
})

it('a renamed organization answered with nothing has the name that was sent', async () => {
  const client = await signedInClient()
  client.api.answerNext(`PUT ${ORG}`, () => new Response('', { status: 200 }))

  await client.services.updateOrganization({ id: 'org-1', name: 'Looms' })

  expect(client.organization.get().active).toEqual({ id: 'org-1', name: 'Looms' })
  expect(client.said()).toEqual([])
})

it('a saved flow answered with nothing is loaded again', async () => {
  const client = await withThings()
  client.api.answerNext(`PATCH ${ORG}/flows/f1`, () => new Response(null, { status: 204 }))

  const saved = await client.services.updateFlow(aFlow({ id: 'f1' }), { name: 'New' })

  expect(saved).toMatchObject({ ok: true, value: { id: 'f1', sourceConnection: { id: 'c1' } } })
  expect(client.made()).toEqual([`PATCH ${ORG}/flows/f1`, `GET ${ORG}/flows/f1`])
})

describe.each([200, 201, 204])('what was made, answered with %d and nothing, is found in the list', (status) => {
  /** The host does what it is asked for, and tells nothing of it. */
  const silently = (client: OpenClient, path: string, name: 'integrations' | 'connections' | 'flows', made: object) =>
    client.api.answerNext(`POST ${path}`, () => {
      client.api.state[name].unshift({ id: 'new', ...made })
      return new Response(null, { status })
    })

  it('an integration', async () => {
    const client = await withThings()
    const aws = { name: 'AWS', type: 'aws' } as const
    silently(client, `${ORG}/integrations`, 'integrations', aws)

    const made = await client.services.addIntegration({ ...aws, mergedIntegration: false, credentials: {} })

    expect(made).toMatchObject({ ok: true, value: { id: 'new' } })
    expect(client.said()).toEqual([])
  })

  it('the own integration of a connection, although another has its name', async () => {
    const client = await withThings()
    silently(client, `${ORG}/integrations`, 'integrations', { name: 'Shop', type: 'postgres' })

    await client.services.addConnection({ name: 'Shop', type: 'postgres', config: {}, credentials })

    const sent = client.api.calls.find(({ method, path }) => method === 'POST' && path === `${ORG}/connections`)
    expect(sent?.body).toMatchObject({ integration_id: 'new' })
  })

  it('a connection', async () => {
    const client = await withThings()
    silently(client, `${ORG}/connections`, 'connections', { name: 'Shop', type: 'postgres' })

    const made = await client.services.addConnection({ name: 'Shop', type: 'postgres', config: {}, credentials })

    expect(made).toMatchObject({ ok: true, value: { id: 'new' } })
  })

  it('a flow', async () => {
    const client = await withThings()
    const ends = { source_connection: { id: 'c1' }, destination_connection: { id: 'c2' } }
    silently(client, `${ORG}/flows`, 'flows', ends)

    const made = await client.services.createFlow({
      name: 'Nightly',
      sourceConnection: { id: 'c1' },
      destinationConnection: { id: 'c2' },
    })

    expect(made).toMatchObject({ ok: true, value: { id: 'new' } })
  })
})

it('an organization that was created without a word is found in the list', async () => {
  const client = await signedInClient()
  client.api.answerNext('POST /v1/organizations', () => {
    client.api.state.organizations.push({ id: 'org-3', name: 'Looms' })
    return new Response('', { status: 201 })
  })

  expect(await client.services.createOrganization({ name: 'Looms' })).toMatchObject({ value: { id: 'org-3' } })
  expect(client.organization.get().organizations.map(({ id }) => id)).toEqual(['org-1', 'org-2', 'org-3'])
})

it('what was made without a word, and is in no list, has not been made', async () => {
  const client = await withThings()
  client.api.answerNext(`POST ${ORG}/integrations`, () => new Response('', { status: 201 }))

  await client.services.addIntegration({ name: 'AWS', type: 'aws', mergedIntegration: false, credentials: {} })

  expect(client.said()).toEqual([{ type: 'negative', text: 'Failed to add integration' }])
})
