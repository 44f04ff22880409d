import { expect, it } from 'vitest'

import { serverDown } from '../../../test/support/builders.ts'
import { servicesOver } from '../../../test/support/services-over.ts'
import { MemoryNotifier } from '../../adapters/memory/memory-notifier.ts'
import { memoryPorts } from '../../adapters/memory/ports/memory-ports.ts'

function setUp() {
  const notifier = new MemoryNotifier()
  const ports = { ...memoryPorts(), notifier }
  return { ports, notifier, services: servicesOver(ports) }
}

it('deletes credentials with the last of their connections, and keeps those that others use', async () => {
  const { ports, services } = setUp()
  const made = await ports.integrations.add('org-1', {
    name: 'Shop',
    type: 'postgres',
    credentials: {},
    mergedIntegration: true,
  })
  const integrationId = made.ok ? made.value.id : ''
  const connection = { name: 'Shop', type: 'postgres', capability: 'both', integrationId, config: {} } as const
  const added = [await ports.connections.add('org-1', connection), await ports.connections.add('org-1', connection)]
  const connections = added.flatMap((one) => (one.ok ? [one.value] : []))

  expect(await services.removeConnections(connections)).toMatchObject({
    ok: true,
    value: { count: 2, failures: new Map() },
  })
  expect(await ports.connections.list('org-1')).toEqual({ ok: true, value: [] })
  expect(await ports.integrations.list('org-1')).toEqual({ ok: true, value: [] })
})

it('says how many failed, also to whoever has left the page', async () => {
  const { ports, notifier, services } = setUp()
  const flows = await Promise.all(
    ['One', 'Two'].map((name) =>
      ports.flows.create('org-1', { name, sourceConnection: { id: 'c1' }, destinationConnection: { id: 'c2' } }),
    ),
  )
  const ids = flows.flatMap((flow) => (flow.ok ? [flow.value.id] : []))
  ports.flows.failNext(serverDown)

  const result = await services.deleteFlows(ids)

  expect(result.ok && [...result.value.failures]).toEqual([[ids[0], serverDown]])
  expect(notifier.shown).toEqual([{ type: 'warning', code: 'bulk.partly-failed', values: { failed: 1, count: 2 } }])
})

it('says which connections are gone while their credentials are left', async () => {
  const { ports, services } = setUp()
  const made = await ports.integrations.add('org-1', {
    name: 'Shop',
    type: 'postgres',
    credentials: {},
    mergedIntegration: true,
  })
  const integrationId = made.ok ? made.value.id : ''
  const added = await ports.connections.add('org-1', {
    ...{ name: 'Shop', type: 'postgres', capability: 'both', integrationId, config: {} },
  })
  const id = added.ok ? added.value.id : ''
  ports.integrations.failNext(serverDown)

  const result = await services.removeConnections([{ id, type: 'postgres', integrationId }])

  expect(result.ok && [...result.value.failures]).toEqual([
    [id, { kind: 'merged-integration-left', cause: serverDown }],
  ])
})

it('deletes no credentials with connections that have none of their own', async () => {
  const { ports, services } = setUp()
  const added = await ports.connections.add('org-1', {
    ...{ name: 'Sheet', type: 'google_sheets', capability: 'both', integrationId: 'google', config: {} },
  })
  const id = added.ok ? added.value.id : ''

  await services.removeConnections([{ id, type: 'google_sheets', integrationId: 'google' }])

  expect(ports.bulk.asked).toEqual([[{ call: 'deleteConnection', ids: [id] }]])
})
