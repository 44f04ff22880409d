import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryRunRepository } from '../../../adapters/memory/runs/memory-run-repository.ts'
import type { FlowStream } from '../../../core/flows/flow.ts'
// Separate chunks, loaded first, so that the tests wait only for behaviour.
import '../editor/flow-editor-page.tsx'
import './backfill-dialog.tsx'

async function withStreams(streams: readonly FlowStream[], type = 'postgres') {
  const flows = new MemoryFlowRepository()
  flows.put(
    'org-1',
    aFlow({ config: { streams, transformations: [] }, sourceConnection: { id: 'connection-1', type } }),
  )
  const runs = new MemoryRunRepository()
  await renderApp({ flows, runs }, '/floweditor/flow-1?dialog=backfill')
  return { runs, user: userEvent.setup() }
}

const PATIENCE = { timeout: 5_000 }

it('tells the number of rows of a range before it reads them again', async () => {
  const { runs, user } = await withStreams([{ entity: 'orders', mode: 'upsert', cursor: 'changed' }])
  await user.type(await screen.findByLabelText('From changed', {}, PATIENCE), '2024-01-01')
  await user.click(screen.getByRole('button', { name: 'Count the rows' }))
  expect(await screen.findByText('1,000 rows in this range.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Read 1,000 rows again' }))
  await waitFor(() => expect(runs.backfilled).toEqual([{ entity: 'orders', from: '2024-01-01' }]))
})

it('starts at once where counting would be reading, and tells the price', async () => {
  const { runs, user } = await withStreams(
    [{ entity: 'costs', mode: 'upsert', cursor: 'period_start' }],
    'aws_cost_explorer_api',
  )
  await screen.findByText(/cannot count without reading. At least \$0.01/, {}, PATIENCE)
  await user.click(screen.getByRole('button', { name: 'Start without the number' }))
  await waitFor(() => expect(runs.backfilled).toEqual([{ entity: 'costs' }]))
})

it.each<[FlowStream['mode'], RegExp]>([
  ['replace', /^Every run replaces this table/],
  ['append', /would come twice/],
  ['upsert', /^Every run reads all rows/],
])('says why rows in the mode %s are not read again', async (mode, reason) => {
  await withStreams([{ entity: 'orders', mode }])
  expect((await screen.findAllByText(reason, {}, PATIENCE)).length).toBeGreaterThan(0)
})
