import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow } from '../../../../../test/support/builders.ts'
import { renderApp } from '../../../../../test/support/render-app.tsx'
import { MemoryFlowRepository } from '../../../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryRunRepository } from '../../../../adapters/memory/runs/memory-run-repository.ts'
import type { StructureObject } from '../../../../core/flows/structure-object.ts'
// Separate chunks, loaded first, so that the tests wait only for behaviour.
import '../flow-editor-page.tsx'
import './structure-dialog.tsx'
import '../../../runs/structure/structure-report.tsx'

const OBJECTS: readonly StructureObject[] = [
  { kind: 'index', table: 'public.orders', name: 'by_amount', detail: 'amount', state: 'comes' },
  { kind: 'trigger', table: 'public.orders', name: 'often', state: 'left', reason: 'Triggers do not come.' },
]

const BETWEEN_POSTGRES = {
  sourceConnection: { id: 'connection-1', name: 'Shop', type: 'postgres' },
  destinationConnection: { id: 'connection-2', name: 'Warehouse', type: 'postgres' },
}

it('is chosen in the editor, which shows what comes and what cannot', async () => {
  const flows = new MemoryFlowRepository()
  flows.structures = OBJECTS
  flows.put('org-1', aFlow({ ...BETWEEN_POSTGRES, config: { streams: [], transformations: [] } }))
  const user = userEvent.setup()
  await renderApp({ flows }, '/floweditor/flow-1?dialog=structure')
  const dialog = within(await screen.findByRole('dialog', { name: 'Structure' }))

  await user.click(dialog.getByRole('radio', { name: 'The structure too' }))
  expect(await dialog.findByText('1 object comes along, 1 does not.')).toBeDefined()
  expect(within(dialog.getByRole('list', { name: 'Cannot come' })).getByText('Triggers do not come.')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Save' }))

  const kept = async () => {
    const answer = await flows.get('org-1', 'flow-1')
    return answer.ok ? answer.value.config.structure : undefined
  }
  await expect.poll(kept, { timeout: 5_000 }).toBe('all')
})

it('cannot be chosen for other destinations', async () => {
  const flows = new MemoryFlowRepository()
  const budget = { id: 'connection-2', name: 'Budget', type: 'google_sheets' }
  flows.put('org-1', aFlow({ ...BETWEEN_POSTGRES, destinationConnection: budget }))
  await renderApp({ flows }, '/floweditor/flow-1?dialog=structure')

  const dialog = within(await screen.findByRole('dialog', { name: 'Structure' }))
  expect(dialog.getByRole('radio', { name: 'The structure too' })).toHaveProperty('disabled', true)
})

it('can be built again alone when the destination refused an object', async () => {
  const runs = new MemoryRunRepository()
  const error = { code: 'STRUCTURE_FAILED', message: 'The rows arrived.', fix: 'stream' } as const
  const counts = { rowsRead: 3, rowsFiltered: 0, rowsRejected: 0, rowsWritten: 3, bytes: 9 }
  const streams = [{ entity: 'public.orders', target: 'public.orders', status: 'succeeded', ...counts }]
  runs.put('org-1', { id: 'run-1', kind: 'move', flowId: 'flow-1', status: 'partially_succeeded', streams, error })
  runs.structures = [{ kind: 'index', table: 'public.orders', name: 'one', state: 'failed', reason: 'Not unique.' }]
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow())
  await renderApp({ flows, runs }, '/runs/run-1?tab=structure')

  expect(await screen.findByText('Not unique.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Build only the structure again' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open the structure' }).getAttribute('href')).toContain('dialog=structure')
})
