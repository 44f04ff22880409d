import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import type { MemoryBatchRepository } from '../../../adapters/memory/flows/memory-batch-repository.ts'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { ok } from '../../../core/result.ts'
// Separate chunks, loaded first, so that the tests wait only for behaviour.
import '../../lists/virtual-rows.tsx'
import './flow-batch-dialog.tsx'
import './flow-bulk-dialog.tsx'

function withFlows(...known: readonly Partial<Flow>[]) {
  const flows = new MemoryFlowRepository()
  for (const [index, changes] of known.entries()) flows.put('org-1', aFlow({ id: `flow-${index}`, ...changes }))
  return flows
}

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement

const namesInOrder = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('link')[0]?.textContent)

it('tells with each flow its last runs and when it runs next', async () => {
  const transformations = [{ id: 't', type: 'limit', settings: {} }]
  const schedule = { cron: '0 6 * * *', timezone: 'UTC' }
  const scheduled = aFlow({ config: { streams: [], transformations, schedule }, recentStates: ['failed', 'succeeded'] })
  await renderApp({ flows: withFlows(scheduled, { id: 'flow-2', name: 'By hand', recentStates: [] }) }, '/flows')

  const row = await rowOf('Shop to warehouse')
  expect(within(row).getByText('Last 2 runs, 1 failed')).toBeDefined()
  expect(within(row).getByRole('link', { name: 'Runs of Shop to warehouse' }).getAttribute('href')).toBe(
    '/runs?flow=flow-1',
  )
  await expect.poll(() => row.textContent).toMatch(/in \d+|tomorrow|now/)
  expect(within(await rowOf('By hand')).getByText('On demand')).toBeDefined()
})

it('shows no history where the server keeps none', async () => {
  await renderApp({ flows: withFlows({}) }, '/flows')

  expect(await rowOf('Shop to warehouse')).toBeDefined()
  expect(screen.queryByRole('columnheader', { name: 'Recent runs' })).toBeNull()
  expect(screen.queryByRole('navigation', { name: 'View' })).toBeNull()
})

it('puts flows in the order of a column, and back; the address keeps it', async () => {
  const user = userEvent.setup()
  const flows = withFlows({ name: 'Flow 10' }, { name: 'Flow 2' }, { name: 'Flow 1' })
  const { router } = await renderApp({ flows }, '/flows?sort=name')

  const head = await screen.findByRole('columnheader', { name: 'Name' })
  expect(head.getAttribute('aria-sort')).toBe('ascending')
  expect(namesInOrder()).toEqual(['Flow 1', 'Flow 2', 'Flow 10'])
  await user.click(screen.getByRole('button', { name: 'Name' }))
  expect(namesInOrder()).toEqual(['Flow 10', 'Flow 2', 'Flow 1'])
  expect(router.state.location.search).toEqual({ sort: '-name' })
  await user.click(screen.getByRole('button', { name: 'Name' }))
  expect(router.state.location.search).toEqual({})
})

it('puts flows that never ran last, whichever way the last run is ordered', async () => {
  const ranAt = (startedAt: string) => ({ lastRun: { id: 'r', status: 'succeeded', startedAt } }) as const
  const flows = withFlows(
    { name: 'Never' },
    { name: 'Old', ...ranAt('2026-01-01T00:00:00Z') },
    { name: 'New', ...ranAt('2026-02-01T00:00:00Z') },
  )
  const user = userEvent.setup()
  await renderApp({ flows }, '/flows?sort=last-run')

  expect(await screen.findByText('Never')).toBeDefined()
  expect(namesInOrder()).toEqual(['Old', 'New', 'Never'])
  await user.click(screen.getByRole('button', { name: 'Last run' }))
  expect(namesInOrder()).toEqual(['New', 'Old', 'Never'])
})

it('narrows to what one system feeds or is fed by; Back takes that away again', async () => {
  const user = userEvent.setup()
  const other = { id: 'connection-9', name: 'Lake', type: 'postgres' }
  const flows = withFlows({}, { name: 'To the lake', destinationConnection: other })
  const { router } = await renderApp({ flows }, '/flows')

  await user.click(await screen.findByRole('combobox', { name: 'From or to' }))
  await user.click(await screen.findByRole('option', { name: 'Lake' }))
  expect(namesInOrder()).toEqual(['To the lake'])
  expect(router.state.location.search).toEqual({ connection: 'connection-9' })
  router.history.back()

  expect(await screen.findByText('Shop to warehouse')).toBeDefined()
})

it('keeps only the rows in view of a long list in the page, and says how long it is', async () => {
  const flows = new MemoryFlowRepository()
  const many = Array.from({ length: 10_000 }, (_, index) => aFlow({ id: `flow-${index}`, name: `Flow ${index}` }))
  flows.list = async () => ok(many)
  await renderApp({ flows }, '/flows')

  expect(await screen.findByText('Flow 5')).toBeDefined()
  await expect.poll(() => screen.getByText('Flow 5').closest('tr')?.getAttribute('aria-rowindex')).toBe('7')
  const table = screen.getByText('Flow 5').closest('table')
  expect(table?.getAttribute('aria-rowcount')).toBe('10001')
  expect(table?.rows.length).toBeLessThan(100)
})

