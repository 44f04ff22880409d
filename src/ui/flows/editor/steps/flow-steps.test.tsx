import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow } from '../../../../../test/support/builders.ts'
import { renderApp } from '../../../../../test/support/render-app.tsx'
import { MemoryConnectionRepository } from '../../../../adapters/memory/connections/memory-connection-repository.ts'
import { MemoryFlowRepository } from '../../../../adapters/memory/flows/memory-flow-repository.ts'
import type { Flow, Transformation } from '../../../../core/flows/flow.ts'

const limit = (id: string, rows = 5): Transformation => ({ id, type: 'limit', settings: { rows } })

async function anEditor(steps: readonly Transformation[] = [], changes: Partial<Flow> = {}, search = '') {
  const connections = new MemoryConnectionRepository()
  const flows = new MemoryFlowRepository()
  for (const name of ['Shop', 'Warehouse']) {
    await connections.add('org-1', { name, type: 'postgres', capability: 'both', integrationId: 'i', config: {} })
  }
  connections.entities = [
    { name: 'orders', columns: ['id', 'total'].map((name) => ({ name, type: 'text' })) },
    { name: 'customers', columns: ['id', 'email'].map((name) => ({ name, type: 'text' })) },
  ]
  flows.put('org-1', aFlow({ config: { streams: [], transformations: steps }, ...changes }))
  const saved = async () => {
    const flow = await flows.get('org-1', 'flow-1')
    return flow.ok ? flow.value : undefined
  }
  const savedSteps = async () => (await saved())?.config.transformations
  const savedIds = async () => (await savedSteps())?.map(({ id }) => id).join(' ')
  const user = userEvent.setup()
  const app = await renderApp({ connections, flows }, `/floweditor/flow-1${search}`)
  await screen.findByLabelText('Name of the flow')
  return { app, flows, saved, savedSteps, savedIds, user }
}

async function openOutline(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole('tab', { name: 'Outline' }))
  return await screen.findByRole('list', { name: 'Nodes of the flow, in order' })
}

it('adds a step, takes its settings from the columns found, and saves it', async () => {
  const { user, savedSteps } = await anEditor()

  await user.click(screen.getByRole('button', { name: 'Add step' }))
  await user.click(await screen.findByRole('button', { name: /Choose columns/ }))
  await user.selectOptions(await screen.findByLabelText('For'), 'customers')
  await user.click(await screen.findByRole('checkbox', { name: 'email' }))

  await expect
    .poll(savedSteps)
    .toEqual([
      { id: expect.any(String) as string, type: 'select', stream: 'customers', settings: { columns: ['email'] } },
    ])
})

it('says what is wrong with a step, on the node and at the input, until it is put right', async () => {
  const { user } = await anEditor([
    { id: 'a', type: 'rename', stream: 'orders', settings: { columns: [{ column: 'totl', to: 'amount' }] } },
  ])
  const wrong = 'orders has no column totl here: did you mean total?'
  const node = await screen.findByRole('group', { name: `Step 1 of 1: Rename columns. ${wrong}` })
  expect(within(node).getByText(wrong)).toBeDefined()

  node.focus()
  const column = await screen.findByRole('combobox', { name: 'Column' })
  expect(column.getAttribute('aria-invalid')).toBe('true')
  await user.selectOptions(column, 'total')

  expect(await screen.findByRole('group', { name: 'Step 1 of 1: Rename columns' })).toBeDefined()
})

it('runs a flow with steps', async () => {
  const { user } = await anEditor([limit('a')])

  await user.click(screen.getByRole('button', { name: 'Run' }))

  expect(await screen.findByText('Flow run triggered successfully!')).toBeDefined()
})

it('removes the focused step with the Delete key and saves', async () => {
  const { user, savedIds } = await anEditor([limit('a'), limit('b')])

  ;(await screen.findByRole('group', { name: 'Step 1 of 2: Limit rows' })).focus()
  await user.keyboard('{Delete}')

  await waitFor(async () => expect(await savedIds()).toBe('b'))
})

it('takes changes back and makes them again by keyboard, but not while a dialog is open', async () => {
  const { user, savedIds } = await anEditor([limit('a'), limit('b')])
  ;(await screen.findByRole('group', { name: 'Step 2 of 2: Limit rows' })).focus()
  await user.keyboard('{Delete}')
  await expect.poll(savedIds).toBe('a')

  await user.keyboard('{Tab}')
  await screen.findByRole('dialog', { name: 'Add a step' })
  await user.keyboard('{Control>}z{/Control}')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await savedIds()).toBe('a')

  await user.keyboard('{Control>}z{/Control}')
  await expect.poll(savedIds).toBe('a b')
  await user.keyboard('{Control>}{Shift>}Z{/Shift}{/Control}')
  await expect.poll(savedIds).toBe('a')
})

