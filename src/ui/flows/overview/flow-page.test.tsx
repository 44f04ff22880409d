import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryRunRepository } from '../../../adapters/memory/runs/memory-run-repository.ts'
import type { DrawnRun } from '../../../core/flows/overview/flow-overview.ts'
import { aBusyOrganization } from '../../.storybook/organization-fakes.ts'
import { anOverview } from '../../.storybook/overview-fakes.ts'

it('opens by the name of a flow in the list, and leads on to its editor', async () => {
  const { router } = await renderApp(await aBusyOrganization(), '/flows')

  await userEvent.click(await screen.findByRole('link', { name: 'Orders to warehouse' }))

  expect(await screen.findByRole('heading', { level: 1, name: /Orders to warehouse/ })).toBeDefined()
  expect(router.state.location.pathname).toBe('/flows/flow-1')
  expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/floweditor/flow-1')
})

it('says when the flow was changed last, and by whom', async () => {
  await renderApp(await aBusyOrganization(), '/flows/flow-1')

  const changed = (await screen.findByText('Changed', { selector: 'dt' })).parentElement as HTMLElement
  expect(changed.textContent).toMatch(/ago by Ada Lovelace$/)
})

it('says why the last run failed, beside the button that mends it', async () => {
  const flows = new MemoryFlowRepository()
  const runs = new MemoryRunRepository()
  const failed = { id: 'run-1', status: 'failed' } as const
  flows.put('org-1', aFlow({ lastRun: failed }))
  const error = { code: 'REFUSED', message: 'Warehouse did not accept the password of “ada”.' }
  runs.put('org-1', {
    ...{
      ...failed,
      kind: 'move',
      flowId: 'flow-1',
      trigger: 'person',
      queuedAt: '2026-01-01T10:00:00Z',
      streams: [],
      error,
    },
  })
  await renderApp({ flows, runs }, '/flows/flow-1')

  const alert = await screen.findByRole('alert')
  expect(await within(alert).findByText(error.message)).toBeDefined()
})

it('draws each of the last runs as a link to it, along which the arrow keys go', async () => {
  await renderApp(await aBusyOrganization(), '/flows/flow-1')

  const strip = (await screen.findByRole('img', { name: 'Last runs' })).parentElement as HTMLElement
  const runs = within(strip).getAllByRole('link')
  expect(runs).toHaveLength(60)
  expect(runs.at(-1)?.getAttribute('href')).toBe('/runs/run-1')
  expect(runs.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  runs.at(-1)?.focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(runs.at(-2))
})

it('has the figures of every picture as a table', async () => {
  await renderApp(await aBusyOrganization(), '/flows/flow-1')

  await userEvent.click(await screen.findByRole('button', { name: 'Show Rows per run as a table' }))

  const table = screen.getByRole('table', { name: 'Rows per run' })
  expect(within(table).getAllByRole('row')).toHaveLength(61)
  expect(within(table).getByRole('columnheader', { name: 'Rejected' })).toBeDefined()
})

it('has neither charts nor a word about them before the first run', async () => {
  await renderApp(await aBusyOrganization(), '/flows/flow-4')

  expect(await screen.findByText('No runs yet')).toBeDefined()
  expect(screen.queryByText(/Charts appear/)).toBeNull()
  expect(screen.getAllByText('Never run')).toHaveLength(2)
})

it('has each setting with its present value, and opens it', async () => {
  const fakes = await aBusyOrganization()
  await renderApp(fakes, '/flows/flow-1')

  const settings = await screen.findByRole('list', { name: 'Settings' })
  expect(within(settings).getByRole('button', { name: /^Freshness.*No limit$/ })).toBeDefined()
  await userEvent.click(within(settings).getByRole('button', { name: /^Freshness/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Freshness limit' })
  await userEvent.type(within(dialog).getByRole('textbox'), '6')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))

  expect(await within(settings).findByRole('button', { name: /^Freshness.*at most 6h old$/ })).toBeDefined()
})

it('says whom to ask, and has tags that can be changed', async () => {
  const fakes = await aBusyOrganization()
  await renderApp(fakes, '/flows/flow-1')

  await userEvent.click(await screen.findByRole('button', { name: 'Ada Lovelace' }))
  const dialog = await screen.findByRole('dialog', { name: 'Owner and tags' })
  await userEvent.selectOptions(within(dialog).getByLabelText('Owner'), 'Nobody')
  await userEvent.clear(within(dialog).getByLabelText(/^Tags/))
  await userEvent.type(within(dialog).getByLabelText(/^Tags/), 'monthly, finance')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))

  expect(await screen.findByRole('button', { name: 'Nobody' })).toBeDefined()
  expect(screen.getByRole('button', { name: /monthly/ })).toBeDefined()
})