const changeAll = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  await ask(user, 'Change')
  await user.click(await screen.findByRole('menuitem', { name }))
}

const ask = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  await user.click(within(screen.getByRole('toolbar', { name: 'Selected' })).getByRole('button', { name }))
}

it('asks before it runs several, with what they move and cost, and leaves them to the server', async () => {
  const lastRun = { id: 'r', status: 'succeeded', rowsWritten: 1_200 } as const
  const costs = { id: 'connection-9', name: 'Bill', type: 'aws_cost_explorer_api' }
  const config = { streams: [{ entity: 'costs', mode: 'replace' as const }], transformations: [] }
  const flows = withFlows(
    { name: 'One', lastRun },
    { name: 'Two', sourceConnection: costs, config },
    { name: 'Off', enabled: false },
  )
  const user = userEvent.setup()
  const { ports } = await renderApp({ flows }, '/flows')
  await ask(user, 'Run')

  const dialog = await screen.findByRole('dialog', { name: 'Run 2 flows?' })
  expect(within(within(dialog).getByRole('list', { name: 'Left out' })).getByText('Off')).toBeDefined()
  expect(within(dialog).getByText('Their last runs wrote 1,200 rows.')).toBeDefined()
  expect(within(dialog).getByText(/At least \$0\.01/)).toBeDefined()
  expect(flows.keys).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Run' }))

  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect((ports.batches as MemoryBatchRepository).batches).toMatchObject([{ flows: 2, isChange: false }])
  expect(screen.queryByText('3 selected')).toBeNull()
})

it('tags many flows, and takes a tag from those that have it', async () => {
  const user = userEvent.setup()
  const flows = withFlows({ name: 'One', tags: ['old'] }, { name: 'Two' })
  await renderApp({ flows }, '/flows')
  await changeAll(user, 'Tags')

  const dialog = await screen.findByRole('dialog', { name: 'Tags' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Add tags' }), 'nightly, shop')
  await user.click(within(dialog).getByRole('checkbox', { name: 'old' }))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))

  await expect
    .poll(async () => {
      const listed = await flows.list('org-1')
      return listed.ok && listed.value.map(({ tags }) => tags)
    })
    .toEqual([
      ['nightly', 'shop'],
      ['nightly', 'shop'],
    ])
})

it('gives many flows one schedule', async () => {
  const user = userEvent.setup()
  const scheduled = { streams: [], transformations: [], schedule: { cron: '0 6 * * 1', timezone: 'UTC' } }
  const flows = withFlows({ name: 'One', config: scheduled }, { name: 'Two' })
  await renderApp({ flows }, '/flows')
  await expect.poll(async () => (await rowOf('One')).textContent).toMatch(/in \d+|tomorrow|now/)
  await changeAll(user, 'Schedule')

  const dialog = await screen.findByRole('dialog', { name: 'Schedule' })
  expect(within(dialog).getByText('2 flows')).toBeDefined()
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Runs' }), 'Every day')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))

  await expect
    .poll(async () => {
      const listed = await flows.list('org-1')
      return listed.ok && listed.value.every(({ config }) => config.schedule?.cron.endsWith('* * *'))
    })
    .toBe(true)
})

