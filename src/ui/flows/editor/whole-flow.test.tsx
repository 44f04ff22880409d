import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'

import { anEditor, limit, PATIENCE } from '../../../../test/support/flow-editor.ts'
import { MemoryConnectionRepository } from '../../../adapters/memory/connections/memory-connection-repository.ts'
import { MemoryCodeRepository } from '../../../adapters/memory/organizations/memory-code-repository.ts'
import { MemoryRunRepository } from '../../../adapters/memory/runs/memory-run-repository.ts'
import type { Transformation } from '../../../core/flows/flow.ts'
import { OrganizationStore } from '../../../core/organizations/organization-store.ts'
import type { Run } from '../../../core/runs/run.ts'

it('is switched off and on where it is drawn', async () => {
  const { user, saved } = await anEditor()

  await user.click(screen.getByRole('switch', { name: 'Flow is switched on' }))

  await expect.poll(async () => (await saved())?.enabled, PATIENCE).toBe(false)
  expect(screen.getByRole('button', { name: 'Run' }).getAttribute('aria-description')).toBe('The flow is switched off')
})

it('is duplicated from its menu, and the copy is opened', async () => {
  const { user, app, flows } = await anEditor([limit('a')])

  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }, PATIENCE))

  await waitFor(() => expect(app.router.state.location.pathname).toBe('/floweditor/flow-1'), PATIENCE)
  expect(await flows.get('org-1', 'flow-1')).toMatchObject({
    value: { name: 'Shop to warehouse (copy)', config: { transformations: [limit('a')] } },
  })
})

it('is run dry from its menu, once what was changed is saved, and the run is shown', async () => {
  const runs = new MemoryRunRepository()
  const { user, app, saved } = await anEditor([limit('a')], {}, { runs })

  await user.clear(screen.getByLabelText('Name of the flow'))
  await user.type(screen.getByLabelText('Name of the flow'), 'Tried first{Enter}')
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Dry run' }, PATIENCE))

  await expect.poll(() => runs.dryRuns, PATIENCE).toEqual(['orders'])
  expect((await saved())?.name).toBe('Tried first')
  const shown = { tab: 'runs', run: 'dry-run-of-orders' }
  await waitFor(() => expect(app.router.state.location.search).toEqual(shown), PATIENCE)
})

it('is exported from its menu as a file, with its steps and without any id of its own', async () => {
  const files: Blob[] = []
  const { createObjectURL, revokeObjectURL } = URL
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => undefined })
  onTestFinished(() => void Object.assign(URL, { createObjectURL, revokeObjectURL }))
  const { user } = await anEditor([limit('a')])

  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Export' }, PATIENCE))

  const exported = JSON.parse((await files[0]?.text()) ?? '')
  expect(exported).toMatchObject({ name: 'Shop to warehouse', config: { transformations: [limit('a')] } })
  expect(Object.keys(exported)).not.toContain('id')
})

