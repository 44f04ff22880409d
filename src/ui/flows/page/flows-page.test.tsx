import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aConnection, aFlow, serverDown } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryConnectionRepository } from '../../../adapters/memory/connections/memory-connection-repository.ts'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryRunEvents } from '../../../adapters/memory/runs/memory-run-events.ts'
import { MemoryRunRepository } from '../../../adapters/memory/runs/memory-run-repository.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { OrganizationStore } from '../../../core/organizations/organization-store.ts'
import type { Run } from '../../../core/runs/run.ts'

const aRun = (changes: Partial<Run> = {}): Run => ({
  id: 'run-1',
  kind: 'move',
  flowId: 'flow-1',
  status: 'running',
  startedAt: new Date().toISOString(),
  streams: [],
  ...changes,
})

const stream = {
  entity: 'public.orders',
  target: 'public.orders',
  status: 'running',
  rowsFiltered: 0,
  rowsRejected: 0,
  bytes: 0,
}

function withFlows(...known: readonly Flow[]) {
  const flows = new MemoryFlowRepository()
  for (const flow of known) flows.put('org-1', flow)
  return flows
}

it('says what a flow is while there is none', async () => {
  await renderApp({}, '/flows')

  expect(await screen.findByText('No flows yet')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Create your first flow' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Use sample data' })).toBeDefined()
})

it('says in place that flows could not be loaded, and shows no toast', async () => {
  const flows = withFlows(aFlow())
  flows.failNext(serverDown)
  const user = userEvent.setup()
  await renderApp({ flows }, '/flows')

  expect(await screen.findByText('Flows could not be loaded')).toBeDefined()
  expect(screen.getByRole('region', { name: 'Notifications' }).textContent).toBe('')
  await user.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByText('Shop to warehouse')).toBeDefined()
})

it('shows how the last run went', async () => {
  const lastRun = {
    id: 'run-1',
    status: 'succeeded',
    startedAt: '2026-01-01T10:00:00Z',
    finishedAt: '2026-01-01T10:00:02Z',
    rowsWritten: 12_400,
  } as const
  await renderApp({ flows: withFlows(aFlow({ lastRun })) }, '/flows?density=comfortable')

  const row = await screen.findByRole('row', { name: /Shop to warehouse/ })
  expect(within(row).getByText('Succeeded')).toBeDefined()
  expect(within(row).getByText('12,400')).toBeDefined()
  expect(row.textContent).toContain(' · 2s')
})

it('keeps search and state in the address', async () => {
  const failed = { id: 'run-1', status: 'failed' } as const
  const flows = withFlows(aFlow(), aFlow({ id: 'flow-2', name: 'Invoices', lastRun: failed }))
  const user = userEvent.setup()
  const { router } = await renderApp({ flows }, '/flows')

  await user.click(await screen.findByRole('radio', { name: 'Failed 1' }))
  expect(screen.queryByText('Shop to warehouse')).toBeNull()
  expect(router.state.location.search).toEqual({ state: 'failed' })
  await user.type(screen.getByLabelText('Search flows'), 'zebra')

  expect(await screen.findByText('No flows match your filters')).toBeDefined()
})

it('starts a run and says so', async () => {
  const flows = withFlows(aFlow())
  const user = userEvent.setup()
  await renderApp({ flows }, '/flows')

  await user.click(await screen.findByRole('button', { name: 'Run' }))

  expect(await screen.findByText('Flow run triggered successfully!')).toBeDefined()
  expect(flows.keys).toHaveLength(1)
})

it('says why a run could not be started', async () => {
  const flows = withFlows(aFlow())
  const user = userEvent.setup()
  await renderApp({ flows }, '/flows')
  flows.failNextOf('run', { ...serverDown, serverMessage: 'The queue is full.' })

  await user.click(await screen.findByRole('button', { name: 'Run' }))

  expect(await screen.findByText('Failed to trigger flow run')).toBeDefined()
  expect(screen.getByText('The queue is full.')).toBeDefined()
})

