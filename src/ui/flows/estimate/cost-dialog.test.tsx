import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import { anEditor, PATIENCE } from '../../../../test/support/flow-editor.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryBudgetRepository } from '../../../adapters/memory/organizations/memory-budget-repository.ts'
import { counted, estimated, UNKNOWN } from '../../../core/catalog/estimates/figure.ts'
import type { FlowEstimate } from '../../../core/flows/estimate/flow-estimate.ts'
// Separate chunks, loaded first, so that the tests wait only for behaviour.
import './cost-dialog.tsx'
import './estimate-line.tsx'
import '../list/flow-list.tsx'

const ESTIMATE: FlowEstimate = {
  source: {
    figures: [
      { name: 'rows', ...UNKNOWN },
      { name: 'dollars', ...estimated(0.02, 'least') },
    ],
    quotas: [],
    notes: [],
  },
  destination: {
    figures: [{ name: 'rows', ...counted(4_120) }],
    quotas: [
      { name: 'spreadsheet_cells', most: 10_000_000, needed: counted(41_200), left: counted(1_000) },
      { name: 'sheets_writes_a_minute', most: 60, needed: counted(4), left: UNKNOWN },
    ],
    notes: ['A note of the destination.'],
  },
  streams: [],
  streamCount: 0,
  seconds: estimated(12),
  dollars: estimated(0.02, 'least'),
  month: { runs: counted(720), rows: UNKNOWN, dollars: estimated(14.4, 'least') },
}

async function aCostDialog() {
  const [flows, budgets] = [new MemoryFlowRepository(), new MemoryBudgetRepository()]
  flows.estimated = ESTIMATE
  budgets.flowSpent = { dollars: 4.1, rows: 900, mails: 0 }
  flows.put('org-1', aFlow({ config: { streams: [], transformations: [], budget: { dollars: 5 } } }))
  const user = userEvent.setup()
  await renderApp({ flows, budgets }, '/flows?dialog=cost&id=flow-1')
  const dialog = within(await screen.findByRole('dialog', { name: 'Cost and budget' }, PATIENCE))
  return { user, flows, dialog }
}

it('is told in the editor before anything is saved or runs', async () => {
  const flows = new MemoryFlowRepository()
  flows.estimated = ESTIMATE
  await anEditor([], {}, { flows })

  const line = 'Rows: 4,120 · Time: about 12s · Price: at least $0.02 · In a month: at least $14.40'
  expect(await screen.findByText(line, {}, PATIENCE)).toBeDefined()
  expect(screen.getByText('More than the vendor allows.')).toBeDefined()
})

it('shows what is counted, estimated and not known at each end, and what a vendor allows', async () => {
  const { dialog } = await aCostDialog()
  const source = within(await dialog.findByRole('region', { name: 'At the source' }))
  const destination = within(dialog.getByRole('region', { name: 'At the destination' }))

  expect(source.getByText('not known')).toBeDefined()
  expect(source.getByText('at least $0.02')).toBeDefined()
  expect(destination.getByText('4,120')).toBeDefined()
  expect(destination.getByText(/41,200; 1,000 of 10,000,000 are left/)).toBeDefined()
  expect(destination.getByText('Too much')).toBeDefined()
  expect(destination.getByText('4 of 60')).toBeDefined()
  expect(destination.getByText('A note of the destination.')).toBeDefined()
  expect(dialog.getByText('Scheduled runs in 30 days: 720')).toBeDefined()
})

it('has the budget of the flow, with what is spent of it', async () => {
  const { user, flows, dialog } = await aCostDialog()
  expect(await dialog.findByText('$4.10 of $5.00 used this month: nearly all')).toBeDefined()
  expect(dialog.getByText('900 used this month')).toBeDefined()

  await user.type(dialog.getByRole('textbox', { name: /^Rows a month/ }), '1.5')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByText('A whole number up to 1,000,000,000,000')).toBeDefined()

  await user.clear(dialog.getByRole('textbox', { name: /^Rows a month/ }))
  await user.type(dialog.getByRole('textbox', { name: /^Rows a month/ }), '5000')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await expect
    .poll(async () => {
      const answer = await flows.get('org-1', 'flow-1')
      return answer.ok && answer.value.config.budget
    }, PATIENCE)
    .toEqual({ dollars: 5, rows: 5_000 })
})

it('is told while a schedule is chosen', async () => {
  const flows = new MemoryFlowRepository()
  flows.estimated = ESTIMATE
  const schedule = { cron: '0 * * * *', timezone: 'UTC' }
  flows.put('org-1', aFlow({ config: { streams: [], transformations: [], schedule } }))
  await renderApp({ flows }, '/flows?dialog=schedule&id=flow-1')

  expect(await screen.findByText('Runs in 30 days: 720 · Price: at least $14.40', {}, PATIENCE)).toBeDefined()
})
