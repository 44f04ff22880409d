import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryConnectionRepository } from '../../../adapters/memory/connections/memory-connection-repository.ts'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryDashboardRepository } from '../../../adapters/memory/organizations/memory-dashboard-repository.ts'
import { MemoryRunRepository } from '../../../adapters/memory/runs/memory-run-repository.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Run, RunError, RunStream } from '../../../core/runs/run.ts'
// Separate chunks, loaded first, so that the tests wait only for behaviour.
import '../../connections/form/edit-connection-dialog.tsx'
import '../page/run-page.tsx'
import '../list/runs-page.tsx'

const wrongPassword: RunError = {
  code: 'PASSWORD_REFUSED',
  message: 'Source: The server refused the user name or the password.',
  hint: 'Check both. The password is case-sensitive.',
  field: 'password',
  connectionId: 'connection-1',
  fix: 'credentials',
}

const aStream = (entity: string, status: string): RunStream => ({
  entity,
  target: entity,
  status,
  rowsRead: 10,
  rowsWritten: status === 'succeeded' ? 10 : 0,
  rowsFiltered: 0,
  rowsRejected: 0,
  bytes: 1,
})

async function withRun(changes: Partial<Run>) {
  const runs = new MemoryRunRepository()
  const started = { startedAt: '2026-01-02T10:00:00Z', queuedAt: '2026-01-02T10:00:00Z' }
  runs.put('org-1', {
    id: 'run-1',
    kind: 'move',
    flowId: 'flow-1',
    flowName: 'Shop',
    status: 'failed',
    streams: [],
    ...started,
    ...changes,
  })
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow())
  const connections = new MemoryConnectionRepository()
  await connections.add('org-1', { name: 'Shop', type: 'postgres', capability: 'both', integrationId: 'i', config: {} })
  return { runs, flows, connections }
}

describe('a run that failed', () => {
  it('says so in the language of the reader, with the words of the vendor as they are', async () => {
    const user = userEvent.setup()
    const error: RunError = {
      code: 'DISK_FULL',
      message: 'Destination: The disk of the server is full: No space left on device',
      sentence: sentence`${sentence`Destination`}: ${sentence`The disk of the server is full: ${'No space left on device'}`}`,
      hint: 'Free or add disk space, then run again.',
      hintSentence: sentence`Free or add disk space, then run again.`,
    }
    const { router } = await renderApp(await withRun({ error }), '/profile')
    await user.selectOptions(await screen.findByLabelText('Language'), 'Deutsch')
    await router.navigate({ to: '/runs/$id', params: { id: 'run-1' } })

    const alert = await screen.findByRole('alert')
    expect(
      await within(alert).findByText('Ziel: Die Festplatte des Servers ist voll: No space left on device'),
    ).toBeDefined()
    expect(alert.textContent).toContain('Speicherplatz freigeben oder hinzufügen, dann erneut starten.')
  })

  it('says why, what to do, and leads to the field in its form', async () => {
    await renderApp(await withRun({ error: wrongPassword }), '/runs/run-1')

    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The server refused the user name or the password.')
    expect(alert.textContent).toContain('The password is case-sensitive.')
    const link = await within(alert).findByRole('link', { name: 'Edit “Shop”' })
    expect(link.getAttribute('href')).toBe('/sources?dialog=edit&id=connection-1&field=password')
  })

  it('leads to that form with the field in focus', async () => {
    const world = await withRun({})
    const config = { spreadsheet_id: 'gone' }
    const sheet = { name: 'Sheet', type: 'google_sheets', capability: 'both', integrationId: 'i', config } as const
    await world.connections.add('org-1', sheet)
    await renderApp(world, '/sources?dialog=edit&id=connection-2&field=spreadsheet_id')

    const field = await screen.findByRole('textbox', { name: 'Spreadsheet ID' })
    await waitFor(() => expect(document.activeElement).toBe(field))
  })

  it('leads to the step that failed', async () => {
    const error = { code: 'SQL_INVALID', message: 'No such column.', node: 't1', fix: 'step' as const }
    await renderApp(await withRun({ error }), '/runs/run-1')

    const link = await screen.findByRole('link', { name: 'Open the step' })
    expect(link.getAttribute('href')).toBe('/floweditor/flow-1?node=t1')
  })

  it('is run again for the tables that failed alone', async () => {
    const user = userEvent.setup()
    const world = await withRun({
      error: wrongPassword,
      streams: [aStream('orders', 'succeeded'), aStream('lines', 'failed')],
    })
    await renderApp(world, '/runs/run-1')

    await user.click(await screen.findByRole('button', { name: 'Run failed tables again' }))
    expect(world.runs.retried).toEqual(['run-1'])
  })
})

