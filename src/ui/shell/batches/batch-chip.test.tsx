import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryBatchRepository } from '../../../adapters/memory/flows/memory-batch-repository.ts'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
// A separate chunk, loaded first, so that the tests wait only for behaviour.
import './batch-chip.tsx'

const batchesWith = (batch: Partial<MemoryBatchRepository['batches'][number]>) => {
  const batches = new MemoryBatchRepository(new MemoryFlowRepository())
  const known = { id: 'b', askedBy: 'grace', askedByName: 'Grace', createdAt: '2026-11-29T12:00:00Z', isChange: false }
  batches.batches = [{ ...known, flows: 300, waiting: 0, running: 0, failures: [], ...batch }]
  return batches
}

it('says on every page which flows did not start, and why, until somebody dismisses it', async () => {
  const error = { code: 'QUEUE_FULL', message: 'The queue is full.' }
  const batches = batchesWith({ failures: [{ flowId: 'flow-1', name: 'One', error }] })
  const user = userEvent.setup()
  await renderApp({ batches }, '/sources')

  await user.click(await screen.findByRole('button', { name: '1 flow did not start' }))
  const dialog = await screen.findByRole('dialog', { name: 'Run 300 flows' })
  expect(within(dialog).getByText('The queue is full.')).toBeDefined()
  expect(within(dialog).getByRole('link', { name: 'One' }).getAttribute('href')).toBe('/flows/flow-1')
  expect(within(dialog).getByRole('link', { name: 'Show the runs' }).getAttribute('href')).toBe('/runs')
  await user.click(within(dialog).getByRole('button', { name: 'Dismiss' }))
  await expect.poll(() => screen.queryByRole('button', { name: '1 flow did not start' })).toBeNull()
})

it('shows how far many runs are, also in another tab, and cancels the rest', async () => {
  const batches = batchesWith({ waiting: 10, running: 90 })
  const user = userEvent.setup()
  await renderApp({ batches }, '/sources')

  await user.click(await screen.findByRole('button', { name: /Running flows: 200 of 300/ }))
  await user.click(await screen.findByRole('button', { name: 'Cancel the rest' }))
  await expect.poll(() => batches.batches[0]).toMatchObject({ waiting: 0, running: 0 })
})
