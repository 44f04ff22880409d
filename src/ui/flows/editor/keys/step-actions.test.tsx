import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { anEditor, limit, PATIENCE } from '../../../../../test/support/flow-editor.ts'
import { MemoryEditHistoryStore } from '../../../../adapters/memory/flows/memory-edit-history-store.ts'
import { MemoryFlowRepository } from '../../../../adapters/memory/flows/memory-flow-repository.ts'

const focused = () => document.activeElement

/** The used part of the system's clipboard. */
function aClipboard() {
  const kept = new Map<string, string>()
  const clipboardData = {
    setData: (type: string, text: string) => void kept.set(type, text),
    getData: (type: string) => kept.get(type) ?? '',
  }
  return { clipboardData, text: () => kept.get('text/plain') ?? '' }
}

it('duplicates the chosen step behind itself, with its settings', async () => {
  const { user, node, savedSteps } = await anEditor([limit('a', 7), limit('b')])
  ;(await node(/^Step 1 of 2/)).focus()

  await user.keyboard('{Control>}d{/Control}')

  await expect.poll(savedSteps, PATIENCE).toEqual([limit('a', 7), limit(expect.any(String) as string, 7), limit('b')])
})

it('gives the focus to a copy, which may be all that is in view', async () => {
  const { user, node } = await anEditor([limit('a', 7), limit('b')])
  ;(await node(/^Step 1 of 2/)).focus()

  await user.keyboard('{Control>}d{/Control}')

  const copy = await node(/^Step 2 of 3/)
  await waitFor(() => expect(focused()).toBe(copy))
})

it('copies steps through the clipboard and pastes them after the chosen one', async () => {
  const { node, savedSteps } = await anEditor([limit('a', 1), limit('b', 2)])
  const [first, second] = [await node(/^Step 1 of 2/), await node(/^Step 2 of 2/)]
  act(() => first.focus())
  const clipboard = aClipboard()
  fireEvent.copy(focused() ?? document, clipboard)
  expect(JSON.parse(clipboard.text())).toMatchObject({
    steps: [{ type: 'limit', settings: { rows: 1 } }],
  })

  act(() => second.focus())
  fireEvent.paste(focused() ?? document, clipboard)

  await expect
    .poll(async () => (await savedSteps())?.map(({ settings }) => settings['rows']), PATIENCE)
    .toEqual([1, 2, 1])
  expect(await screen.findByText(/^1 step pasted/)).toBeDefined()
})

it('cuts all steps at once, and undo brings them back', async () => {
  const { user, node, savedIds } = await anEditor([limit('a'), limit('b'), limit('c')])
  ;(await node(/^Source/)).focus()

  await user.keyboard('{Control>}a{/Control}')
  expect(await screen.findByText('3 steps selected')).toBeDefined()
  fireEvent.cut(focused() ?? document, aClipboard())
  await expect.poll(savedIds, PATIENCE).toBe('')

  await user.keyboard('{Control>}z{/Control}')
  await expect.poll(savedIds, PATIENCE).toBe('a b c')
})

it('leaves text that is copied from an input, and text that is pasted, to the browser', async () => {
  const { user, savedIds } = await anEditor([limit('a')])
  await user.click(screen.getByLabelText('Name of the flow'))

  await user.paste('Orders at night')

  expect(screen.getByLabelText<HTMLInputElement>('Name of the flow').value).toContain('Orders at night')
  expect(await savedIds()).toBe('a')
})

it('chooses several steps with a key held, and removes them together', async () => {
  const { user, node, savedIds } = await anEditor([limit('a'), limit('b'), limit('c')])
  fireEvent.click(await node(/^Step 1 of 3/))
  fireEvent.click(await node(/^Step 3 of 3/), { shiftKey: true })

  await user.click(await screen.findByRole('button', { name: 'Remove' }))

  await expect.poll(savedIds, PATIENCE).toBe('b')
})