it('a run that stopped because too many rows are gone asks, and goes on as a person decides', async () => {
  const user = userEvent.setup()
  const error = { code: 'TOO_MANY_VANISHED', message: '20 of 60 rows are gone at the source.', vanished: 20 }
  const world = await withRun({ error, streams: [{ ...aStream('orders', 'failed'), error }] })
  const { router } = await renderApp(world, '/runs/run-1')

  await user.click(await screen.findByRole('button', { name: 'Accept that 20 rows are gone' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/runs/accept-run-1'))
  await router.navigate({ to: '/runs/$id', params: { id: 'run-1' } })
  await user.click(await screen.findByRole('button', { name: 'Keep them in this run' }))
  await waitFor(() => expect(world.runs.decided).toHaveLength(2))
  expect(world.runs.decided).toEqual([
    ['run-1', 'accept'],
    ['run-1', 'keep'],
  ])
})

it('a run that partly succeeded says so, names what failed, and runs that alone again', async () => {
  const user = userEvent.setup()
  const error = { code: 'TABLE_BUSY', message: '1 of 2 tables arrived; lines failed: Somebody holds lines.' }
  const lines = { ...aStream('lines', 'failed'), error: { code: 'TABLE_BUSY', message: 'Somebody holds lines.' } }
  const world = await withRun({
    status: 'partially_succeeded',
    error,
    streams: [aStream('orders', 'succeeded'), lines],
  })
  await renderApp(world, '/runs/run-1')

  expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('Partly succeeded')
  expect(screen.getByRole('note').textContent).toContain('1 of 2 tables arrived; lines failed')
  await user.click(screen.getByRole('button', { name: 'Run failed tables again' }))
  expect(world.runs.retried).toEqual(['run-1'])
})

it('a run of which several tables failed counts them, and each says its own reason once', async () => {
  const hint = 'Change the table.'
  const misfit = (entity: string): RunStream => ({
    ...aStream(entity, 'failed'),
    error: { code: 'TARGET_MISMATCH', message: `The table ${entity} does not fit.`, hint, stream: entity },
  })
  const message = 'None of the 2 tables arrived; orders and lines failed, the first: The table orders does not fit.'
  const error = { code: 'TARGET_MISMATCH', message, hint, stream: 'orders' }
  await renderApp(await withRun({ error, streams: [misfit('orders'), misfit('lines')] }), '/runs/run-1')

  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('2 of 2 tables failed')
  expect(alert.textContent).not.toContain('does not fit')
  const table = await screen.findByRole('table', { name: 'Tables' })
  expect(within(table).getByText('The table orders does not fit.')).toBeDefined()
  expect(within(table).getByText('The table lines does not fit.')).toBeDefined()
  expect(screen.getAllByText(hint)).toHaveLength(1)
})

it('a run of which several tables failed for one reason says it once', async () => {
  const error: RunError = { code: 'DISK_FULL', message: 'The disk is full.', hint: 'Free some.' }
  const failed = (entity: string): RunStream => ({ ...aStream(entity, 'failed'), error })
  const told = {
    ...error,
    message: 'None of the 2 tables arrived; orders and lines failed, the first: The disk is full.',
  }
  await renderApp(await withRun({ error: told, streams: [failed('orders'), failed('lines')] }), '/runs/run-1')

  expect((await screen.findByRole('alert')).textContent).toContain('2 of 2 tables failed')
  expect(screen.getAllByText('The disk is full.')).toHaveLength(1)
})

it('a run of which one table failed says why once', async () => {
  const lines = { ...aStream('lines', 'failed'), error: { code: 'TABLE_BUSY', message: 'Somebody holds lines.' } }
  const error = { code: 'TABLE_BUSY', message: '1 of 2 tables arrived; lines failed: Somebody holds lines.' }
  const streams = [aStream('orders', 'succeeded'), lines]
  await renderApp(await withRun({ status: 'partially_succeeded', error, streams }), '/runs/run-1')

  expect(await screen.findAllByText(/Somebody holds lines/)).toHaveLength(1)
})

it('a run that waits for its next attempt says when that begins, because of what, and what came before', async () => {
  const error: RunError = { code: 'TABLE_BUSY', message: 'A long query holds the target table.', fix: 'system' }
  const attempts = [{ attempt: 1, endedAt: '2026-01-02T10:00:05Z', error }]
  const retryAt = new Date(Date.now() + 3_600_000).toISOString()
  const waiting = { status: 'running' as const, attempt: 1, attemptsAllowed: 5, error, attempts, retryAt }
  await renderApp(await withRun(waiting), '/runs/run-1')

  const note = (await screen.findByText(/^Attempt 2 of 5 in /)).closest('[role=note]')
  expect(note?.textContent).toContain('A long query holds the target table.')
  expect(screen.getByText('Earlier attempts')).toBeDefined()
})

it('a run that was cancelled says what was written and what was not', async () => {
  const streams = [aStream('orders', 'succeeded'), aStream('lines', 'cancelled')]
  await renderApp(await withRun({ status: 'cancelled', streams }), '/runs/run-1')

  expect(await screen.findByText('10 rows of finished tables are kept. Other tables are unchanged.')).toBeDefined()
})

it('and so it does of one row', async () => {
  const streams = [{ ...aStream('orders', 'succeeded'), rowsWritten: 1 }, aStream('lines', 'cancelled')]
  await renderApp(await withRun({ status: 'cancelled', streams }), '/runs/run-1')

  expect(await screen.findByText('1 row of finished tables is kept. Other tables are unchanged.')).toBeDefined()
})

it('one reason for which several flows fail is one entry, which leads to its fix and to each of them', async () => {
  const dashboards = new MemoryDashboardRepository()
  const flows = ['1', '2'].map((n) => ({ flowId: `flow-${n}`, flowName: `Flow ${n}`, runId: `run-${n}`, at: '' }))
  dashboards.dashboard = { figures: { problems: [{ error: wrongPassword, flows }] } }
  await renderApp({ ...(await withRun({})), dashboards }, '/')

  const attention = await screen.findByRole('list', { name: 'Needs attention' })
  expect(within(attention).getByText('2 flows fail')).toBeDefined()
  expect(within(attention).getByText(wrongPassword.message)).toBeDefined()
  expect(within(attention).getByRole('link', { name: 'Flow 2' }).getAttribute('href')).toBe('/flows/flow-2')
  expect(await within(attention).findByRole('link', { name: 'Edit “Shop”' })).toBeDefined()
})
