import { randomUUID } from 'node:crypto'

import type { ConnectionType } from '../../src/core/catalog/connections/connection-types.ts'
import type { IntegrationType } from '../../src/core/catalog/connections/integration-types.ts'
import { run } from '../support/run-sql.ts'
import type { Link, Servers } from './servers.ts'

/** An end of a flow as a person enters it. */
export interface End {
  readonly type: ConnectionType
  readonly integration: IntegrationType
  readonly credentials: Readonly<Record<string, unknown>>
  readonly config?: Readonly<Record<string, unknown>>
}

export interface AddedFlow {
  readonly organizationId: string
  readonly flowId: string
}

/** A flow in an organization of its own, made through the API. */
export async function addFlow(
  { api, vault }: Servers,
  source: End,
  destination: End,
  config: Readonly<Record<string, unknown>>,
): Promise<AddedFlow> {
  const organizationId = await api.organizationOf('ada', `faults ${randomUUID()}`)
  const base = `/v1/organizations/${organizationId}`

  const post = async (path: string, body: object): Promise<string> => {
    const answer = await api.call('ada', 'POST', `${base}${path}`, body)
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.id as string
  }
  /** Consent is given on a page of Google's, which nobody sees here. */
  const addConsent = async (credentials: End['credentials']): Promise<string> => {
    const id = randomUUID()
    const sealed = JSON.stringify(vault.seal({ organizationId, integrationId: id }, credentials))
    await run(
      api.storeUrl,
      `insert into millrace.integrations (organization_id, id, name, type, merged, credentials)
       values ($1, $2, 'Google', 'google_oauth', false, $3)`,
      [organizationId, id, sealed],
    )
    return id
  }
  const add = async (name: string, { type, integration, credentials, config = {} }: End): Promise<{ id: string }> => {
    const integrationId =
      integration === 'google_oauth'
        ? await addConsent(credentials)
        : await post('/integrations', { name, type: integration, credentials })
    return { id: await post('/connections', { name, type, integration_id: integrationId, config }) }
  }
  const flowId = await post('/flows', {
    name: 'Orders',
    source_connection: await add('Source', source),
    destination_connection: await add('Destination', destination),
    config,
  })
  return { organizationId, flowId }
}

/** A flow in the same organization, between the same connections, that starts after another one. */
export async function addFollower({ api }: Servers, { organizationId, flowId }: AddedFlow): Promise<void> {
  const path = `/v1/organizations/${organizationId}/flows`
  const { body: leader } = await api.call('ada', 'GET', `${path}/${flowId}`)
  const { source_connection, destination_connection } = leader
  const config = { ...leader.config, after: { flows: [{ id: flowId }] } }
  const flow = { name: 'Follower', source_connection, destination_connection, config }
  const { status, body } = await api.call('ada', 'POST', path, flow)
  if (status >= 300) throw new Error(`${path}: ${JSON.stringify(body)}`)
}

/** In the clear, so that the link between sees what is said. */
export const postgresEnd = ({ host, port }: Link, { user, password }: Account, dbname: string): End => ({
  type: 'postgres',
  integration: 'postgres',
  credentials: { host, port, user, password, dbname, sslmode: 'disable' },
})

export const mysqlEnd = ({ host, port }: Link, { user, password }: Account, database: string): End => ({
  type: 'mysql',
  integration: 'mysql',
  credentials: { host, port, user, password, database },
})

interface Account {
  readonly user: string
  readonly password: string
}