it('gives the focus to the next step when one is removed in the outline, else to the one before', async () => {
  const { user, outline } = await anEditor([limit('a'), limit('b')])
  const list = await outline()

  within(list).getByRole('button', { name: 'Remove 1. Limit rows' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(focused()?.textContent).toMatch(/^1\. Limit rows/), PATIENCE)
  expect(within(list).queryByRole('button', { name: 'Remove 2. Limit rows' })).toBeNull()

  within(list).getByRole('button', { name: 'Remove 1. Limit rows' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(focused()?.textContent).toMatch(/Source$/), PATIENCE)
})

it('keeps the focus on the button that moves a step in the outline, and tells where the step is', async () => {
  const { user, outline, savedIds } = await anEditor([limit('a'), limit('b'), limit('c')])
  const list = await outline()

  within(list).getByRole('button', { name: 'Move 3. Limit rows up' }).focus()
  await user.keyboard('{Enter}{Enter}')

  await expect.poll(savedIds, PATIENCE).toBe('c a b')
  await waitFor(() => expect(focused()?.getAttribute('aria-label')).toBe('Move 1. Limit rows up'), PATIENCE)
  expect(screen.getByText(/^Now step 1 of 3/)).toBeDefined()
})

it('gives the focus to the settings when a step is removed from them', async () => {
  const { user, node } = await anEditor([limit('a')])
  fireEvent.click(await node(/^Step 1 of 1/))

  await user.click(await screen.findByRole('button', { name: 'Remove' }, PATIENCE))

  await waitFor(() => expect(focused()?.getAttribute('role')).toBe('tabpanel'), PATIENCE)
  expect(screen.getByText(/^1 step removed/)).toBeDefined()
})

it('takes settings and places back as well as steps', async () => {
  const { user, node, app, savedSteps } = await anEditor([limit('a')])
  ;(await node(/^Step 1 of 1/)).focus()
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
  const rows = await screen.findByRole('textbox', { name: 'Number of rows' }, PATIENCE)
  fireEvent.change(rows, { target: { value: '70' } })
  await expect.poll(savedSteps, PATIENCE).toEqual([limit('a', 70)])

  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await expect.poll(savedSteps, PATIENCE).toEqual([limit('a', 5)])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(app.ports.positions.load('orders')).toEqual({ transformations: {} })

  await user.click(screen.getByRole('button', { name: 'Redo' }))
  await user.click(screen.getByRole('button', { name: 'Redo' }))
  expect(app.ports.positions.load('orders')).toEqual({ transformations: { a: { x: 260, y: 50 } } })
  await expect.poll(savedSteps, PATIENCE).toEqual([limit('a', 70)])
})

it('saves at once with Ctrl+S, and shows the runs with L', async () => {
  const { user, app, saved } = await anEditor()
  await user.type(screen.getByLabelText('Name of the flow'), '!')

  const isDefault = fireEvent.keyDown(screen.getByLabelText('Name of the flow'), { key: 's', ctrlKey: true })

  expect(isDefault).toBe(false)
  await expect.poll(async () => (await saved())?.name, PATIENCE).toBe('Shop to warehouse!')
  screen.getByRole('tab', { name: 'Set up' }).focus()
  await user.keyboard('l')
  await waitFor(() => expect(app.router.state.location.search).toMatchObject({ tab: 'runs' }), PATIENCE)
})

it('lists its keys, and lets single ones be switched off, which this browser remembers', async () => {
  const { user, app } = await anEditor()
  screen.getByRole('tab', { name: 'Set up' }).focus()
  await user.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }, PATIENCE)
  expect(within(dialog).getByText('Duplicate the selected steps')).toBeDefined()

  await user.click(within(dialog).getByRole('switch', { name: 'Single-key shortcuts' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENCE)
  screen.getByRole('tab', { name: 'Set up' }).focus()
  await user.keyboard('l?gs')

  expect(app.ports.preferences.load()).toEqual({ singleKeys: 'off' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(app.router.state.location).toMatchObject({ pathname: '/floweditor/orders', search: {} })
})

it('takes back after a reload what was done before it, unless the flow was changed elsewhere', async () => {
  const editHistories = new MemoryEditHistoryStore()
  const flows = new MemoryFlowRepository()
  const first = await anEditor([limit('a'), limit('b')], {}, { editHistories, flows })
  ;(await first.node(/^Step 1 of 2/)).focus()
  await first.user.keyboard('{Delete}')
  await expect.poll(first.savedIds, PATIENCE).toBe('b')
  const left = await first.saved()
  cleanup()

  const again = await anEditor([], { ...left }, { editHistories, flows })
  await again.user.click(screen.getByRole('button', { name: 'Undo' }))
  await expect.poll(again.savedIds, PATIENCE).toBe('a b')
  cleanup()

  await anEditor([], { ...left, version: 99 }, { editHistories, flows })
  expect(screen.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled')).toBe('true')
})

it('lays all nodes out in one row, from left to right, and undo puts them back', async () => {
  const { user, app } = await anEditor([limit('a'), limit('b')])

  await user.click(await screen.findByRole('button', { name: 'Tidy up' }, PATIENCE))
  expect(app.ports.positions.load('orders')).toEqual({
    destination: { x: 794, y: 150 },
    transformations: { a: { x: 298, y: 150 }, b: { x: 546, y: 150 } },
  })

  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(app.ports.positions.load('orders')).toEqual({ transformations: {} })
})
