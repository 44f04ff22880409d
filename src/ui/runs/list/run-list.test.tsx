import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow, serverDown } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryRejectRepository } from '../../../adapters/memory/runs/memory-reject-repository.ts'
import { MemoryRunEvents } from '../../../adapters/memory/runs/memory-run-events.ts'
import { MemoryRunRepository } from '../../../adapters/memory/runs/memory-run-repository.ts'
import type { Run } from '../../../core/runs/run.ts'
// Separate chunks, loaded first, so that the tests wait only for behaviour.
import '../page/run-page.tsx'
import './runs-page.tsx'

const orders = {
  entity: 'public.orders',
  target: 'public.orders',
  status: 'succeeded',
  rowsRead: 1_003,
  rowsWritten: 1_000,
  rowsFiltered: 3,
  rowsRejected: 0,
  bytes: 1,
}

const aRun = (changes: Partial<Run> = {}): Run => ({
  id: 'run-1',
  kind: 'move',
  flowId: 'flow-1',
  flowName: 'Shop to warehouse',
  flowVersion: 4,
  status: 'succeeded',
  trigger: 'person',
  triggeredBy: { uid: 'ada', name: 'Ada' },
  queuedAt: '2026-01-01T10:00:00Z',
  startedAt: '2026-01-01T10:00:00Z',
  finishedAt: '2026-01-01T10:00:02Z',
  streams: [orders],
  ...changes,
})

function withRuns(...known: readonly Run[]) {
  const runs = new MemoryRunRepository()
  for (const run of known) runs.put('org-1', run)
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow({ recentStates: ['succeeded'] }))
  flows.put('org-1', aFlow({ id: 'flow-2', name: 'Invoices', recentStates: [] }))
  return { runs, flows }
}

it('says which part of a table was read, and what is to be known of it', async () => {
  const window = { cursor: 'changed_at', from: '2024-01-01 00:00:00.000002+00', until: '2024-01-01 00:10:00.000003+00' }
  const notes = ['The table public.orders gets new columns: at (date).']
  await renderApp(withRuns(aRun({ streams: [{ ...orders, window, notes }] })), '/runs/run-1')

  const tables = await screen.findByRole('table', { name: 'Tables' })
  await userEvent.click(within(tables).getByRole('button', { name: 'public.orders' }))
  expect(tables.textContent).toContain(
    'By changed_at: from 2024-01-01 00:00:00.000002+00 up to 2024-01-01 00:10:00.000003+00',
  )
  expect(tables.textContent).toContain(notes[0])
})

