import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'

import { MemoryConnectionRepository } from '../../src/adapters/memory/connections/memory-connection-repository.ts'
import { MemoryFlowRepository } from '../../src/adapters/memory/flows/memory-flow-repository.ts'
import type { Ports } from '../../src/composition/ports.ts'
import type { RefusedTable } from '../../src/core/connections/refused-table.ts'
import type { Flow, Transformation } from '../../src/core/flows/flow.ts'
import { aFlow, serverDown } from './builders.ts'
import { renderApp } from './render-app.tsx'

export const limit = (id: string, rows = 5): Transformation => ({ id, type: 'limit', settings: { rows } })

/** For a machine with much else to do. */
export const PATIENCE = { timeout: 10_000 }

/** The editor of a flow with these steps, from Shop to Warehouse, over fakes. */
export async function anEditor(
  steps: readonly Transformation[] = [],
  changes: Partial<Flow> = {},
  { refused = [], ...fakes }: Partial<Ports> & { readonly refused?: readonly RefusedTable[] | 'unknown' } = {},
) {
  const connections = new MemoryConnectionRepository()
  if (refused === 'unknown') connections.failNextOf('refusals', serverDown)
  else connections.refused = refused
  const flows = fakes.flows instanceof MemoryFlowRepository ? fakes.flows : new MemoryFlowRepository()
  for (const name of ['Shop', 'Warehouse']) {
    await connections.add('org-1', { name, type: 'postgres', capability: 'both', integrationId: 'i', config: {} })
  }
  connections.entities = [
    { name: 'orders', columns: ['id', 'total'].map((name) => ({ name, type: 'text' })) },
    { name: 'customers', columns: ['id', 'email'].map((name) => ({ name, type: 'text' })) },
  ]
  flows.put('org-1', aFlow({ id: 'orders', config: { streams: [], transformations: steps }, ...changes }))
  const saved = async () => {
    const flow = await flows.get('org-1', 'orders')
    return flow.ok ? flow.value : undefined
  }
  const savedSteps = async () => (await saved())?.config.transformations
  const savedIds = async () => (await savedSteps())?.map(({ id }) => id).join(' ')
  const user = userEvent.setup()
  const app = await renderApp({ connections, flows, ...fakes }, '/floweditor/orders')
  await screen.findByLabelText('Name of the flow', {}, PATIENCE)
  /** A node of the picture, by the name that is read out. */
  const node = (name: string | RegExp) => screen.findByRole('group', { name }, PATIENCE)
  const outline = async () => {
    await user.click(screen.getByRole('tab', { name: 'Outline' }))
    return screen.findByRole('list', { name: 'Nodes of the flow, in order' }, PATIENCE)
  }
  return { app, connections, flows, saved, savedSteps, savedIds, user, node, outline }
}
