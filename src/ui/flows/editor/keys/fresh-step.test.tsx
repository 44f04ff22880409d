import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow } from '../../../../../test/support/builders.ts'
import { renderApp } from '../../../../../test/support/render-app.tsx'
import { MemoryConnectionRepository } from '../../../../adapters/memory/connections/memory-connection-repository.ts'
import { MemoryFlowRepository } from '../../../../adapters/memory/flows/memory-flow-repository.ts'
import type { Transformation } from '../../../../core/flows/flow.ts'

const LIMIT: Transformation = { id: 'a', type: 'limit', settings: { rows: 5 } }

async function anEditor(steps: readonly Transformation[] = [LIMIT]) {
  const connections = new MemoryConnectionRepository()
  const flows = new MemoryFlowRepository()
  for (const name of ['Shop', 'Warehouse']) {
    await connections.add('org-1', { name, type: 'postgres', capability: 'both', integrationId: 'i', config: {} })
  }
  connections.entities = [{ name: 'orders', columns: ['id', 'total'].map((name) => ({ name, type: 'bigint' })) }]
  flows.put('org-1', aFlow({ config: { streams: [], transformations: steps } }))
  const user = userEvent.setup()
  await renderApp({ connections, flows }, '/floweditor/flow-1')
  await screen.findByLabelText('Name of the flow')
  return user
}

async function addStep(user: ReturnType<typeof userEvent.setup>, name: RegExp) {
  await user.click(screen.getByRole('button', { name: 'Add step' }))
  await user.click(await screen.findByRole('button', { name }))
}

const reasonOfRun = () => screen.getByRole('button', { name: 'Run' }).getAttribute('aria-description')
const redNode = { name: 'Step 2 of 2: Rename columns. Column: Fill this in' }

it('a step that was just added is not finished yet, and nothing of it is an error', async () => {
  const user = await anEditor()
  await addStep(user, /Rename columns/)

  const node = await screen.findByRole('group', { name: 'Step 2 of 2: Rename columns. Not finished yet' })
  expect(within(node).getByText('Not finished yet')).toBeDefined()
  const column = await screen.findByRole('combobox', { name: 'Column' })
  expect(column.getAttribute('aria-invalid')).toBeNull()
  expect(reasonOfRun()).toBe('Finish step 2 first')
})

it('says what is missing when one of its settings was left', async () => {
  const user = await anEditor()
  await addStep(user, /Rename columns/)
  await user.click(await screen.findByRole('combobox', { name: 'Column' }))
  // Moving within the line does not count as leaving.
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'New name' }))
  expect(screen.queryByRole('group', redNode)).toBeNull()

  await user.click(screen.getByRole('combobox', { name: 'For' }))

  expect(await screen.findByRole('group', redNode)).toBeDefined()
  expect(screen.getByRole('combobox', { name: 'Column' }).getAttribute('aria-invalid')).toBe('true')
  expect(reasonOfRun()).toBe('Step 2: Column: Fill this in')
})

it('says what is missing when another node was opened', async () => {
  const user = await anEditor()
  await addStep(user, /Rename columns/)
  await screen.findByRole('group', { name: /Not finished yet/ })

  screen.getByRole('group', { name: 'Step 1 of 2: Limit rows' }).focus()

  expect(await screen.findByRole('group', redNode)).toBeDefined()
})

it.each<[string, (user: ReturnType<typeof userEvent.setup>) => Promise<void>]>([
  ['by a click', (user) => user.click(screen.getByRole('button', { name: 'Run' }))],
  ['by keys', (user) => user.keyboard('{Control>}{Enter}{/Control}')],
])('says what is missing when running it was tried %s', async (_by, tryToRun) => {
  const user = await anEditor()
  await addStep(user, /Rename columns/)
  await screen.findByRole('group', { name: /Not finished yet/ })

  await tryToRun(user)

  expect(await screen.findByRole('group', redNode)).toBeDefined()
})

it('a step that was loaded says at once what is missing', async () => {
  await anEditor([LIMIT, { id: 'b', type: 'rename', settings: { columns: [{}] } }])

  expect(await screen.findByRole('group', redNode)).toBeDefined()
})

it('the outline says that it is not finished', async () => {
  const user = await anEditor()
  await addStep(user, /Remove duplicates/)
  await screen.findByRole('group', { name: /Not finished yet/ })
  await user.click(screen.getByRole('tab', { name: 'Outline' }))

  const outline = await screen.findByRole('list', { name: 'Nodes of the flow, in order' })
  expect(within(outline).getByText('Not finished yet')).toBeDefined()
})

it('a line that was just added to a step is not finished yet, and nothing of it is an error', async () => {
  const columns = [{ column: 'total', to: 'sum' }]
  const user = await anEditor([{ id: 'a', type: 'rename', settings: { columns } }])
  const node = await screen.findByRole('group', { name: 'Step 1 of 1: Rename columns' })
  act(() => node.focus())
  await user.click(await screen.findByRole('button', { name: /^Add:/ }))

  expect(await screen.findByRole('group', { name: 'Step 1 of 1: Rename columns. Not finished yet' })).toBeDefined()
  const [, added] = screen.getAllByRole('textbox', { name: 'New name' })
  expect(added?.getAttribute('aria-invalid')).toBeNull()
  await user.click(added as HTMLElement)
  await user.click(screen.getByRole('combobox', { name: 'For' }))
  expect(await screen.findByRole('group', { name: /Fill this in$/ })).toBeDefined()
})
