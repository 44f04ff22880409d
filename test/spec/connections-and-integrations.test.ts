import { describe, expect, it } from 'vitest'

import { isDestination, isSource } from '../../src/core/connections/connection.ts'
import { aConnection } from '../support/builders.ts'
import { type OpenClient, signedInClient } from '../support/open-client.ts'

const ORG = '/v1/organizations/org-1'
const CREDENTIALS = {
  postgres: { host: 'db', port: 5432, user: 'etl', password: 'pw', dbname: 'shop', sslmode: 'prefer' },
  mysql: { host: 'db', port: 3306, user: 'etl', password: 'pw', database: 'shop' },
} as const
const OWN = { id: 'i1', name: 'Shop', mergedIntegration: true, credentials: { password: 'pw' } }

async function withMerged(type: 'postgres' | 'mysql' = 'postgres') {
  const client = await signedInClient()
  client.api.state.integrations.push({ ...OWN, type })
  client.api.state.connections.push({ id: 'c1', name: 'Shop', type, capability: 'both', integration_id: 'i1' })
  return client
}

const refuse = ({ api }: OpenClient, call: string) => api.answerNext(call, () => new Response('', { status: 500 }))

describe.each(['postgres', 'mysql'] as const)('a %s connection', (type) => {
  const draft = { name: 'Shop', type, config: {}, credentials: CREDENTIALS[type] }

  it('creates its own integration when it is added, then points at it', async () => {
    const client = await signedInClient()

    expect(await client.services.addConnection(draft)).toMatchObject({ ok: true })

    expect(client.api.calls).toMatchObject([
      {
        method: 'POST',
        path: `${ORG}/integrations`,
        body: { name: 'Shop', type, mergedIntegration: true, credentials: CREDENTIALS[type] },
      },
      { method: 'POST', path: `${ORG}/connections`, body: { integration_id: 'integrations-1' } },
    ])
    expect(client.api.calls[1]?.body).not.toHaveProperty('credentials')
  })

  it('updates the credentials of its integration when it is updated', async () => {
    const client = await withMerged(type)

    await client.services.updateConnection(aConnection({ id: 'c1', type, integrationId: 'i1' }), {
      credentials: { ...CREDENTIALS[type], password: 'new' },
    })

    expect(client.api.calls).toMatchObject([
      {
        method: 'PATCH',
        path: `${ORG}/integrations/i1`,
        body: { credentials: { ...CREDENTIALS[type], password: 'new' } },
      },
      { method: 'PATCH', path: `${ORG}/connections/c1` },
    ])
    expect(client.api.calls[1]?.body).toEqual({ id: 'c1', name: 'Shop', capability: 'both', config: {} })
  })

  it('deletes its integration after it was deleted', async () => {
    const client = await withMerged(type)

    await client.services.removeConnection(aConnection({ id: 'c1', type, integrationId: 'i1' }))

    expect(client.made()).toEqual([`DELETE ${ORG}/connections/c1`, `DELETE ${ORG}/integrations/i1`])
  })
})

describe('a merged integration', () => {
  it('stays while its connection could not be deleted', async () => {
    const client = await withMerged()
    refuse(client, `DELETE ${ORG}/connections/c1`)

    await client.services.removeConnection(aConnection({ id: 'c1', integrationId: 'i1' }))

    expect(client.made()).toEqual([`DELETE ${ORG}/connections/c1`])
    expect(client.said()).toEqual([{ type: 'negative', text: 'Failed to delete connection' }])
  })

  it('that cannot be deleted after its connection has a message of its own', async () => {
    const client = await withMerged()
    refuse(client, `DELETE ${ORG}/integrations/i1`)

    await client.services.removeConnection(aConnection({ id: 'c1', integrationId: 'i1' }))

    expect(client.said()).toEqual([{ type: 'negative', text: 'Failed to delete merged integration' }])
  })

  it('that cannot be created leaves no connection', async () => {
    const client = await signedInClient()
    refuse(client, `POST ${ORG}/integrations`)

    const draft = { name: 'Shop', type: 'postgres', config: {}, credentials: CREDENTIALS.postgres } as const
    await client.services.addConnection(draft)

    expect(client.made()).toEqual([`POST ${ORG}/integrations`])
    expect(client.said()).toEqual([{ type: 'negative', text: 'Failed to add connection' }])
  })
})

describe('a connection of another type', () => {
  const sheet = {
    name: 'Sheet',
    type: 'google_sheets',
    integrationId: 'i7',
    config: { spreadsheet_id: 's' },
  } as const

  it('uses the existing integration that was chosen', async () => {
    const client = await signedInClient()
    client.api.state.integrations.push({ id: 'i7', name: 'Google', type: 'google_oauth' })

    expect(await client.services.addConnection(sheet)).toMatchObject({ ok: true })

    expect(client.api.calls.at(-1)).toMatchObject({ path: `${ORG}/connections`, body: { integration_id: 'i7' } })
    expect(client.made()).not.toContain(`POST ${ORG}/integrations`)
  })

  it('leaves its integration alone when it is updated or deleted', async () => {
    const client = await signedInClient()
    client.api.state.connections.push({ id: 'c1', name: 'Sheet', type: 'google_sheets', integration_id: 'i7' })
    const connection = aConnection({ id: 'c1', type: 'google_sheets', integrationId: 'i7' })

    await client.services.updateConnection(connection, { name: 'Other', credentials: { name: 'x' } })
    await client.services.removeConnection(connection)

    expect(client.made()).toEqual([`PATCH ${ORG}/connections/c1`, `DELETE ${ORG}/connections/c1`])
  })
})

it.each([
  ['source', true, false],
  ['destination', false, true],
  ['both', true, true],
] as const)(
  'lists a connection of capability %s in sources: %s, destinations: %s',
  (capability, source, destination) => {
    expect([isSource(aConnection({ capability })), isDestination(aConnection({ capability }))]).toEqual([
      source,
      destination,
    ])
  },
)
