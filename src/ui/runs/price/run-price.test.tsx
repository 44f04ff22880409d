import { act, renderHook, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import { anEditor, PATIENCE } from '../../../../test/support/flow-editor.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryRunRepository } from '../../../adapters/memory/runs/memory-run-repository.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { useAskPrice } from './price-questions.tsx'

const costs = (...entities: string[]): Partial<Flow> => ({
  sourceConnection: { id: 'connection-1', name: 'Costs', type: 'aws_cost_explorer_api' },
  config: { streams: entities.map((entity) => ({ entity, mode: 'append' })), transformations: [] },
})

it('is told beside what is to be moved, before anything runs', async () => {
  await anEditor([], costs('by_service', 'by_region'))

  const price = 'At least $0.02: the vendor charges per request.'
  expect(await screen.findByText(price, {}, PATIENCE)).toBeDefined()
})

it('is told at the button that runs a flow of the list', async () => {
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow(costs()))
  await renderApp({ flows }, '/flows')

  expect((await screen.findByRole('button', { name: 'Run' })).getAttribute('aria-description')).toBe(
    'At least $0.01 a table: the vendor charges per request.',
  )
})

it('is told at the dry run of a flow, which reads as much', async () => {
  const user = userEvent.setup()
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow(costs('by_service')))
  await renderApp({ flows }, '/flows')
  await user.click(await screen.findByRole('button', { name: /^More for / }))

  const item = await screen.findByRole('menuitem', { name: /^Dry run/ }, PATIENCE)
  expect(within(item).getByText(/^At least \$0\.01: /)).toBeDefined()
})

it('is asked about before several flows run', async () => {
  const user = userEvent.setup()
  const flows = new MemoryFlowRepository()
  for (const id of ['one', 'two']) flows.put('org-1', aFlow({ id, name: id, ...costs('by_service', 'by_region') }))
  await renderApp({ flows }, '/flows')
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  await user.click(within(screen.getByRole('toolbar', { name: 'Selected' })).getByRole('button', { name: 'Run' }))

  const dialog = await screen.findByRole('dialog', { name: 'Run 2 flows?' }, PATIENCE)
  expect(within(dialog).getByText('At least $0.04: vendors charge per request.')).toBeDefined()
  expect(flows.keys).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Run' }))

  await expect.poll(() => flows.keys.length, PATIENCE).toBe(2)
})

it('is asked about before a flow runs from the list, and nothing runs without an answer', async () => {
  const user = userEvent.setup()
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow(costs('by_service')))
  const { router } = await renderApp({ flows }, '/flows')
  const run = async () => user.click(await screen.findByRole('button', { name: 'Run' }))
  const question = () => screen.findByRole('dialog', { name: 'Run Shop to warehouse?' }, PATIENCE)
  await run()
  expect(within(await question()).getByText(/^At least \$0\.01: /)).toBeDefined()
  await act(() => router.navigate({ to: '/sources' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await act(() => router.navigate({ to: '/flows' }))
  expect(flows.keys).toEqual([])

  await run()
  await user.click(within(await question()).getByRole('button', { name: 'Run' }))
  await expect.poll(() => flows.keys.length, PATIENCE).toBe(1)
})

it('is asked about before a dry run of the list', async () => {
  const user = userEvent.setup()
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow(costs('by_service')))
  await renderApp({ flows }, '/flows')
  await user.click(await screen.findByRole('button', { name: /^More for / }))
  await user.click(await screen.findByRole('menuitem', { name: /^Dry run/ }, PATIENCE))

  expect(await screen.findByRole('dialog', { name: 'Dry run of Shop to warehouse?' }, PATIENCE)).toBeDefined()
})

it('is asked about before a command of the palette runs a flow', async () => {
  const user = userEvent.setup()
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow(costs('by_service')))
  await renderApp({ flows }, '/flows')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Search and commands' }, PATIENCE), 'Run Shop')
  await screen.findByRole('option', { name: /^Run Shop to warehouse/ }, PATIENCE)
  await user.keyboard('{Enter}')

  const question = await screen.findByRole('dialog', { name: 'Run Shop to warehouse?' }, PATIENCE)
  expect(flows.keys).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Run' }))
  await expect.poll(() => flows.keys.length, PATIENCE).toBe(1)
})

it('is asked about before tables run again, for those that are read', async () => {
  const user = userEvent.setup()
  const [flows, runs] = [new MemoryFlowRepository(), new MemoryRunRepository()]
  const flow = aFlow(costs('by_service', 'by_region'))
  flows.put('org-1', flow)
  const counts = { bytes: 1, rowsRead: 1, rowsWritten: 1, rowsFiltered: 0, rowsRejected: 0 }
  runs.put('org-1', {
    ...{
      id: 'run-1',
      kind: 'move',
      flowId: flow.id,
      flowName: flow.name,
      status: 'partially_succeeded',
      trigger: 'person',
    },
    queuedAt: '2026-01-01T10:00:00Z',
    error: { code: 'REFUSED', message: 'One table failed.', hint: 'Run it again.' },
    streams: [
      { entity: 'by_service', target: 'by_service', status: 'succeeded', ...counts },
      { entity: 'by_region', target: 'by_region', status: 'failed', ...counts },
    ],
  })
  await renderApp({ flows, runs }, '/runs/run-1')
  const question = () => screen.findByRole('dialog', { name: 'Run Shop to warehouse?' }, PATIENCE)
  await user.click(await screen.findByRole('button', { name: 'Run failed tables again' }, PATIENCE))
  expect(within(await question()).getByText(/^At least \$0\.01: /)).toBeDefined()
  await user.click(within(await question()).getByRole('button', { name: 'Cancel' }))

  await user.click(await screen.findByRole('button', { name: 'Run again' }, PATIENCE))
  expect(within(await question()).getByText(/^At least \$0\.02: /)).toBeDefined()
})

it('is asked about before a flow runs from its editor', async () => {
  const { user, flows } = await anEditor([], costs('orders', 'customers'))
  const run = () => user.click(screen.getByRole('button', { name: 'Run' }))
  const question = () => screen.findByRole('dialog', { name: 'Run Shop to warehouse?' }, PATIENCE)
  await run()

  expect(within(await question()).getByText(/^At least \$0\.02: /)).toBeDefined()
  await user.click(within(await question()).getByRole('button', { name: 'Cancel' }))
  expect(flows.keys).toEqual([])

  await run()
  await user.click(within(await question()).getByRole('button', { name: 'Run' }))
  await expect.poll(() => flows.keys.length, PATIENCE).toBe(1)
})

it('is never skipped because nothing above could ask for it', () => {
  expect(() => renderHook(() => useAskPrice())).toThrow('useAskPrice needs PriceQuestions above it')
})