it('shows rows that the destination could not hold, and sends them again', async () => {
  const rejects = new MemoryRejectRepository()
  const fakes = { ...withRuns(aRun({ streams: [{ ...orders, rowsRead: 1_005, rowsRejected: 2 }] })), rejects }
  const range = 'accepts whole numbers from -32768 to 32767'
  fakes.rejects.rejected = {
    columns: [{ name: 'qty', type: 'bigint' }],
    rows: [
      { id: 1, row: 5, column: 'qty', rule: range, values: ['100000'], isSent: false },
      { id: 2, row: 9, column: 'qty', rule: range, values: ['100001'], isSent: false },
    ],
  }
  const values = [{ value: '100000', rows: 1 }]
  const mend = { kind: 'widen', type: 'bigint' } as const
  fakes.rejects.found = [{ column: 'qty', rule: range, rows: 2, kept: 2, values, mends: [{ mend, rows: 2 }] }]
  fakes.rejects.pageSize = 1
  const user = userEvent.setup()
  await renderApp(fakes, '/runs/run-1')

  expect(await screen.findByText('2 rows rejected')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Show them' }))
  const rows = await screen.findByRole('region', { name: 'Rejected rows of public.orders' })
  expect(screen.getByRole('list', { name: 'Why rows were rejected' }).textContent).toContain(`qty ${range}2 rows`)
  expect(rows.textContent).toContain('100000')
  expect(rows.textContent).not.toContain('100001')
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await within(rows).findByText('100001')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Send all again' }))
  expect(await screen.findByText('Being sent again.')).toBeDefined()
  expect(fakes.rejects.replayed).toEqual([{ runId: 'run-1', pick: { entity: 'public.orders' } }])
})

it('has the tables of its rejected rows as parts of its page', async () => {
  const fakes = withRuns(aRun({ streams: [{ ...orders, rowsRead: 1_005, rowsRejected: 2 }] }))
  await renderApp(fakes, '/runs/run-1?tab=rejects')
  expect(await screen.findByRole('heading', { level: 2, name: 'public.orders · 2 rows rejected' })).toBeDefined()
})

it('is a click away, and tells everything about each run', async () => {
  const user = userEvent.setup()
  await renderApp(withRuns(aRun()), '/flows')

  await user.click(await screen.findByRole('link', { name: 'Runs' }))

  const row = (await screen.findByText('By Ada')).closest('tr') as HTMLElement
  for (const words of ['Succeeded', 'By Ada', '2s', '1,003 read', '3 filtered', '1/1'])
    expect(row.textContent).toContain(words)
  expect(within(row).queryAllByRole('img', { name: /^(Verified|Counted)/ }).length).toBeLessThan(2)
})

it.each(['compact', 'comfortable'])('shows source and destination of a run in %s rows', async (density) => {
  await renderApp(withRuns(aRun()), `/runs?density=${density}`)

  const row = (await screen.findByText('By Ada')).closest('tr') as HTMLElement
  expect(row.textContent).toContain('ShopWarehouse')
})

it('says in the row why a run failed, and puts no tick there', async () => {
  const error = { code: 'REFUSED', message: 'Warehouse did not accept the password of “ada”.' }
  await renderApp(withRuns(aRun({ status: 'failed', error })), '/runs')

  const row = await screen.findByRole('row', { name: /Shop to warehouse/ })
  expect(within(row).getByTitle(error.message).textContent).toBe(error.message)
  expect(within(row).queryByRole('img', { name: /^Verified/ })).toBeNull()
})

it('finds runs by words, which are in the address', async () => {
  const user = userEvent.setup()
  const error = { code: 'REFUSED', message: 'Wrong password' }
  const fakes = withRuns(aRun(), aRun({ id: 'run-2', flowName: 'Invoices', status: 'failed', error }))
  const { router } = await renderApp(fakes, '/runs')
  expect(await screen.findAllByRole('row')).toHaveLength(3)

  await user.type(screen.getByRole('searchbox', { name: 'Search runs' }), 'PASSword')

  await expect.poll(() => screen.getAllByRole('row').length).toBe(2)
  expect(screen.getByRole('row', { name: /Invoices/ })).toBeDefined()
  expect(router.state.location.search).toEqual({ q: 'PASSword' })
  expect(fakes.runs.filter).toEqual({ text: 'PASSword' })
})

it('is walked with the arrow keys, and Enter opens a run', async () => {
  const user = userEvent.setup()
  const fakes = withRuns(aRun(), aRun({ id: 'run-2' }), aRun({ id: 'run-3' }))
  const { router } = await renderApp(fakes, '/runs')
  const [first, , last] = await screen.findAllByRole('link', { name: 'Shop to warehouse' })

  first?.focus()
  await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(last)
  await user.keyboard('{Enter}')

  await expect.poll(() => router.state.location.pathname).toBe('/runs/run-1')
})

it('says of no row that it was filtered where steps made others of them', async () => {
  await renderApp(withRuns(aRun({ combinesRows: true })), '/runs')

  const row = (await screen.findByText('By Ada')).closest('tr') as HTMLElement
  expect(row.textContent).toContain('1,003 read')
  expect(row.textContent).not.toContain('filtered')
})

it('tells rows that steps have made of others, and counts them in', async () => {
  const joined = { ...orders, rowsRead: 500, rowsAdded: 503 }
  await renderApp(withRuns(aRun({ streams: [joined] })), '/runs')

  const row = (await screen.findByText('By Ada')).closest('tr') as HTMLElement
  expect(row.textContent).toContain('500 read · 503 added by steps · 3 filtered')
})

it('never shows a run that rejected rows as plainly succeeded', async () => {
  await renderApp(withRuns(aRun({ streams: [{ ...orders, rowsRead: 1_005, rowsRejected: 2 }] })), '/runs')

  const row = await screen.findByRole('row', { name: /Shop to warehouse/ })
  expect(row.textContent).toContain('2 rejected (0.2%)')
  expect(row.textContent).not.toContain('Succeeded')
})

it('is narrowed by state, flow and period, all in the address', async () => {
  const user = userEvent.setup()
  const fakes = withRuns(aRun(), aRun({ id: 'run-2', flowId: 'flow-2', flowName: 'Invoices', status: 'failed' }))
  const { router } = await renderApp(fakes, '/runs?state=failed')

  expect(await screen.findByRole('row', { name: /Invoices/ })).toBeDefined()
  expect(screen.queryByRole('row', { name: /Shop to warehouse/ })).toBeNull()
  await user.click(screen.getByRole('combobox', { name: 'Flow' }))
  await user.click(await screen.findByRole('option', { name: 'Shop to warehouse' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), 'In the last 24 hours')

  expect(await screen.findByText('No runs match your filters')).toBeDefined()
  expect(fakes.runs.filter).toEqual({ state: 'failed', flowId: 'flow-1', period: '24h' })
  expect(router.state.location.search).toEqual({ state: 'failed', flow: 'flow-1', period: '24h' })
  await user.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(await screen.findAllByRole('row')).toHaveLength(3)
  expect(router.state.location.search).toEqual({})
})

it('tells a scheduled run that was late from one that was skipped, and shows only those', async () => {
  const user = userEvent.setup()
  const late = { trigger: 'schedule', scheduledFor: '2026-01-01T07:00:00Z' }
  const skipped = { ...late, status: 'cancelled', error: { code: 'RUN_SKIPPED', message: 'Skipped.' } } as const
  const fakes = withRuns(aRun(), aRun({ id: 'run-2', ...late }), aRun({ id: 'run-3', ...skipped, streams: [] }))
  const { router } = await renderApp(fakes, '/runs')
  expect(await screen.findAllByRole('row')).toHaveLength(4)

  await user.selectOptions(screen.getByRole('combobox', { name: 'Started by' }), 'On schedule')

  await expect.poll(() => screen.getAllByRole('row').length).toBe(3)
  expect(screen.getAllByText('On schedule, 3h late')).toHaveLength(2)
  expect(
    screen
      .getAllByRole('row')
      .map((row) => row.textContent)
      .join(),
  ).toMatch(/Skipped/)
  expect(router.state.location.search).toEqual({ trigger: 'schedule' })
})

it('names the flow after which a run started, or how many', async () => {
  const [orders, customers] = ['Orders', 'Customers'].map((flowName) => ({
    runId: flowName,
    flowId: flowName,
    flowName,
  }))
  const after = (...startedAfter: (typeof orders)[]) => ({
    trigger: 'flow',
    startedAfter: startedAfter.flatMap((run) => run ?? []),
  })
  const both = aRun({ id: 'run-2', ...after(orders, customers) })
  await renderApp(withRuns(aRun(after(orders)), both, aRun({ id: 'run-3', ...after() })), '/runs?trigger=flow')

  expect(await screen.findByText('After Orders')).toBeDefined()
  expect(screen.getByText('After 2 flows').getAttribute('title')).toBe('Orders, Customers')
  expect(screen.getAllByText('After another flow').some(({ tagName }) => tagName !== 'OPTION')).toBe(true)
})

it('leaves dry runs out, or shows only those', async () => {
  const user = userEvent.setup()
  const fakes = withRuns(aRun(), aRun({ id: 'run-2', flowName: 'Tried', kind: 'dry-run' }))
  const { router } = await renderApp(fakes, '/runs?dry=no')
  expect(await screen.findByRole('row', { name: /Shop to warehouse/ })).toBeDefined()
  expect(screen.queryByRole('row', { name: /Tried/ })).toBeNull()

  await user.selectOptions(screen.getByRole('combobox', { name: 'Dry runs' }), 'Dry runs only')

  expect(await screen.findByRole('row', { name: /Tried/ })).toBeDefined()
  expect(screen.getAllByRole('row')).toHaveLength(2)
  expect(router.state.location.search).toEqual({ dry: 'only' })
})

it('says why a queued run waits, and its place in the line', async () => {
  const waiting = (id: string, active: number, before: number) =>
    aRun({ id, status: 'queued', streams: [], waiting: { active, allowed: 5, before } })
  const ofClass = { active: 0, allowed: 5, before: 0, class: 'large', workers: 0 }
  const runs = [
    waiting('run-1', 5, 0),
    waiting('run-2', 1, 2),
    aRun({
      id: 'run-3',
      status: 'queued',
      streams: [],
      waiting: { of: 'organization', active: 2, allowed: 2, before: 0 },
    }),
    aRun({ id: 'run-4', status: 'queued', streams: [], waiting: ofClass }),
  ]
  await renderApp(withRuns(...runs), '/runs')

  expect(await screen.findByText('Waiting: 5 of 5 runs of the owner active')).toBeDefined()
  expect(await screen.findByText('Waiting for a free worker: number 3')).toBeDefined()
  expect(await screen.findByText('Waiting: 2 runs of the organization active, the most allowed')).toBeDefined()
  expect(await screen.findByText('Waiting: no worker of the class “large” runs')).toBeDefined()
})

it('shows the stretch of time that a chart was clicked at, until it is taken away', async () => {
  const user = userEvent.setup()
  const fakes = withRuns(aRun(), aRun({ id: 'run-2', flowName: 'Later', queuedAt: '2026-01-02T10:00:00Z' }))
  const stretch = 'from=2026-01-02T00:00:00.000Z&to=2026-01-03T00:00:00.000Z'
  const { router } = await renderApp(fakes, `/runs?${stretch}`)

  expect(await screen.findByRole('row', { name: /Later/ })).toBeDefined()
  expect(screen.getAllByRole('row')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: /^From Jan 2/ }))

  await expect.poll(() => screen.queryAllByRole('row')).toHaveLength(3)
  expect(router.state.location.search).toEqual({})
})