it('says at the source that a table is gone, and does not run', async () => {
  const { node } = await anEditor([], {
    config: { streams: [{ entity: 'order', mode: 'replace' }], transformations: [] },
  })
  const wrong = 'The source has no order: did you mean orders?'

  const source = await node(`Source: Shop. ${wrong}`)

  expect(within(source).getByText(wrong)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Run' }).getAttribute('aria-description')).toBe(`Source: ${wrong}`)
})

it('says at the source that it cannot be read', async () => {
  const connections = new MemoryConnectionRepository()
  const { node } = await anEditor([limit('a')], {}, { connections })

  expect(await node('Source: Shop. The source could not be read')).toBeDefined()
})

it('says at an end that is not chosen what is missing', async () => {
  const { node } = await anEditor([], { sourceConnection: undefined } as never)

  expect(within(await node('Source: not chosen')).getByText('Not chosen yet')).toBeDefined()
})

const aRun = (changes: Partial<Run>): Run => ({
  id: 'run-1',
  kind: 'move',
  flowId: 'orders',
  status: 'succeeded',
  startedAt: '2026-01-01T10:00:00Z',
  finishedAt: '2026-01-01T10:00:03.500Z',
  streams: [
    {
      entity: 'orders',
      target: 'orders',
      status: 'succeeded',
      rowsRead: 600,
      rowsWritten: 500,
      rowsFiltered: 100,
      rowsRejected: 0,
      bytes: 4_200,
    },
  ],
  ...changes,
})

async function afterRun(run: Run) {
  const runs = new MemoryRunRepository()
  runs.put('org-1', run)
  return anEditor([limit('a'), limit('b')], { lastRun: run }, { runs })
}

const ranWith = (steps: readonly Transformation[]) => ({
  flow: {
    sourceConnectionId: 'connection-1',
    destinationConnectionId: 'connection-2',
    streams: [],
    steps: steps.map((step) => ({ ...step })),
  },
})
const BOTH = ranWith([limit('a'), limit('b')])

it.each<[string, Partial<Run>]>([
  ['was added since', ranWith([limit('a')])],
  ['was changed since', ranWith([limit('a'), limit('b', 1_000)])],
  ['is for another table', ranWith([limit('a'), { ...limit('b'), stream: 'customers' }])],
])('shows neither a state nor rows of the last run at a step that %s', async (_, changes) => {
  const { node } = await afterRun(aRun(changes))

  expect(await within(await node(/^Source/)).findByText(/^600 rows/, {}, PATIENCE)).toBeDefined()
  const step = await node(/^Step 2 of 2/)
  expect(within(step).queryByText('Succeeded')).toBeNull()
  expect(step.textContent).not.toContain('→')
})

it('shows no rows of a comparison where it wrote none: at the steps and the destination', async () => {
  const { node } = await afterRun(aRun({ ...BOTH, kind: 'compare' }))

  expect(within(await node(/^Source/)).getByText(/^600 rows/)).toBeDefined()
  const destination = await node(/^Destination/)
  expect(within(destination).getByText('Compared')).toBeDefined()
  expect(destination.textContent).not.toContain('rows')
  expect((await node(/^Step 1 of 2/)).textContent).not.toContain('→')
})

it('shows the rows of the last run at a step that it has counted, beside one that was added since', async () => {
  const { node } = await afterRun(aRun(ranWith([limit('a')])))

  expect(
    within(await node(/^Step 1 of 2/)).getByRole('img', { name: /600 came to the step, 500 left it/ }),
  ).toBeDefined()
})

it('shows rows and time of the last run at its ends, and nothing at steps between which no row was counted', async () => {
  const { node } = await afterRun(aRun(BOTH))

  expect(await within(await node(/^Source/)).findByText(/^600 rows · 3\.5\s?s$/, {}, PATIENCE)).toBeDefined()
  expect(within(await node(/^Destination/)).getByText(/^500 rows · 3\.5\s?s$/)).toBeDefined()
  expect(within(await node(/^Step 1 of 2/)).queryByText('Succeeded')).toBeNull()
})

it.each<[string, Partial<Run>, string]>([
  ['a dry run', { kind: 'dry-run', status: 'failed' }, 'Would fail'],
  ['a comparison', { kind: 'compare', status: 'partially_succeeded' }, 'Partly compared'],
])('tells how %s ended in the words of its page', async (_, changes, words) => {
  const { node } = await afterRun(aRun({ ...BOTH, ...changes }))

  expect(await within(await node(/^Source/)).findByText(words, {}, PATIENCE)).toBeDefined()
})

it('shows at which step a run failed', async () => {
  const { node } = await afterRun(aRun({ ...BOTH, status: 'failed', error: { code: 'X', message: 'No', node: 'b' } }))

  expect(await within(await node(/^Step 2 of 2/)).findByText('Failed', {}, PATIENCE)).toBeDefined()
  expect(within(await node(/^Step 1 of 2/)).queryByText('Failed')).toBeNull()
})

it('shows at which end a run failed', async () => {
  const error = { code: 'TARGET_MISMATCH', message: 'The table does not fit.', side: 'destination' as const }
  const { node } = await afterRun(aRun({ ...BOTH, status: 'failed', error }))

  expect(await within(await node(/^Destination/)).findByText('Failed', {}, PATIENCE)).toBeDefined()
  expect(within(await node(/^Source/)).queryByText('Failed')).toBeNull()
})

it('says when it runs and how fresh its rows are to be, and both are changed there', async () => {
  const { user, saved } = await anEditor()

  await user.click(await screen.findByRole('button', { name: 'Change: Schedule' }, PATIENCE))
  const schedule = within(await screen.findByRole('dialog', { name: 'Schedule' }, PATIENCE))
  await user.selectOptions(schedule.getByLabelText('Runs'), 'Every hour')
  await user.click(schedule.getByRole('button', { name: 'Save' }))
  await expect.poll(async () => (await saved())?.config.schedule?.cron, PATIENCE).toBe('0 * * * *')

  await user.click(screen.getByRole('button', { name: 'Change: Freshness limit' }))
  const freshness = within(await screen.findByRole('dialog', { name: 'Freshness limit' }, PATIENCE))
  await user.type(freshness.getByRole('textbox', { name: 'Rows are no older than' }), '6')
  await user.click(freshness.getByRole('button', { name: 'Save' }))
  await expect.poll(async () => (await saved())?.freshnessMinutes, PATIENCE).toBe(360)
  expect(screen.getByText('No older than 6h')).toBeDefined()
})

it('is read-only while a file owns it, says which one, and can be taken over', async () => {
  const code = new MemoryCodeRepository()
  const { user } = await anEditor([limit('a')], { codeFile: 'flows/orders.yaml' }, { code })

  expect(await screen.findByText('This flow is owned by the file flows/orders.yaml', {}, PATIENCE)).toBeDefined()
  const enabled = screen.getByRole('switch', { name: 'Flow is switched on' })
  expect(enabled.getAttribute('aria-description')).toBe('Owned by flows/orders.yaml')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Take over in the application' }))
  await expect.poll(() => code.takenOver, PATIENCE).toEqual(['orders'])
})

it.each(['viewer', 'runner'])('says once to a %s why its settings cannot be changed', async (role) => {
  const organization = new OrganizationStore()
  organization.load([{ id: 'org-1', name: 'Analytical Engines', roles: [role] }])
  const { user, saved } = await anEditor([limit('a')], {}, { organization })

  const title = await screen.findByText('Your role may not change this flow', {}, PATIENCE)
  expect(title.closest('[role=note]')?.textContent).toContain('Needs at least the role Editor')
  const enabled = screen.getByRole('switch', { name: 'Flow is switched on' })
  expect(enabled.getAttribute('aria-description')).toBe('Needs at least the role Editor')
  await user.click(enabled)
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Flow is switched on' }).checked).toBe(true)
  expect((await saved())?.enabled).toBe(true)
})
