import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryRejectRepository } from '../../../adapters/memory/runs/memory-reject-repository.ts'
import { MemoryRunRepository } from '../../../adapters/memory/runs/memory-run-repository.ts'
// Separate chunks, loaded first, so that the tests wait only for behaviour.
import '../page/run-page.tsx'
import './rejected-rows.tsx'
import type { Run } from '../../../core/runs/run.ts'

const cause = { column: 'amount', rule: 'accepts 3 digits before the point and 2 after it' }

const counts = { rowsRead: 5_000, rowsWritten: 880, rowsFiltered: 0, rowsRejected: 4_120, bytes: 1 }

function withRejects(changes: Partial<Run> = {}) {
  const [runs, flows, rejects] = [new MemoryRunRepository(), new MemoryFlowRepository(), new MemoryRejectRepository()]
  runs.put('org-1', {
    ...{ id: 'run-1', kind: 'move', flowId: 'flow-1', flowName: 'Shop', status: 'succeeded' },
    ...{ startedAt: '2026-01-01T10:00:00Z', finishedAt: '2026-01-01T10:00:02Z' },
    streams: [{ entity: 'public.orders', target: 'public.orders', status: 'succeeded', ...counts }],
    ...changes,
  })
  flows.put('org-1', aFlow())
  const row = { ...cause, isSent: false }
  rejects.rejected = {
    columns: [{ name: 'amount', type: 'numeric' }],
    sourceColumns: [
      { name: 'id', type: 'int' },
      { name: 'price', type: 'text' },
    ],
    rows: [
      { ...row, id: 1, row: 5, values: ['1.005'], sourceValues: ['17', '1.005'] },
      { ...row, id: 2, row: 9, values: ['2.005'], sourceValues: ['18', null], originalValues: ['18', '2.005'] },
      { ...row, id: 3, row: 12, values: ['3.005'], sourceValues: ['19', '3.005'], isSent: true },
    ],
  }
  const mends = [
    { mend: { kind: 'round', digits: 2 }, rows: 4_000 },
    { mend: { kind: 'empty' }, rows: 4_120 },
    { mend: { kind: 'widen', type: 'numeric(10,4)' }, rows: 4_120 },
  ] as const
  rejects.found = [{ ...cause, rows: 4_120, kept: 4_100, values: [{ value: '1.005', rows: 312 }], mends }]
  return { runs, flows, rejects }
}