it('is as it was for whoever comes back from a run, by either way', async () => {
  const user = userEvent.setup()
  const { router } = await renderApp(withRuns(aRun()), '/runs?state=succeeded')

  await user.click(await screen.findByRole('link', { name: 'Shop to warehouse' }))
  expect(await screen.findByRole('heading', { level: 1, name: /Shop to warehouse/ })).toBeDefined()
  expect(router.state.location.pathname).toBe('/runs/run-1')
  act(() => router.history.back())
  await expect.poll(() => document.activeElement?.textContent).toBe('Shop to warehouse')
  expect(router.state.location.href).toBe('/runs?state=succeeded')

  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('tab', { name: 'Attempts' }))
  const breadcrumb = screen.getByRole('navigation', { name: 'Breadcrumb' })
  await user.click(within(breadcrumb).getByRole('link', { name: 'Runs' }))
  await expect.poll(() => router.state.location.href).toBe('/runs?state=succeeded')
})

it.each([
  ['/flows?view=runs&state=failed&period=7d', '/runs?state=failed&period=7d'],
  ['/flows?view=runs&run=run-1&log=error', '/runs/run-1?log=error'],
  ['/flows?view=runs&dialog=nonsense&flow=flow-1', '/runs?flow=flow-1'],
  ['/flows?run=run-1', '/runs/run-1'],
  ['/floweditor/flow-1?run=run-1', '/runs/run-1'],
  ['/floweditor/flow-1?tab=runs&run=run-1', '/floweditor/flow-1?tab=runs&run=run-1'],
])('an old address still leads there: %s', async (old, now) => {
  const { router } = await renderApp(withRuns(aRun()), old)
  await expect.poll(() => router.state.location.href).toBe(now)
})