it('deletes several after saying what that means', async () => {
  const user = userEvent.setup()
  await renderApp({ flows: withFlows({ name: 'One' }, { name: 'Two' }, { name: 'Three' }) }, '/flows')

  await user.click(await screen.findByRole('checkbox', { name: 'Select One' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Two' }))
  await user.click(within(screen.getByRole('toolbar', { name: 'Selected' })).getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete 2 flows?' })
  expect(within(dialog).getByText('Data that they moved stays.')).toBeDefined()
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))

  expect(await within(dialog).findByText('2 of 2 done')).toBeDefined()
  await user.click(within(dialog).getByRole('button', { name: 'Done' }))
  await expect.poll(() => namesInOrder()).toEqual(['Three'])
})

it('switches several off', async () => {
  const user = userEvent.setup()
  await renderApp({ flows: withFlows({ name: 'One' }, { name: 'Two' }) }, '/flows')

  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  await user.click(screen.getByRole('button', { name: 'Switch off' }))
  const dialog = await screen.findByRole('dialog', { name: 'Switch off 2 flows?' })
  await user.click(within(dialog).getByRole('button', { name: 'Switch off' }))

  await expect
    .poll(() => screen.getAllByRole('switch').map((box) => box.getAttribute('aria-checked')))
    .toEqual(['false', 'false'])
  // The button that asked for it is gone with the selection: the keyboard goes on in the page.
  await expect.poll(() => document.activeElement?.tagName).toBe('MAIN')
})

it('narrows to a tag, an owner, or what was asked for many, and counts the filters', async () => {
  const user = userEvent.setup()
  const ada = { uid: 'ada', name: 'Ada' }
  const flows = withFlows(
    { name: 'One', tags: ['nightly'], owner: ada },
    { name: 'Two', tags: ['nightly'] },
    { name: 'Three', owner: ada },
  )
  const { router, ports } = await renderApp({ flows }, '/flows')

  await user.selectOptions(await screen.findByRole('combobox', { name: 'Tag' }), 'nightly')
  expect(namesInOrder()).toEqual(['One', 'Two'])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Owner' }), 'Ada')
  expect(namesInOrder()).toEqual(['One'])
  expect(screen.getByRole('button', { name: '2 filters' })).toBeDefined()
  expect(router.state.location.search).toEqual({ tag: 'nightly', owner: 'ada' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Owner' }), 'Nobody')
  expect(namesInOrder()).toEqual(['Two'])

  await ports.batches.start('org-1', ['flow-2'])
  await router.navigate({ to: '/flows', search: { batch: 'batch-1' } })
  await expect.poll(namesInOrder).toEqual(['Three'])
})

it('groups flows, tells how many each group has, and folds it; nothing happens to what is folded', async () => {
  const user = userEvent.setup()
  const flows = withFlows({ name: 'One', tags: ['b'] }, { name: 'Two', tags: ['a', 'b'] }, { name: 'Three' })
  const { router } = await renderApp({ flows }, '/flows')

  await user.click(await screen.findByRole('button', { name: 'Display' }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Tag' }))
  expect(router.state.location.search).toEqual({ group: 'tag' })
  expect(
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelector('[data-open], [aria-expanded]')?.textContent),
  ).toEqual(['a 1', 'Two', 'b 2', 'One', 'Two', 'None 1', 'Three'])

  await user.click(screen.getByRole('button', { name: 'b 2' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  expect(screen.getByText('2 selected')).toBeDefined()
})

it('moves through the rows by keys, selects a range, edits, and ends the selection', async () => {
  const user = userEvent.setup()
  const flows = withFlows({ name: 'One' }, { name: 'Two' }, { name: 'Three' })
  const { router } = await renderApp({ flows }, '/flows')
  await screen.findByText('Three')

  await user.keyboard('j')
  expect(document.activeElement?.textContent).toBe('One')
  await user.keyboard('xjj')
  expect(document.activeElement?.textContent).toBe('Three')
  await user.keyboard('{Shift>}X{/Shift}')
  expect(screen.getByText('3 selected')).toBeDefined()
  await user.keyboard('{Escape}')
  expect(screen.queryByText('3 selected')).toBeNull()
  await user.keyboard('k')
  expect(document.activeElement?.textContent).toBe('Two')
  await user.keyboard('/')
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search flows' }))
  await user.keyboard('j')
  await expect.poll(() => router.state.location.search).toEqual({ q: 'j' })

  await user.keyboard('{Backspace}')
  screen.getByRole<HTMLElement>('link', { name: 'Two' }).focus()
  await user.keyboard('e')
  await expect.poll(() => router.state.location.pathname).toBe('/floweditor/flow-1')
})

it('keeps a view under a name, opens it, tells that it was changed, and saves the changes', async () => {
  const user = userEvent.setup()
  const flows = withFlows({ name: 'One', tags: ['nightly'] }, { name: 'Two' })
  const { router } = await renderApp({ flows }, '/flows?tag=nightly')

  await user.click(await screen.findByRole('button', { name: 'Views' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Save as a view' }))
  const dialog = await screen.findByRole('dialog', { name: 'Save as a view' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Nightly')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await expect.poll(() => router.state.location.search).toEqual({ tag: 'nightly', saved: 'view-1' })

  await user.click(await screen.findByRole('button', { name: 'View: Nightly' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Without a view' }))
  expect(namesInOrder()).toEqual(['One', 'Two'])
  await user.click(screen.getByRole('button', { name: 'Views' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Nightly' }))
  await expect.poll(namesInOrder).toEqual(['One'])

  await router.navigate({ to: '/flows', search: { tag: 'nightly', group: 'owner', saved: 'view-1' } })
  await user.click(await screen.findByRole('button', { name: 'View: Nightly' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Save the changes' }))
  await user.click(screen.getByRole('button', { name: 'View: Nightly' }))
  await expect.poll(() => screen.queryByRole('menuitem', { name: 'Save the changes' })).toBeNull()
})

it('gives many flows one owner', async () => {
  const user = userEvent.setup()
  const flows = withFlows({ name: 'One', owner: { uid: 'grace', name: 'Grace' } }, { name: 'Two' })
  await renderApp({ flows }, '/flows')
  await changeAll(user, 'Owner')

  const dialog = await screen.findByRole('dialog', { name: 'Owner' })
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Owner' }), 'Nobody')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await expect
    .poll(async () => {
      const listed = await flows.list('org-1')
      return listed.ok && listed.value.map(({ owner }) => owner)
    })
    .toEqual([null, null])
})

it('says with a flow that some of its edits are not live', async () => {
  const draft = { changes: 3, updatedAt: '2026-01-01T00:00:00Z', updatedBy: { uid: 'ada' } }
  await renderApp({ flows: withFlows({ draft }) }, '/flows')

  const mark = await screen.findByRole('link', { name: '3 changes are not live' })
  expect(mark.getAttribute('href')).toBe('/floweditor/flow-0')
})