it('walks the nodes with the arrow keys and opens one with Enter', async () => {
  const { user } = await anEditor([limit('a')])
  const nodes = screen.getByRole('application', { name: 'Flow' })
  within(nodes).getByRole('group', { name: 'Source: Shop' }).focus()

  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Step 1 of 1: Limit rows'))
  await user.keyboard('{Enter}')

  expect(await screen.findByRole('heading', { name: 'Limit rows' })).toBeDefined()
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('tabpanel'))
})

it('renames the flow after F2', async () => {
  const { user, saved } = await anEditor()

  await user.keyboard('{F2}')
  await user.keyboard('Orders')

  await expect.poll(async () => (await saved())?.name).toBe('Orders')
})

it('moves a node with Shift and the arrow keys, in this browser only, and tidies up', async () => {
  const { user, app, saved } = await anEditor([limit('a')])
  ;(await screen.findByRole('group', { name: 'Step 1 of 1: Limit rows' })).focus()

  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  expect(app.ports.positions.load('flow-1')).toEqual({ transformations: { a: { x: 250, y: 70 } } })
  await user.keyboard('{Shift>}{Alt>}[KeyT]{/Alt}{/Shift}')

  expect(app.ports.positions.load('flow-1')).toEqual({
    destination: { x: 546, y: 150 },
    transformations: { a: { x: 298, y: 150 } },
  })
  expect((await saved())?.version).toBe(1)
})

it('adds, orders and removes steps from the outline by keyboard alone', async () => {
  const { user, savedIds, savedSteps } = await anEditor([limit('a'), limit('b')])
  screen.getByRole('tab', { name: 'Set up' }).focus()
  await user.keyboard('{ArrowRight}')
  const outline = await screen.findByRole('list', { name: 'Nodes of the flow, in order' })

  within(outline).getByRole('button', { name: 'Move 2. Limit rows up' }).focus()
  await user.keyboard('{Enter}')
  await expect.poll(savedIds).toBe('b a')

  within(outline).getByRole('button', { name: 'Remove 2. Limit rows' }).focus()
  await user.keyboard('{Enter}')
  await expect.poll(savedIds).toBe('b')

  within(outline).getByRole('button', { name: 'Add a step before 1. Limit rows' }).focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('dialog', { name: 'Add a step' })
  await user.keyboard('sort{Enter}')
  await expect.poll(async () => (await savedSteps())?.map(({ type }) => type)).toEqual(['sort', 'limit'])
})

it('moves a step up from its settings', async () => {
  const { user, savedIds } = await anEditor([limit('a'), limit('b')])
  const outline = await openOutline(user)
  await user.click(within(outline).getByRole('button', { name: /^2\. Limit rows/ }))

  await user.click(await screen.findByRole('button', { name: 'Move up' }))

  await expect.poll(savedIds).toBe('b a')
})

it('keeps both changes when two tabs added a step each', async () => {
  const { user, flows, savedIds } = await anEditor([limit('a')])
  await flows.update('org-1', 'flow-1', { config: { streams: [], transformations: [limit('a'), limit('theirs')] } }, 1)
  const outline = await openOutline(user)
  await user.click(within(outline).getByRole('button', { name: 'Add a step before 1. Limit rows' }))
  await user.click(await screen.findByRole('button', { name: /Sort rows/ }))

  await user.click(await screen.findByRole('button', { name: 'Keep both changes' }))

  await expect.poll(savedIds).toMatch(/^\S+ a theirs$/)
  expect(await screen.findByText('Saved')).toBeDefined()
  // Those that are in sight: the three stand in one row.
  expect(screen.getAllByRole('group', { name: /^Step \d of 3/ }).length).toBeGreaterThan(0)
})

it('asks for a choice when both changed the same step', async () => {
  const { user, flows, savedSteps } = await anEditor([limit('a')])
  await flows.update('org-1', 'flow-1', { config: { streams: [], transformations: [limit('a', 7)] } }, 1)
  ;(await screen.findByRole('group', { name: 'Step 1 of 1: Limit rows' })).focus()
  await user.type(await screen.findByRole('textbox', { name: 'Number of rows' }), '0')

  await user.click(await screen.findByRole('button', { name: 'Keep both changes' }))
  expect(await screen.findByText('Both changed the same step: choose one version.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Use the other version' }))

  await waitFor(() => expect(screen.queryByText(/changed elsewhere/)).toBeNull())
  expect(await savedSteps()).toEqual([limit('a', 7)])
})

it('an address that names a step opens its settings', async () => {
  await anEditor([limit('a', 5), limit('b', 7)], {}, '?node=b')

  expect(await screen.findByRole<HTMLInputElement>('textbox', { name: 'Number of rows' })).toHaveProperty('value', '7')
})
