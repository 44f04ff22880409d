import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow, serverDown } from '../../../test/support/builders.ts'
import { renderApp } from '../../../test/support/render-app.tsx'
import { MemoryIntegrationRepository } from '../../adapters/memory/connections/memory-integration-repository.ts'
import { MemoryFlowRepository } from '../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryAlertRepository } from '../../adapters/memory/organizations/memory-alert-repository.ts'
import { MemoryBudgetRepository } from '../../adapters/memory/organizations/memory-budget-repository.ts'
import { MemoryDashboardRepository } from '../../adapters/memory/organizations/memory-dashboard-repository.ts'

it('shows what failed first, leading to the run', async () => {
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow({ lastRun: { id: 'run-7', status: 'failed', finishedAt: '2026-01-01T10:00:00Z' } }))

  await renderApp({ flows }, '/')

  const attention = await screen.findByRole('list', { name: 'Needs attention' })
  expect(within(attention).getByText('The last run failed')).toBeDefined()
  const link = within(attention).getByRole('link', { name: 'Shop to warehouse' })
  expect(link.getAttribute('href')).toBe('/flows/flow-1')
  const failure = within(attention).getByRole('link', { name: 'The last run failed' })
  expect(failure.getAttribute('href')).toBe('/runs/run-7')
})

const TOTALS = { runs: 12, succeeded: 9, failed: 3, cancelled: 0, rowsWritten: 12_400, medianDurationMs: 4_200 }
const BUCKETS = [
  { start: '2026-01-01T00:00:00Z', succeeded: 9, failed: 3, cancelled: 0, active: 0, rowsWritten: 12_400 },
]

function withFigures() {
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow({ lastRun: { id: 'run-7', status: 'failed', finishedAt: '2026-01-01T10:00:00Z' } }))
  const dashboards = new MemoryDashboardRepository()
  dashboards.dashboard = {
    figures: {
      totals: TOTALS,
      previous: { ...TOTALS, runs: 6, succeeded: 6, failed: 0 },
      buckets: BUCKETS,
      freshness: [{ flowId: 'flow-1', flowName: 'Shop to warehouse' }],
      attention: [
        { flowId: 'flow-1', flowName: 'Shop to warehouse', runId: 'run-7', message: 'The password is wrong', at: '' },
      ],
    },
  }
  return { flows, dashboards }
}

it('tells the figures of the period with their change, each leading to what it counts', async () => {
  await renderApp(withFigures(), '/')

  const figures = await screen.findByRole('list', { name: 'Figures' })
  expect(within(figures).getByText('100% more than in the period before')).toBeDefined()
  expect(within(figures).getByText('25% less than in the period before')).toBeDefined()
  expect(within(figures).getByRole('link', { name: '75%' }).getAttribute('href')).toBe(
    '/runs?dry=no&period=7d&state=failed',
  )
  expect(within(figures).getByRole('link', { name: '4.2s' }).getAttribute('href')).toBe(
    '/runs?dry=no&period=7d&state=succeeded',
  )
})

it('says why a flow fails', async () => {
  await renderApp(withFigures(), '/')

  const attention = await screen.findByRole('list', { name: 'Needs attention' })
  expect(await within(attention).findByText('The password is wrong')).toBeDefined()
})