it('are grouped by cause, with the commonest values, and a button for everything that would help', async () => {
  const user = userEvent.setup()
  const fakes = withRejects()
  await renderApp(fakes, '/runs/run-1?tab=rejects')

  const causes = await screen.findByRole('list', { name: 'Why rows were rejected' })
  expect(causes.textContent).toContain('4,120 rows, 4,100 kept')
  expect(within(causes).getByRole('list', { name: 'Commonest values' }).textContent).toBe('1.005 × 312')
  await user.click(screen.getByRole('button', { name: 'Round to 2 decimals' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('Rounds “amount”, half away from zero, in up to 4,000 rows')
  await user.click(within(dialog).getByRole('button', { name: 'Change and send' }))
  expect(await screen.findByText('Being sent again.')).toBeDefined()
  expect(fakes.rejects.replayed).toEqual([
    { runId: 'run-1', pick: { entity: 'public.orders', cause }, mend: { kind: 'round', digits: 2 } },
  ])
})

it('of a dry run are shown, and not sent', async () => {
  await renderApp(withRejects({ kind: 'dry-run' }), '/runs/run-1?tab=rejects')

  expect(await screen.findByText(/A run would set these rows aside/)).toBeDefined()
  for (const name of ['Send again', 'Send all again', 'Skip', 'Round to 2 decimals'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

it('are changed in place, as they were before the steps, and what was changed is marked', async () => {
  const user = userEvent.setup()
  const fakes = withRejects()
  await renderApp(fakes, '/runs/run-1?tab=rejects')

  const cell = await screen.findByRole('button', { name: 'price, row 5: 1.005' })
  expect(screen.getByRole('button', { name: 'price, row 9: NULL' }).title).toBe('Before: 2.005')
  expect(screen.getByRole('button', { name: 'price, row 12: 3.005' })).toHaveProperty('disabled', true)
  await user.click(cell)
  const input = screen.getByRole('textbox', { name: 'price, row 5' })
  await user.clear(input)
  await user.type(input, '1.01{Enter}')
  await user.click(screen.getByRole('button', { name: 'id, row 5: 17' }))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'id, row 9: 18' }))
  await user.click(screen.getByRole('button', { name: 'Empty (NULL)' }))
  expect(fakes.rejects.edited).toEqual([
    { id: 1, values: { price: '1.01' }, seen: { price: '1.005' } },
    { id: 2, values: { id: null }, seen: { id: '18' } },
  ])
})

it('are sent one by one, or skipped after a question', async () => {
  const user = userEvent.setup()
  const fakes = withRejects()
  await renderApp(fakes, '/runs/run-1?tab=rejects')

  const send = await screen.findByRole('button', { name: 'Send chosen rows' })
  expect(send.getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('checkbox', { name: 'Row 9' }))
  await user.click(send)
  expect(await screen.findByText('Being sent again.')).toBeDefined()
  expect(fakes.rejects.replayed).toEqual([{ runId: 'run-1', pick: { entity: 'public.orders', rows: [2] } }])

  await user.click(screen.getByRole('button', { name: 'Skip' }))
  expect(fakes.rejects.rejected.rows).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: 'Skip them' }))
  expect(await screen.findByText(/None are left: sent again, skipped/)).toBeDefined()
})

it('that are sent again say how many have arrived, and how many were rejected once more, although that run succeeded', async () => {
  const user = userEvent.setup()
  const fakes = withRejects()
  fakes.runs.put('org-1', {
    ...{
      id: 'replay-of-run-1',
      kind: 'move',
      flowId: 'flow-1',
      status: 'succeeded',
      finishedAt: '2026-01-01T10:01:00Z',
    },
    streams: [
      {
        ...{ entity: 'public.orders', target: 'public.orders', status: 'succeeded' },
        ...{ rowsRead: 3, rowsWritten: 2, rowsFiltered: 0, rowsRejected: 1, bytes: 1 },
      },
    ],
  })
  await renderApp(fakes, '/runs/run-1?tab=rejects')

  await user.click(await screen.findByRole('button', { name: 'Send all again' }))
  expect(await screen.findByText(/2 rows have arrived\./)).toBeDefined()
  const again = screen.getByRole('link', { name: '1 row was rejected again' })
  expect(again.getAttribute('href')).toBe('/runs/replay-of-run-1?tab=rejects')
})

it('that a newer row may have followed are marked; when they are sent, the page says how many were left out and why', async () => {
  const user = userEvent.setup()
  const fakes = withRejects()
  fakes.rejects.rejected = {
    columns: [{ name: 'amount', type: 'numeric' }],
    rows: [{ ...cause, id: 1, row: 5, values: ['1.005'], isOutdated: true }],
  }
  const note = '1 row was left out and counts as filtered: the destination has a row with its key that came later.'
  fakes.runs.put('org-1', {
    ...{ id: 'replay-of-run-1', kind: 'replay', flowId: 'flow-1', status: 'succeeded' },
    finishedAt: '2026-01-01T10:01:00Z',
    streams: [
      {
        ...{ entity: 'public.orders', target: 'public.orders', status: 'succeeded' },
        ...{ rowsRead: 1, rowsWritten: 0, rowsFiltered: 1, rowsRejected: 0, bytes: 1, notes: [note] },
      },
    ],
  })
  await renderApp(fakes, '/runs/run-1?tab=rejects')

  expect(await screen.findByText(/a newer row may have arrived/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Send all again' }))
  expect(await screen.findByText(note)).toBeDefined()
})
