import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow, serverDown } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryConnectionRepository } from '../../../adapters/memory/connections/memory-connection-repository.ts'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryRunEvents } from '../../../adapters/memory/runs/memory-run-events.ts'
import { MemoryRunRepository } from '../../../adapters/memory/runs/memory-run-repository.ts'
import { OrganizationStore } from '../../../core/organizations/organization-store.ts'
import type { Run } from '../../../core/runs/run.ts'

async function anEditor() {
  const connections = new MemoryConnectionRepository()
  const flows = new MemoryFlowRepository()
  for (const name of ['Shop', 'Warehouse']) {
    await connections.add('org-1', { name, type: 'postgres', capability: 'both', integrationId: 'i', config: {} })
  }
  connections.entities = [
    {
      name: 'public.orders',
      columns: [
        { name: 'id', type: 'bigint' },
        { name: 'note', type: 'text' },
      ],
    },
    { name: 'public.customers', columns: [{ name: 'email', type: 'text' }] },
  ]
  flows.put('org-1', aFlow())
  const saved = async () => {
    const flow = await flows.get('org-1', 'flow-1')
    return flow.ok ? flow.value : undefined
  }
  return { connections, flows, runs: new MemoryRunRepository(), runEvents: new MemoryRunEvents(), saved }
}

const aRun = (changes: Partial<Run> = {}): Run => ({
  id: 'run-1',
  kind: 'move',
  flowId: 'flow-1',
  status: 'running',
  startedAt: '2026-01-01T10:00:00Z',
  streams: [
    {
      entity: 'public.orders',
      target: 'public.orders',
      status: 'running',
      rowsRead: 600,
      rowsWritten: 500,
      rowsFiltered: 0,
      rowsRejected: 0,
      bytes: 4_200,
      estimatedRows: 1_000,
    },
  ],
  ...changes,
})

it('says that a flow does not exist', async () => {
  await renderApp({}, '/floweditor/nowhere')

  expect(await screen.findByText('This flow does not exist')).toBeDefined()
  expect(screen.getByText(/is in another organization/)).toBeDefined()
})

it('opens a flow of another organization of the person, which becomes active', async () => {
  const { flows, ...fakes } = await anEditor()
  const organization = new OrganizationStore()
  const [first, second] = [
    { id: 'org-2', name: 'Difference Engines', roles: ['owner'] },
    { id: 'org-1', name: 'Analytical Engines', roles: ['owner'] },
  ]
  organization.load([first, second])
  await renderApp({ ...fakes, flows, organization }, '/floweditor/flow-1')

  expect(await screen.findByLabelText('Name of the flow')).toBeDefined()
  expect(organization.get().active).toEqual(second)
})

it('does not say that a flow is nowhere while an organization could not be asked', async () => {
  const { flows, ...fakes } = await anEditor()
  const organization = new OrganizationStore()
  organization.load([
    { id: 'org-2', name: 'Difference Engines' },
    { id: 'org-1', name: 'Analytical Engines' },
  ])
  flows.get = async (organizationId) => ({
    ok: false,
    failure: { kind: 'http', status: organizationId === 'org-2' ? 404 : 503, statusText: '' },
  })
  await renderApp({ ...fakes, flows, organization }, '/floweditor/flow-1')

  expect(await screen.findByText('The flow could not be loaded')).toBeDefined()
})

it('saves a new name by itself', async () => {
  const { saved, ...fakes } = await anEditor()
  const user = userEvent.setup()
  await renderApp(fakes, '/floweditor/flow-1')

  const name = await screen.findByLabelText('Name of the flow')
  await user.clear(name)
  await user.type(name, 'Orders at night')

  await expect.poll(async () => (await saved())?.name).toBe('Orders at night')
  expect(await screen.findByText('Saved')).toBeDefined()
})

it('keeps what could not be saved and saves it on retry', async () => {
  const { saved, ...fakes } = await anEditor()
  const user = userEvent.setup()
  await renderApp(fakes, '/floweditor/flow-1')
  await user.type(await screen.findByLabelText('Name of the flow'), '!')
  fakes.flows.failNextOf('update', serverDown)

  expect(await screen.findByText('Could not save')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await screen.findByText('Saved')).toBeDefined()
  expect((await saved())?.name).toBe('Shop to warehouse!')
})

it('lets the person choose when the flow was changed elsewhere', async () => {
  const { saved, ...fakes } = await anEditor()
  const user = userEvent.setup()
  await renderApp(fakes, '/floweditor/flow-1')
  await screen.findByLabelText('Name of the flow')
  await fakes.flows.update('org-1', 'flow-1', { enabled: false }, 1)

  await user.type(screen.getByLabelText('Name of the flow'), '!')
  await user.click(await screen.findByRole('button', { name: 'Keep my version' }))

  expect(await screen.findByText('Saved')).toBeDefined()
  expect(await saved()).toMatchObject({ name: 'Shop to warehouse!', enabled: false })
})

