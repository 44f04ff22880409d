import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import type { Flow } from '../../../core/flows/flow.ts'
// A separate chunk, loaded first, so that the tests wait only for behaviour.
import './flow-graph.tsx'

const after = (...flowIds: string[]): Pick<Flow, 'config'> => ({
  config: { streams: [], transformations: [], after: { flowIds, when: 'all_succeeded' } },
})

async function opensFlows(address: string, ...more: readonly Flow[]) {
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow({ id: 'orders', name: 'Orders', lastRun: { id: 'run-1', status: 'failed' } }))
  for (const flow of more) flows.put('org-1', flow)
  const user = userEvent.setup()
  const { router } = await renderApp({ flows }, address)
  const graph = async () => within(await screen.findByRole('region', { name: 'Graph of flows' }))
  const presses = async (button: HTMLElement) => {
    button.focus()
    await user.keyboard('{Enter}')
  }
  return { user, router, graph, presses }
}

it('shows which flow starts after which, with the state of each, and opens the flow', async () => {
  const report = aFlow({ id: 'report', name: 'Report', ...after('orders', 'gone') })
  const { user, router, graph } = await opensFlows('/flows', report)

  await user.click(await screen.findByRole('radio', { name: 'Order' }))
  expect(router.state.location.search).toEqual({ view: 'order' })
  const shown = await graph()
  expect(shown.getByRole('link', { name: 'Orders' }).textContent).toContain('Failed')
  expect(shown.getByText('A deleted flow')).toBeDefined()
  expect(screen.getByText('starts after success')).toBeDefined()
  expect(screen.queryByText('moves rows')).toBeNull()
  shown.getByRole('link', { name: 'Report, after Orders' }).focus()
  await user.keyboard('{Enter}')

  expect(router.state.location.pathname).toBe('/flows/report')
})

it('gathers flows between the same two connections, unfolds them, and narrows to one connection', async () => {
  const many = Array.from({ length: 20 }, (_, n) => aFlow({ id: `flow-${n}`, name: `Table ${n}` }))
  const { user, router, graph, presses } = await opensFlows('/flows?view=connections&q=zebra', ...many)

  expect(await screen.findByText('No flows match your filters')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Clear all' }))
  const shown = await graph()
  expect(screen.getByText('moves rows')).toBeDefined()
  expect(shown.queryByRole('link', { name: 'Table 7' })).toBeNull()
  await presses(shown.getByRole('button', { name: '21 flows, Shop to Warehouse, 1 failed' }))
  expect(shown.getByRole('link', { name: 'Table 7' }).getAttribute('href')).toBe('/flows/flow-7')
  await presses(shown.getByRole('button', { name: 'Only Warehouse and its neighbours' }))
  expect(router.state.location.search).toEqual({ view: 'connections', connection: 'connection-2' })
})

it('narrows to one flow with what runs before and after it, and back', async () => {
  const flows = [
    aFlow({ id: 'report', name: 'Report', ...after('orders') }),
    aFlow({ id: 'mail', name: 'Mail', ...after('report') }),
    aFlow({ id: 'other', name: 'Other' }),
  ]
  const { user, router, graph, presses } = await opensFlows('/flows?view=order', ...flows)

  const shown = await graph()
  expect(shown.getByRole('link', { name: 'Other' })).toBeDefined()
  await presses(shown.getByRole('button', { name: 'Only Report and flows before and after' }))
  expect(shown.queryByRole('link', { name: 'Other' })).toBeNull()
  expect(shown.getByRole('link', { name: 'Mail, after Report' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Show all flows' }))
  expect(router.state.location.search).toEqual({ view: 'order' })
})