it('shows earlier ones when asked, and says below the button when they could not be loaded', async () => {
  const fakes = withRuns(aRun(), aRun({ id: 'run-2' }), aRun({ id: 'run-3' }))
  fakes.runs.pageSize = 2
  const user = userEvent.setup()
  await renderApp(fakes, '/runs')

  const more = await screen.findByRole('button', { name: 'Show earlier runs' })
  fakes.runs.failNext(serverDown)
  await user.click(more)
  expect((await screen.findByRole('alert')).textContent).toMatch(/HTTP error/)
  expect(screen.getAllByRole('row')).toHaveLength(3)
  await user.click(more)

  await expect.poll(() => screen.getAllByRole('row')).toHaveLength(4)
  expect(screen.queryByRole('button', { name: 'Show earlier runs' })).toBeNull()
})

it('hears of a run that begins while it is open', async () => {
  const runEvents = new MemoryRunEvents()
  const fakes = withRuns(aRun())
  await renderApp({ ...fakes, runEvents }, '/runs')
  expect(await screen.findAllByRole('row')).toHaveLength(2)

  const run = aRun({ id: 'run-2', status: 'queued', streams: [] })
  fakes.runs.put('org-1', run)
  act(() => runEvents.emit('org-1', { type: 'run', run }))

  await expect.poll(() => screen.getAllByRole('row')).toHaveLength(3)
})

