import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow } from '../../../../../test/support/builders.ts'
import { renderApp } from '../../../../../test/support/render-app.tsx'
import { MemoryFlowRepository } from '../../../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryRunRepository } from '../../../../adapters/memory/runs/memory-run-repository.ts'
// Separate chunks, loaded first, so that the tests wait only for behaviour.
import '../flow-editor-page.tsx'
import './sql-hooks-dialog.tsx'

it('is written in the editor of a flow, and taken away', async () => {
  const flows = new MemoryFlowRepository()
  const config = { streams: [], transformations: [], sqlBefore: 'truncate staging' }
  flows.put('org-1', aFlow({ config }))
  const user = userEvent.setup()
  await renderApp({ flows }, '/floweditor/flow-1?dialog=sql')
  const dialog = within(await screen.findByRole('dialog', { name: 'SQL before and after' }))
  const kept = async () => {
    const answer = await flows.get('org-1', 'flow-1')
    return answer.ok ? answer.value.config : undefined
  }

  await user.clear(dialog.getByRole('textbox', { name: 'Before the first row' }))
  await user.type(dialog.getByRole('textbox', { name: 'After all rows have arrived' }), 'analyze orders')
  await user.click(dialog.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('After the rows')).toBeDefined()
  await expect.poll(kept, { timeout: 5_000 }).toEqual({ streams: [], transformations: [], sqlAfter: 'analyze orders' })
})

it('says that a destination executes none', async () => {
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow({ destinationConnection: { id: 'connection-2', name: 'Budget', type: 'google_sheets' } }))
  await renderApp({ flows }, '/floweditor/flow-1?dialog=sql')

  expect(await screen.findByText('Only PostgreSQL and MySQL execute SQL.')).toBeDefined()
})

it('can be executed again alone when it failed after the rows had arrived', async () => {
  const runs = new MemoryRunRepository()
  const message = 'The rows arrived; the SQL after them failed: no table.'
  const error = { code: 'SQL_AFTER_FAILED', message, fix: 'stream' } as const
  const counts = { rowsRead: 3, rowsFiltered: 0, rowsRejected: 0, rowsWritten: 3, bytes: 9 }
  const streams = [{ entity: 'public.orders', target: 'public.orders', status: 'succeeded', ...counts }]
  runs.put('org-1', { id: 'run-1', kind: 'move', flowId: 'flow-1', status: 'partially_succeeded', streams, error })
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow())
  await renderApp({ flows, runs }, '/runs/run-1')

  expect(await screen.findByRole('button', { name: 'Execute only the SQL again' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open the SQL' }).getAttribute('href')).toContain('dialog=sql')
})
