import { beforeEach, describe, expect, it } from 'vitest'

import { serverDown } from '../../../test/support/builders.ts'
import { memoryPorts } from '../../adapters/memory/ports/memory-ports.ts'
import { makeAddConnection } from './add-connection.ts'
import type { Connection } from './connection.ts'
import { makeRemoveConnection } from './remove-connection.ts'
import { makeUpdateConnection } from './update-connection.ts'

const org = 'org-1'
const credentials = { host: 'db.example', password: 's3cret' }

let ports: ReturnType<typeof memoryPorts>
let warehouse: Connection
let costs: Connection

beforeEach(async () => {
  ports = memoryPorts()
  const add = makeAddConnection(ports)
  const added = await add({ type: 'postgres', name: 'Warehouse', config: {}, credentials })
  const aws = await ports.integrations.add(org, { name: 'AWS', type: 'aws', mergedIntegration: false, credentials: {} })
  if (!added.ok || !aws.ok) throw new Error('not added')
  const other = await add({ type: 'aws_cost_explorer_api', name: 'Costs', config: {}, integrationId: aws.value.id })
  if (!other.ok) throw new Error('not added')
  warehouse = added.value
  costs = other.value
})

describe('updating a merged connection', () => {
  it('changes the credentials and the name of its integration too', async () => {
    const updated = await makeUpdateConnection(ports)(warehouse, {
      name: 'Big warehouse',
      credentials: { host: 'new.example' },
    })

    expect(updated).toEqual({ ok: true, value: undefined })
    expect(await ports.connections.list(org)).toMatchObject({ value: [{ name: 'Big warehouse' }, { name: 'Costs' }] })
    expect(ports.integrations.credentialsOf('integration-1')).toEqual({ host: 'new.example', password: 's3cret' })
    expect(await ports.integrations.details(org, 'integration-1')).toMatchObject({ value: { name: 'Big warehouse' } })
  })

  it('leaves the name of its integration when only credentials change', async () => {
    await makeUpdateConnection(ports)(warehouse, { credentials: { host: 'new.example' } })

    expect(await ports.integrations.details(org, 'integration-1')).toMatchObject({ value: { name: 'Warehouse' } })
  })

  it('leaves the connection as it was when the credentials are refused', async () => {
    ports.integrations.failNext(serverDown)

    const updated = await makeUpdateConnection(ports)(warehouse, { name: 'Other', credentials: { host: 'x' } })

    expect(updated).toEqual({ ok: false, failure: serverDown })
    expect(await ports.connections.list(org)).toMatchObject({ value: [{ name: 'Warehouse' }, { name: 'Costs' }] })
  })

  it('says that only the credentials are stored when the rest is refused', async () => {
    ports.connections.failNext(serverDown)

    const updated = await makeUpdateConnection(ports)(warehouse, {
      name: 'Other',
      credentials: { host: 'new.example' },
    })

    expect(updated).toEqual({ ok: false, failure: { kind: 'only-credentials-saved', cause: serverDown } })
    expect(ports.integrations.credentialsOf('integration-1')).toMatchObject({ host: 'new.example' })
    expect(await ports.connections.list(org)).toMatchObject({ value: [{ name: 'Warehouse' }, { name: 'Costs' }] })
  })

  it('does not touch the integration when no credentials were changed', async () => {
    ports.integrations.failNext(serverDown)

    expect(await makeUpdateConnection(ports)(warehouse, { capability: 'source' })).toMatchObject({ ok: true })
    expect(await ports.connections.list(org)).toMatchObject({ value: [{ capability: 'source' }, {}] })
  })
})

it('never changes the credentials of an integration that others may use', async () => {
  await makeUpdateConnection(ports)(costs, { credentials: { region: 'eu-west-1' } })

  expect(ports.integrations.credentialsOf('integration-2')).toEqual({})
})

describe('removing a connection', () => {
  it('removes the merged integration after it', async () => {
    expect(await makeRemoveConnection(ports)(warehouse)).toEqual({ ok: true, value: undefined })
    expect(await ports.integrations.list(org)).toMatchObject({ value: [{ id: 'integration-2' }] })
  })

  it('keeps the integration when the connection cannot be removed', async () => {
    ports.connections.failNext(serverDown)

    expect(await makeRemoveConnection(ports)(warehouse)).toEqual({ ok: false, failure: serverDown })
    expect(await ports.integrations.list(org)).toMatchObject({
      value: [{ id: 'integration-1' }, { id: 'integration-2' }],
    })
  })

  it('says that the merged integration is left when it cannot be removed', async () => {
    ports.integrations.failNext(serverDown)

    expect(await makeRemoveConnection(ports)(warehouse)).toEqual({
      ok: false,
      failure: { kind: 'merged-integration-left', cause: serverDown },
    })
    expect(await ports.connections.list(org)).toMatchObject({ value: [{ name: 'Costs' }] })
  })

  it('leaves a shared integration alone', async () => {
    await makeRemoveConnection(ports)(costs)

    expect(await ports.integrations.list(org)).toMatchObject({
      value: [{ id: 'integration-1' }, { id: 'integration-2' }],
    })
  })
})