it('shows a run as it happens, and its end', async () => {
  const runEvents = new MemoryRunEvents()
  const runs = new MemoryRunRepository()
  const run = aRun({ streams: [{ ...stream, rowsRead: 500, rowsWritten: 400, estimatedRows: 1_000 }] })
  runs.put('org-1', run)
  await renderApp({ flows: withFlows(aFlow()), runEvents, runs }, '/flows')
  const row = await screen.findByRole('row', { name: /Shop to warehouse/ })

  act(() => runEvents.emit('org-1', { type: 'run', run }))
  expect(await within(row).findByText('Running')).toBeDefined()
  expect(within(row).getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow')).toBe('50')
  expect(within(row).getByRole('button', { name: 'Cancel' })).toBeDefined()

  const finishedAt = new Date().toISOString()
  act(() =>
    runEvents.emit('org-1', { type: 'run', run: { ...run, status: 'succeeded', finishedAt, rowsWritten: 1_000 } }),
  )
  expect(await within(row).findByText('Succeeded')).toBeDefined()
  expect(within(row).getByText('1,000')).toBeDefined()
})

it('asks before it cancels a run', async () => {
  const runs = new MemoryRunRepository()
  runs.put('org-1', aRun({ streams: [{ ...stream, rowsRead: 500, rowsWritten: 400 }] }))
  const lastRun = { id: 'run-1', status: 'running' } as const
  const user = userEvent.setup()
  await renderApp({ flows: withFlows(aFlow({ lastRun })), runs }, '/flows')

  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Cancel this run?' })
  expect(dialog.textContent).toContain('Rows read: 500.')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel the run' }))

  expect(await runs.get('org-1', 'run-1')).toMatchObject({ value: { status: 'cancelled' } })
})

it('creates a flow between two connections and opens it', async () => {
  const connections = new MemoryConnectionRepository()
  const { id: _id, integrationId = '', ...shop } = aConnection()
  await connections.add('org-1', { ...shop, type: 'postgres', integrationId })
  await connections.add('org-1', { ...shop, name: 'Warehouse', type: 'postgres', integrationId })
  const user = userEvent.setup()
  const { router, ports } = await renderApp({ connections }, '/flows?dialog=add')

  await user.click(await screen.findByRole('button', { name: 'Create flow' }))
  expect(screen.getByText('Source is required')).toBeDefined()
  expect(screen.getByText('Destination is required')).toBeDefined()
  await user.click(screen.getByRole('combobox', { name: 'Source' }))
  await user.click(await screen.findByRole('option', { name: /^Shop/ }))
  await user.type(screen.getByRole('combobox', { name: 'Destination' }), 'ware{Enter}')
  await user.click(screen.getByRole('button', { name: 'Create flow' }))

  expect(await screen.findByDisplayValue('Shop to Warehouse')).toBeDefined()
  expect(router.state.location.pathname).toBe('/floweditor/flow-1')
  expect(await ports.flows.list('org-1')).toMatchObject({ value: [{ name: 'Shop to Warehouse' }] })
})

it('adds a source inside of the dialog, and comes back with it chosen', async () => {
  const connections = new MemoryConnectionRepository()
  const { id: _id, integrationId = '', ...shop } = aConnection()
  await connections.add('org-1', {
    ...shop,
    name: 'Warehouse',
    type: 'postgres',
    capability: 'destination',
    integrationId,
  })
  const user = userEvent.setup()
  await renderApp({ connections }, '/flows?dialog=add')

  await user.type(await screen.findByLabelText('Name'), 'Nightly')
  await user.click(screen.getByRole('combobox', { name: 'Source' }))
  await user.click(await screen.findByRole('option', { name: 'Add a source' }))
  await user.click(await screen.findByRole('button', { name: /^PostgreSQL/ }))
  for (const [label, value] of [
    ['Name', 'Shop'],
    ['Host', 'db.example'],
    ['User', 'reader'],
    ['Password', 'secret'],
    ['Database name', 'shop'],
  ] as const) {
    const field = await screen.findByLabelText(label)
    await user.clear(field)
    await user.type(field, value)
  }
  await user.click(screen.getByRole('button', { name: 'Test and save' }))

  expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Source' })).value).toBe('Shop')
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Destination' }).value).toBe('Warehouse')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Nightly')
})

it('switches a flow off, after which it cannot be run', async () => {
  const user = userEvent.setup()
  await renderApp({ flows: withFlows(aFlow()) }, '/flows')

  await user.click(await screen.findByRole('switch', { name: 'Enabled: Shop to warehouse' }))

  await expect
    .poll(() => screen.getByRole('button', { name: 'Run' }).getAttribute('aria-description'))
    .toBe('The flow is switched off')
})

it('says why a viewer cannot switch a flow off', async () => {
  const organization = new OrganizationStore()
  organization.load([{ id: 'org-1', name: 'Analytical Engines', roles: ['viewer'] }])
  const flows = withFlows(aFlow())
  const user = userEvent.setup()
  await renderApp({ flows, organization }, '/flows')

  const enabled = await screen.findByRole<HTMLInputElement>('switch', { name: 'Enabled: Shop to warehouse' })
  expect(enabled.getAttribute('aria-description')).toBe('Needs at least the role Editor')
  await user.click(enabled)
  expect(enabled.checked).toBe(true)
  expect(await flows.get('org-1', 'flow-1')).toMatchObject({ value: { enabled: true } })
})

it('duplicates and deletes from the menu of a row', async () => {
  const user = userEvent.setup()
  await renderApp({ flows: withFlows(aFlow({ id: 'original' })) }, '/flows')

  await user.click(await screen.findByRole('button', { name: 'More for Shop to warehouse' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
  expect(await screen.findByText('Shop to warehouse (copy)')).toBeDefined()

  await user.click(screen.getByRole('button', { name: 'More for Shop to warehouse' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))

  await expect.poll(() => screen.queryByText('Shop to warehouse')).toBeNull()
})