it('tells the work of one sitting once, and columns that changed at the source', async () => {
  await renderApp(await aBusyOrganization(), '/flows/flow-1')

  const changes = await screen.findByRole('list', { name: 'Lately changed' })
  expect(within(changes).getByText('Version 7')).toBeDefined()
  expect(within(changes).queryByText('Version 6')).toBeNull()
  expect(within(changes).getByText('and 1 save before it')).toBeDefined()
  expect(within(changes).getByText(/is new at the source/)).toBeDefined()
})

let minutes = 10
const drawn = (id: string, changes: Partial<DrawnRun> = {}): DrawnRun => ({
  ...{ id, status: 'succeeded', queuedAt: '2026-01-01T10:00:00Z', startedAt: '2026-01-01T10:00:00Z' },
  ...{ finishedAt: `2026-01-01T10:${minutes++}:05Z`, rowsWritten: 5, rowsRejected: 0, madeFresh: true, ...changes },
})

const withDrawn = (...runs: readonly DrawnRun[]) => {
  const fakes = { flows: new MemoryFlowRepository(), runs: new MemoryRunRepository() }
  fakes.flows.put('org-1', aFlow())
  const { lastSuccessAt, successBeforeAt, ...overview } = anOverview((name) => name)
  fakes.flows.overviews.set('flow-1', { ...overview, runs, largestTables: [] })
  for (const { id } of runs)
    fakes.runs.put('org-1', { id, flowId: 'flow-1', kind: 'move', status: 'succeeded', streams: [] })
  return fakes
}

it('lists the first two runs, and draws them when there are three', async () => {
  await renderApp(withDrawn(drawn('run-1'), drawn('run-2'), drawn('run-3', { status: 'running' })), '/flows/flow-1')

  expect(await screen.findByText('Charts appear after three runs.')).toBeDefined()
  expect(within(screen.getByRole('list', { name: 'Runs' })).getAllByRole('listitem')).toHaveLength(3)
  expect(screen.queryByRole('img', { name: 'Last runs' })).toBeNull()
})

it('draws no axes without a value', async () => {
  const failed = { status: 'failed', rowsWritten: 0, madeFresh: false } as const
  await renderApp(withDrawn(drawn('a', failed), drawn('b', failed), drawn('c', failed)), '/flows/flow-1')

  expect(await screen.findByRole('img', { name: 'Duration' })).toBeDefined()
  expect(screen.queryByRole('img', { name: 'Rows per run' })).toBeNull()
  expect(screen.queryByRole('img', { name: 'Age of the rows' })).toBeNull()
  expect(screen.queryByText(/Charts appear/)).toBeNull()
})

it('moves with a run that begins', async () => {
  const running = drawn('run-4', { status: 'running' })
  await renderApp(withDrawn(drawn('run-1'), drawn('run-2'), drawn('run-3'), running), '/flows/flow-1')

  const strip = (await screen.findByRole('img', { name: 'Last runs' })).parentElement as HTMLElement
  expect(within(strip).getAllByRole('link').at(-1)?.getAttribute('aria-label')).toContain('Running')
})

it.each(['viewer', 'runner'])('opens each of its settings for a %s, who cannot save', async (role) => {
  const fakes = await aBusyOrganization()
  fakes.organization.load([{ id: 'org-1', name: 'Analytical Engines', roles: [role] }])
  await renderApp(fakes, '/flows/flow-1')
  const settings = within(await screen.findByRole('list', { name: 'Settings' }))
  for (const name of ['Schedule', 'Freshness limit', 'Cost and budget']) {
    await userEvent.click(settings.getByRole('button', { name: new RegExp(`^${name}`) }))
    const dialog = await screen.findByRole('dialog', { name })
    expect(within(dialog).getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
    await userEvent.keyboard('{Escape}')
  }
  // Only admins see the channels.
  expect(settings.queryByText('Alerts')).toBeNull()
})