it('leads to the flows while nothing has run', async () => {
  await renderApp(withRuns(), '/runs')

  expect(await screen.findByText('No runs yet')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go to the flows' }).getAttribute('href')).toBe('/flows')
})

it('says in place that runs could not be loaded, or are not kept on this server', async () => {
  const fakes = withRuns(aRun())
  fakes.runs.failNext(serverDown)
  const user = userEvent.setup()
  await renderApp(fakes, '/runs')

  expect(await screen.findByText('Runs could not be loaded')).toBeDefined()
  expect(screen.queryAllByText(/HTTP error/)).toHaveLength(1)
  fakes.runs.failNext({ kind: 'not-offered' })
  await user.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByText('Not on this server yet')).toBeDefined()
})

it('an address with a word that is no id of a flow has no runs, and one click shows all', async () => {
  const user = userEvent.setup()
  const runs = new MemoryRunRepository()
  runs.put('org-1', aRun())
  const refusal = { field: 'flow' }
  runs.failNextOf('list', { kind: 'http', status: 422, statusText: '', code: 'INVALID', refusal })
  await renderApp({ runs }, '/runs?flow=nonsense')

  expect(await screen.findByText('No runs match your filters')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(await screen.findByRole('row', { name: /Shop to warehouse/ })).toBeDefined()
})

it('says once how many rows there were where all that were read were written', async () => {
  await renderApp(withRuns(aRun({ streams: [{ ...orders, rowsRead: 1_000, rowsFiltered: 0 }] })), '/runs')

  const row = (await screen.findByText('By Ada')).closest('tr') as HTMLElement
  expect(row.textContent).toContain('2s1,0001/1')
  expect(row.textContent).not.toContain('read')
})

it('says of a backfill that it is one', async () => {
  await renderApp(withRuns(aRun({ kind: 'backfill' })), '/runs')

  const row = (await screen.findByText('By Ada')).closest('tr') as HTMLElement
  expect(row.textContent).toContain('Backfill')
})
