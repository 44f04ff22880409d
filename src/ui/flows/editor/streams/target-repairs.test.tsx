import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { anEditor, PATIENCE } from '../../../../../test/support/flow-editor.ts'
import { MemoryFlowRepository } from '../../../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryRunRepository } from '../../../../adapters/memory/runs/memory-run-repository.ts'
import type { Ports } from '../../../../composition/ports.ts'
import type { FlowStream } from '../../../../core/flows/flow.ts'
import type { StreamPlan } from '../../../../core/flows/streams/stream-plan.ts'
import { OrganizationStore } from '../../../../core/organizations/organization-store.ts'
import type { Run } from '../../../../core/runs/run.ts'

const FAILED: Run = {
  id: 'run-1',
  kind: 'move',
  flowId: 'orders',
  status: 'failed',
  streams: [
    {
      entity: 'orders',
      target: 'public.orders',
      status: 'failed',
      rowsRead: 0,
      rowsWritten: 0,
      rowsFiltered: 0,
      rowsRejected: 0,
      bytes: 0,
      error: { code: 'TARGET_MISMATCH', message: 'The table public.orders does not fit.' },
    },
  ],
}
const text = (name: string) => ({ name, source: { name, type: 'text' }, notes: [] })
const MISSING: StreamPlan = {
  target: 'public.orders',
  columns: [text('id'), text('total')],
  notes: [],
  problem: { message: 'The table public.orders does not fit.', missingColumns: ['total'] },
}

/** The editor of a flow whose last run found a missing column at the target. */
async function afterFailure(streams: readonly FlowStream[], planned = MISSING, fakes: Partial<Ports> = {}) {
  const runs = new MemoryRunRepository()
  runs.put('org-1', FAILED)
  const flows = new MemoryFlowRepository()
  flows.planned = planned
  return anEditor([], { lastRun: FAILED, config: { streams, transformations: [] } }, { flows, runs, ...fakes })
}

const trouble = async () => {
  const title = await screen.findByText('public.orders has no column total', {}, PATIENCE)
  const callout = title.closest<HTMLElement>('[role=alert]')
  if (!callout) throw new Error('it is not announced')
  return callout
}

it('offers to leave out a column that somebody dropped at the destination', async () => {
  const stream = { entity: 'orders', mode: 'upsert' } as const
  const { user, saved, flows } = await afterFailure([stream])

  const callout = await trouble()
  flows.planned = { target: 'public.orders', columns: [text('id')], notes: [] }
  await user.click(within(callout).getByRole('button', { name: 'Leave total out' }))

  await expect.poll(async () => (await saved())?.config.streams, PATIENCE).toEqual([{ ...stream, columns: ['id'] }])
  await expect.poll(() => screen.queryByText('public.orders has no column total'), PATIENCE).toBeNull()
})

it('says of a flow that moves everything that its tables are chosen one by one then', async () => {
  const { user, saved } = await afterFailure([])

  const callout = await trouble()
  expect(within(callout).getByText(/Tables that come later are then not moved/)).toBeDefined()
  await user.click(within(callout).getByRole('button', { name: 'Leave total out' }))

  await expect
    .poll(async () => (await saved())?.config.streams, PATIENCE)
    .toEqual([
      { entity: 'orders', mode: 'replace', columns: ['id'] },
      { entity: 'customers', mode: 'replace' },
    ])
})

it('offers only to add the column where the flow cannot go without it', async () => {
  await afterFailure([{ entity: 'orders', mode: 'append', cursor: 'total' }])
  const buttons = within(await trouble()).getAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Add the column to public.orders'])
})

it.each(['ignore', 'stop'] as const)('adds a column that a step made to a target that would %s it', async (drift) => {
  const { user, flows } = await afterFailure([{ entity: 'orders', mode: 'upsert', drift }], {
    ...MISSING,
    columns: [text('id'), { name: 'total', notes: ['made'] }],
  })

  await user.click(within(await trouble()).getByRole('button', { name: 'Add the column to public.orders' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add “total” to the target' }, PATIENCE))
  expect(await dialog.findByText(flows.targetChange.statement, {}, PATIENCE)).toBeDefined()
  flows.planned = { target: 'public.orders', columns: [text('id')], notes: [] }
  await user.click(dialog.getByRole('button', { name: 'Change the table' }))
  expect(flows.targetChanges).toEqual([{ entity: 'orders', statement: flows.targetChange.statement }])
  const [done] = await dialog.findAllByRole('button', { name: 'Close' }, PATIENCE)
  if (done) await user.click(done)

  await expect.poll(() => screen.queryByText('public.orders has no column total'), PATIENCE).toBeNull()
})

const MISFIT: StreamPlan = {
  ...MISSING,
  problem: { code: 'TARGET_MISMATCH', message: 'The table public.orders does not fit: column "id" is uuid.' },
}

it('says of a table that cannot be changed what is wrong, and offers to create it again', async () => {
  const { user, flows } = await afterFailure([{ entity: 'orders', mode: 'replace' }], MISFIT)

  const title = await screen.findByText('orders cannot be written', {}, PATIENCE)
  const callout = within(title.closest<HTMLElement>('[role=alert]') as HTMLElement)
  expect(callout.getByText(/column "id" is uuid/)).toBeDefined()
  await user.click(await callout.findByRole('button', { name: 'Create public.orders again' }, PATIENCE))
  const dialog = within(await screen.findByRole('dialog', {}, PATIENCE))
  expect(await dialog.findByText(flows.targetChange.statement, {}, PATIENCE)).toBeDefined()
})

it('leads to the settings of a table whose rows must stay', async () => {
  const { user } = await afterFailure([{ entity: 'orders', mode: 'upsert' }], MISFIT)

  const title = await screen.findByText('orders cannot be written', {}, PATIENCE)
  const callout = within(title.closest<HTMLElement>('[role=alert]') as HTMLElement)
  expect(callout.queryByRole('button', { name: 'Create public.orders again' })).toBeNull()
  await user.click(callout.getByRole('link', { name: 'Open its settings' }))
  expect(await screen.findByRole('region', { name: 'Tables of the flow' }, PATIENCE)).toBeDefined()
})

it('is silent once the destination has the column again', async () => {
  const { node } = await afterFailure([], { target: 'public.orders', columns: [text('id'), text('total')], notes: [] })
  await node(/^Destination/)
  expect(await screen.findByText(/^All 2 tables/, {}, PATIENCE)).toBeDefined()
  expect(screen.queryByText('public.orders has no column total')).toBeNull()
})

it('changes nothing for a viewer', async () => {
  const organization = new OrganizationStore()
  organization.load([{ id: 'org-1', name: 'Analytical Engines', roles: ['viewer'] }])
  const { flows } = await afterFailure([], MISSING, { organization })
  expect(await screen.findByText(/^All tables of the source/, {}, PATIENCE)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Leave total out' })).toBeNull()
  expect(flows.plans).toEqual([])
})
