import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryRunEvents } from '../../../adapters/memory/runs/memory-run-events.ts'
import type { FlowConfig } from '../../../core/flows/flow.ts'
// Separate chunks, loaded first, so that the tests wait only for behaviour.
import './flow-page.tsx'
import './flow-page-dialog.tsx'
import './drafted-setting.tsx'
import '../editor/setting-dialog.tsx'
import '../editor/sql-hooks/sql-hooks-dialog.tsx'
import '../editor/structure/structure-dialog.tsx'
import '../publishing/draft-strip.tsx'

const PATIENCE = { timeout: 10_000 }
const step = { id: 't1', type: 'filter', settings: { where: 'total > 0' } }
const published: FlowConfig = {
  streams: [],
  transformations: [],
  schedule: { cron: '0 3 * * *', timezone: 'UTC' },
  sqlBefore: 'truncate staging',
}

/** The page of a nightly flow, in whose draft a step waits. */
async function aPage(dialog: 'sql' | 'structure') {
  const flows = new MemoryFlowRepository()
  const flow = aFlow({
    version: 1,
    edition: 1,
    sourceConnection: { id: 'connection-1', name: 'Shop', type: 'postgres' },
    destinationConnection: { id: 'connection-2', name: 'Warehouse', type: 'postgres' },
    config: published,
  })
  flows.put('org-1', flow)
  await flows.saveEdit('org-1', flow, { config: { ...published, transformations: [step] } })
  const runEvents = new MemoryRunEvents()
  await renderApp({ flows, runEvents }, `/flows/flow-1?dialog=${dialog}`)
  const read = async (what: 'get' | 'edited') => {
    const answer = await flows[what]('org-1', 'flow-1')
    return answer.ok ? answer.value.config : undefined
  }
  /** As a colleague does; the page hears of it. */
  const save = async (config: FlowConfig) => {
    const now = await flows.get('org-1', 'flow-1')
    if (now.ok) await flows.saveEdit('org-1', now.value, { config })
    const edited = vi.spyOn(flows, 'edited')
    act(() => runEvents.emit('org-1', { type: 'change', kind: 'flow', id: 'flow-1' }))
    await expect.poll(() => edited.mock.settledResults.length, PATIENCE).toBeGreaterThan(0)
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  }
  return { live: () => read('get'), draft: () => read('edited'), save }
}

it('keeps SQL that is changed on the page of a flow in its draft, beside what waits there', async () => {
  const { live, draft } = await aPage('sql')
  const dialog = within(await screen.findByRole('dialog', { name: 'SQL before and after' }, PATIENCE))

  await userEvent.type(dialog.getByRole('textbox', { name: 'After all rows have arrived' }), 'analyze orders')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('2 changes are not live', {}, PATIENCE)).toBeDefined()
  expect(await draft()).toEqual({ ...published, transformations: [step], sqlAfter: 'analyze orders' })
  expect(await live()).toEqual(published)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('keeps the structure in the draft, too', async () => {
  const { live, draft } = await aPage('structure')
  const dialog = within(await screen.findByRole('dialog', { name: 'Structure' }, PATIENCE))

  await userEvent.click(dialog.getByRole('radio', { name: 'The structure too' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('2 changes are not live', {}, PATIENCE)).toBeDefined()
  expect((await draft())?.structure).toBe('all')
  expect(await live()).toEqual(published)
})

it('does not replace the SQL that a colleague has saved since the dialog was opened without a question', async () => {
  const { draft, save } = await aPage('sql')
  const dialog = within(await screen.findByRole('dialog', { name: 'SQL before and after' }, PATIENCE))
  await save({ ...published, transformations: [step], sqlAfter: 'vacuum orders' })
  await userEvent.type(dialog.getByRole('textbox', { name: 'After all rows have arrived' }), 'analyze orders')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

  const question = within(await screen.findByRole('alertdialog', {}, PATIENCE))
  expect((await draft())?.sqlAfter).toBe('vacuum orders')
  await userEvent.click(question.getByRole('button', { name: 'Replace' }))

  await expect.poll(async () => (await draft())?.sqlAfter, PATIENCE).toBe('analyze orders')
  expect((await draft())?.transformations).toEqual([step])
})

it('keeps what a colleague has saved in another part since the dialog was opened', async () => {
  const { draft, save } = await aPage('sql')
  const dialog = within(await screen.findByRole('dialog', { name: 'SQL before and after' }, PATIENCE))
  await save({ ...published, transformations: [step], structure: 'all' })
  await userEvent.type(dialog.getByRole('textbox', { name: 'After all rows have arrived' }), 'analyze orders')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

  await expect.poll(async () => (await draft())?.sqlAfter, PATIENCE).toBe('analyze orders')
  expect((await draft())?.structure).toBe('all')
})
