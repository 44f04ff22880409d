import '../../../../test/support/browser-stand-ins.ts'

import { expect, it, vi } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import { MemoryConnectionRepository } from '../../../adapters/memory/connections/memory-connection-repository.ts'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import { createMemoryApp } from '../../../composition/memory-app.ts'
import type { FlowStream } from '../../../core/flows/flow.ts'
// Loaded first, so that a test waits only for what it tests.
import './request-flow.ts'

/** The application at an address, without a page: what is asked was not asked by one. */
async function anAppWith(streams: readonly FlowStream[], address: string) {
  const connections = new MemoryConnectionRepository()
  await connections.add('org-1', {
    ...{ name: 'Shop', type: 'postgres', capability: 'both', integrationId: 'i', config: {} },
  })
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow({ id: 'orders', config: { streams, transformations: [] } }))
  const [discover, get] = [vi.spyOn(connections, 'discover'), vi.spyOn(flows, 'get')]
  const { app } = await createMemoryApp({ connections, flows }, { address })
  return { discover, get, router: app.router }
}

const ORDERS: FlowStream = { entity: 'orders', mode: 'replace' }

it('asks for a flow and for the tables that it names before its page is there', async () => {
  const { discover, get } = await anAppWith([ORDERS], '/floweditor/orders')

  await vi.waitFor(() => expect(discover).toHaveBeenCalledOnce())
  expect(get).toHaveBeenCalledOnce()
})

it('asks no source for a flow that moves everything, nor for one that is only pointed at', async () => {
  const everything = await anAppWith([], '/floweditor/orders')
  await vi.waitFor(() => expect(everything.get).toHaveBeenCalledOnce())
  expect(everything.discover).not.toHaveBeenCalled()

  const pointing = await anAppWith([ORDERS], '/flows')
  await pointing.router.preloadRoute({ to: '/floweditor/$id', params: { id: 'orders' } })
  expect(pointing.get).not.toHaveBeenCalled()
})