it('moves everything until tables are chosen, then only those with the columns wanted', async () => {
  const { saved, ...fakes } = await anEditor()
  const user = userEvent.setup()
  await renderApp(fakes, '/floweditor/flow-1')

  expect(await screen.findByText(/All 2 tables/)).toBeDefined()
  await user.click(screen.getByRole('radio', { name: 'Chosen tables' }))
  await user.click(screen.getByRole('checkbox', { name: 'public.customers' }))
  await user.click(screen.getByRole('button', { name: 'Settings of public.orders' }))
  await user.click(await screen.findByRole('checkbox', { name: 'note' }))
  await user.clear(screen.getByLabelText('Name in the destination'))
  await user.type(screen.getByLabelText('Name in the destination'), 'mart.orders')

  await expect
    .poll(async () => (await saved())?.config.streams)
    .toEqual([{ entity: 'public.orders', mode: 'replace', columns: ['id'], target: 'mart.orders' }])
})

it('adds or updates rows, and reads only what is new, where a person says so', async () => {
  const { saved, ...fakes } = await anEditor()
  const user = userEvent.setup()
  await renderApp(fakes, '/floweditor/flow-1')

  await user.click(await screen.findByRole('radio', { name: 'Chosen tables' }))
  await user.click(screen.getByRole('checkbox', { name: 'public.customers' }))
  await user.click(screen.getByRole('button', { name: 'Settings of public.orders' }))
  expect(screen.queryByLabelText('Rows to read')).toBeNull()
  const mode = await screen.findByLabelText('Existing rows')
  await user.selectOptions(mode, 'Update and add by key')
  await user.selectOptions(screen.getByLabelText('Key'), 'id')
  await user.selectOptions(screen.getByLabelText('Rows to read'), 'What is new by id')

  await expect
    .poll(async () => (await saved())?.config.streams)
    .toEqual([{ entity: 'public.orders', mode: 'upsert', key: ['id'], cursor: 'id' }])
})

it('never saves an empty choice, which would mean everything', async () => {
  const { saved, ...fakes } = await anEditor()
  const user = userEvent.setup()
  await renderApp(fakes, '/floweditor/flow-1')

  await user.click(await screen.findByRole('radio', { name: 'Chosen tables' }))
  await user.click(screen.getByRole('button', { name: 'None' }))

  expect(screen.getByText(/Choose at least one table/)).toBeDefined()
  await expect.poll(async () => (await saved())?.config.streams).toHaveLength(2)
})

it('forgets the tables of the old source when another is chosen', async () => {
  const { saved, ...fakes } = await anEditor()
  fakes.flows.put(
    'org-1',
    aFlow({ config: { streams: [{ entity: 'public.orders', mode: 'replace' }], transformations: [] } }),
  )
  const user = userEvent.setup()
  await renderApp(fakes, '/floweditor/flow-1')

  const source = await screen.findByLabelText('Source')
  await user.click(source)
  await user.click(await screen.findByRole('option', { name: 'Warehouse' }))

  await expect.poll(async () => (await saved())?.config.streams).toEqual([])
  expect((await saved())?.sourceConnection).toMatchObject({ name: 'Warehouse' })
})

it('runs the flow and shows what happens on the canvas and among the runs', async () => {
  const { saved: _saved, ...fakes } = await anEditor()
  fakes.runs.put('org-1', aRun(), [{ id: 1, at: '2026-01-01T10:00:00Z', level: 'info', message: 'It has begun.' }])
  const user = userEvent.setup()
  const { router } = await renderApp(fakes, '/floweditor/flow-1')

  await user.click(await screen.findByRole('button', { name: 'Run' }))
  expect(await screen.findByText('Flow run triggered successfully!')).toBeDefined()
  expect(router.state.location.search).toEqual({ tab: 'runs', run: 'run-1' })
  act(() => fakes.runEvents.emit('org-1', { type: 'run', run: aRun() }))

  const canvas = screen.getByRole('application', { name: 'Flow' })
  expect(await within(canvas).findByText(/^600 rows/)).toBeDefined()
  expect(within(canvas).getByText(/^500 rows/)).toBeDefined()
  expect(await screen.findByText('It has begun.')).toBeDefined()
})

it('shows the error of a run with what to do about it', async () => {
  const { saved: _saved, ...fakes } = await anEditor()
  const error = { code: 'PERMISSION_DENIED', message: 'No permission to write public.orders.', hint: 'Grant INSERT.' }
  fakes.runs.put('org-1', aRun({ status: 'failed', finishedAt: '2026-01-01T10:00:03Z', error }))

  await renderApp(fakes, '/floweditor/flow-1?tab=runs&run=run-1')

  expect(await screen.findByText('No permission to write public.orders.')).toBeDefined()
  expect(screen.getByText('Grant INSERT.')).toBeDefined()
})

it('shows one speed and one clock, on the canvas and beside it', async () => {
  const { saved: _saved, ...fakes } = await anEditor()
  const pace = [
    { at: 0, rowsRead: 0 },
    { at: 2_000, rowsRead: 600 },
  ]
  const minuteAgo = new Date(Date.now() - 61_000).toISOString()
  fakes.runs.put('org-1', aRun({ pace, startedAt: minuteAgo }))
  fakes.flows.put('org-1', aFlow({ lastRun: { id: 'run-1', status: 'running' } }))
  await renderApp(fakes, '/floweditor/flow-1?tab=runs&run=run-1')

  await expect.poll(() => screen.queryAllByText('300 rows/s')).toHaveLength(2)
  expect(screen.getAllByText(/rows\/s/)).toHaveLength(2)
  const clocks = document.body.textContent.match(/\b1m \d+s/g) ?? []
  expect(clocks.length).toBeGreaterThan(2)
  expect(new Set(clocks).size).toBe(1)
})