it('has a table behind each chart', async () => {
  const user = userEvent.setup()
  await renderApp(withFigures(), '/')

  expect(await screen.findByRole('img', { name: 'Runs' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Show Runs as a table' }))

  const table = screen.getByRole('table', { name: 'Runs' })
  expect(within(table).getByRole('row', { name: 'Jan 1 9 3 0 0' })).toBeDefined()
})

it('counts runs that partly succeeded by themselves, neither as succeeded nor as failed, and shows the flow', async () => {
  const flows = new MemoryFlowRepository()
  const lastRun = { id: 'run-7', status: 'partially_succeeded', finishedAt: '2026-01-01T10:00:00Z' } as const
  flows.put('org-1', aFlow({ lastRun }))
  const dashboards = new MemoryDashboardRepository()
  const totals = { ...TOTALS, runs: 10, succeeded: 6, partiallySucceeded: 4, failed: 0 }
  const buckets = BUCKETS.map((bucket) => ({ ...bucket, partiallySucceeded: 4 }))
  dashboards.dashboard = { figures: { totals, buckets } }
  const user = userEvent.setup()
  await renderApp({ flows, dashboards }, '/')

  const attention = await screen.findByRole('list', { name: 'Needs attention' })
  expect(within(attention).getByText('The last run partly succeeded')).toBeDefined()
  const rate = await screen.findByRole('link', { name: '60%' })
  expect(rate.getAttribute('href')).toContain('state=partially_succeeded')
  expect(screen.getByText('0 failed, 4 partly succeeded')).toBeDefined()
  await user.click(await screen.findByRole('button', { name: 'Show Runs as a table' }))
  const table = screen.getByRole('table', { name: 'Runs' })
  expect(within(table).getByRole('row', { name: 'Jan 1 9 4 3 0 0' })).toBeDefined()
})

it('keeps the period in the address', async () => {
  const fakes = withFigures()
  const user = userEvent.setup()
  const { router } = await renderApp(fakes, '/')

  await user.click(await screen.findByRole('radio', { name: '30 days' }))

  await expect.poll(() => fakes.dashboards.period).toBe('30d')
  expect(router.state.location.search).toEqual({ period: '30d' })
})

it('says that a server has no figures, and makes do without', async () => {
  const fakes = withFigures()
  fakes.dashboards.failNext({ kind: 'http', status: 404, statusText: 'Not Found' })
  await renderApp(fakes, '/')

  expect(await screen.findByRole('list', { name: 'Summary' })).toBeDefined()
  const notifications = screen.getByRole('region', { name: 'Notifications' })
  expect(within(notifications).getByText('HTTP error! status: 404')).toBeDefined()
  expect(screen.getByText('The figures could not be loaded')).toBeDefined()
})

it('says in place that the figures could not be loaded', async () => {
  const fakes = withFigures()
  fakes.dashboards.failNext(serverDown)
  const user = userEvent.setup()
  await renderApp(fakes, '/')

  expect(await screen.findByText('The figures could not be loaded')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('list', { name: 'Figures' })).toBeDefined()
})

it('says in place that it could not be loaded', async () => {
  const flows = new MemoryFlowRepository()
  flows.failNext(serverDown)

  await renderApp({ flows }, '/')

  expect(await screen.findByText('The overview could not be loaded')).toBeDefined()
})

it('shows a page that does not exist to anybody', async () => {
  await renderApp({}, '/nowhere/at/all')

  expect(await screen.findByText('Page not found')).toBeDefined()
})

it('leads from a bar of a chart to the runs behind it, by keyboard too', async () => {
  const later = { start: '2026-01-02T00:00:00Z', succeeded: 1, failed: 0, cancelled: 0, active: 0, rowsWritten: 5 }
  const fakes = withFigures()
  const figures = { ...fakes.dashboards.dashboard.figures, buckets: [...BUCKETS, later] }
  fakes.dashboards.dashboard = { figures }
  const user = userEvent.setup()
  await renderApp(fakes, '/')

  const [newest] = await screen.findAllByRole('link', { name: /^Jan 2 · Succeeded 1/ })
  newest?.focus()
  await user.keyboard('{ArrowLeft}')

  const before = document.activeElement
  expect(before?.getAttribute('aria-label')).toMatch(/^Jan 1 · Succeeded 9 · Failed 3/)
  const address = new URL(before?.getAttribute('href') ?? '', 'http://localhost')
  expect(address.pathname).toBe('/runs')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    dry: 'no',
    from: '2026-01-01T00:00:00Z',
    to: '2026-01-02T00:00:00Z',
  })
})

it('shows how the runs of the worst flows ended, day by day, each cell leading to the runs of that day', async () => {
  const fakes = withFigures()
  const freshness = [{ flowId: 'flow-1', flowName: 'Shop to warehouse', outcomes: ['mixed' as const] }]
  fakes.dashboards.dashboard = { figures: { ...fakes.dashboards.dashboard.figures, freshness } }
  await renderApp(fakes, '/')

  const map = await screen.findByRole('list', { name: 'Flows by day' })
  expect(within(map).getByText('never succeeded')).toBeDefined()
  const cell = within(map).getByRole('link', { name: 'Shop to warehouse · Jan 1 · some failed' })
  expect(cell.getAttribute('href')).toBe('/runs?dry=no&from=2026-01-01T00%3A00%3A00Z&flow=flow-1')
})

it('answers in a line whether all is well', async () => {
  const flows = new MemoryFlowRepository()
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
  flows.put('org-1', aFlow({ id: 'a', lastRun: { id: 'run-1', status: 'succeeded', finishedAt: hourAgo } }))
  flows.put('org-1', aFlow({ id: 'never' }))
  await renderApp({ flows }, '/')
  expect(await screen.findByText('The flow is fresh.')).toBeDefined()
  cleanup()

  flows.put('org-1', aFlow({ id: 'b', lastRun: { id: 'run-2', status: 'failed', finishedAt: hourAgo } }))
  flows.put('org-1', aFlow({ id: 'c', lateSince: hourAgo }))
  await renderApp({ flows }, '/')
  const first = await screen.findByText('1 of 3 flows are fresh.')
  expect(first.parentElement?.textContent).toBe('1 of 3 flows are fresh. 1 failed 1 hour ago. 1 is late.')
})

it('has the button that mends it in the row: to the place of the error, or to run again', async () => {
  const fakes = withFigures()
  const second = { id: 'run-8', status: 'failed', finishedAt: '2026-01-01T09:00:00Z' } as const
  fakes.flows.put('org-1', aFlow({ id: 'flow-2', name: 'Stock', lastRun: second }))
  const error = { code: 'STEP_FAILED', message: 'Step 1 fails.', node: 'node-1' } as const
  const problems = [{ error, flows: [{ flowId: 'flow-2', flowName: 'Stock', runId: 'run-8', at: '' }] }]
  fakes.dashboards.dashboard = { figures: { ...fakes.dashboards.dashboard.figures, problems } }
  await renderApp(fakes, '/')

  const attention = await screen.findByRole('list', { name: 'Needs attention' })
  expect(await within(attention).findByRole('link', { name: 'Open the step' })).toBeDefined()
  expect(within(attention).getAllByRole('button', { name: 'Run again' })).toHaveLength(1)
})

it('says what the month has cost of its budget, and what it will have cost', async () => {
  const budgets = new MemoryBudgetRepository()
  budgets.budget = { dollars: 50 }
  budgets.spent = { dollars: 60, rows: 10, mails: 0 }
  await renderApp({ ...withFigures(), budgets }, '/')

  const cost = await screen.findByRole('list', { name: 'Cost this month' })
  expect(within(cost).getByText('$60.00 of $50.00')).toBeDefined()
  expect(within(cost).getByText(/at the end of the month, more than the budget/)).toBeDefined()
  expect(within(cost).queryByText('Rows')).toBeNull()
})

it('tells that alerts do not arrive', async () => {
  const alerts = new MemoryAlertRepository()
  const url = 'https://hooks.example.com/x'
  await alerts.create('org-1', { kind: 'webhook', url, recipients: [], events: ['failed'], rejectsAbove: 0 })
  alerts.reply = { state: 'given-up', answer: 'The host cannot be found.' }
  await alerts.test('org-1', 'channel-1')
  await renderApp({ ...withFigures(), alerts }, '/')

  const attention = await screen.findByRole('list', { name: 'Needs attention' })
  expect(await within(attention).findByText('Alerts do not arrive: The host cannot be found.')).toBeDefined()
  expect(within(attention).getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(
    '/organization-settings?section=alerts&dialog=edit&id=channel-1',
  )
})

it('says what runs next by itself, the soonest first, once something has a schedule', async () => {
  const flows = new MemoryFlowRepository()
  const scheduled = (cron: string) => ({ streams: [], transformations: [], schedule: { cron, timezone: 'UTC' } })
  flows.put('org-1', aFlow({ id: 'flow-1', name: 'Yearly', config: scheduled('0 6 1 1 *') }))
  flows.put('org-1', aFlow({ id: 'flow-2', name: 'Often', config: scheduled('*/5 * * * *') }))
  flows.put('org-1', aFlow({ id: 'flow-3', name: 'Off', enabled: false, config: scheduled('* * * * *') }))
  await renderApp({ flows }, '/')

  const next = await screen.findByRole('list', { name: 'Next scheduled' })
  expect(
    within(next)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Often', 'Yearly'])
  expect(within(next).getByText('Every 5 minutes')).toBeDefined()
})

it('asks for a consent that was withdrawn', async () => {
  const integrations = new MemoryIntegrationRepository()
  const google = { name: 'Sheets', type: 'google_oauth', mergedIntegration: false, credentials: {} } as const
  const added = await integrations.add('org-1', google)
  if (!added.ok) throw new Error('not added')
  integrations.withdraw('org-1', added.value.id)
  await renderApp({ ...withFigures(), integrations }, '/')

  const attention = await screen.findByRole('list', { name: 'Needs attention' })
  expect(await within(attention).findByRole('link', { name: 'Sheets' })).toBeDefined()
  const link = within(attention).getByRole('link', { name: 'Connect again' })
  expect(link.getAttribute('href')).toBe('/integrations?dialog=reconnect&id=integration-1')
})

it('shows five of the things that need attention, and the others on demand', async () => {
  const user = userEvent.setup()
  const flows = new MemoryFlowRepository()
  for (let at = 1; at <= 7; at++)
    flows.put('org-1', aFlow({ id: `flow-${at}`, name: `Flow ${at}`, lateSince: `2026-01-0${at}T08:00:00.000Z` }))
  await renderApp({ flows }, '/')
  const list = within(await screen.findByRole('list', { name: 'Needs attention' }))

  expect(list.getAllByRole('link', { name: /^Flow/ }).map(({ textContent }) => textContent)).toEqual(
    [7, 6, 5, 4, 3].map((at) => `Flow ${at}`),
  )
  await user.click(screen.getByRole('button', { name: 'and 2 more' }))
  expect(list.getAllByRole('link', { name: /^Flow/ })).toHaveLength(7)
})
