import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, onTestFinished } from 'vitest'

import { serverDown } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryRunEvents } from '../../../adapters/memory/runs/memory-run-events.ts'
import { MemoryRunRepository } from '../../../adapters/memory/runs/memory-run-repository.ts'
import { inEnglish, sentence } from '../../../core/catalog/sentence.ts'
import type { RunLogLine, RunStream } from '../../../core/runs/run.ts'
// Separate chunks, loaded first, so that the tests wait only for behaviour.
import '../page/run-page.tsx'
import '../list/runs-page.tsx'

const at = '2026-01-01T10:00:00Z'
const LINES: readonly RunLogLine[] = [
  { id: 11, at, level: 'info', message: 'Attempt 1 has begun.' },
  {
    id: 12,
    at,
    level: 'warning',
    entity: 'public.orders',
    origin: 'destination',
    message: 'Two rows were rejected.',
  },
  {
    id: 13,
    at,
    level: 'error',
    entity: 'public.items',
    origin: 'source',
    message: 'The server went away.',
  },
]

const streamOf = (entity: string): RunStream => ({
  ...{ entity, target: entity, status: 'failed', rowsRead: 0, rowsWritten: 0, rowsFiltered: 0, rowsRejected: 0 },
  bytes: 0,
})

interface LogOptions {
  readonly runs?: MemoryRunRepository
  readonly lines?: readonly RunLogLine[]
  readonly locale?: 'de'
}

async function openRun(
  address: string,
  { runs = new MemoryRunRepository(), lines = LINES, ...options }: LogOptions = {},
) {
  const streams = ['public.orders', 'public.items'].map(streamOf)
  runs.put(
    'org-1',
    {
      id: 'run-1',
      kind: 'move',
      flowId: 'flow-1',
      flowName: 'Orders',
      status: 'failed',
      streams,
    },
    lines,
  )
  return renderApp({ runs }, `/runs/run-1${address}`, options)
}

it('a log is narrowed by gravity and words, and the address keeps both', async () => {
  const user = userEvent.setup()
  const { router } = await openRun('')
  expect(await screen.findByText('Attempt 1 has begun.')).toBeDefined()

  await user.selectOptions(screen.getByRole('combobox', { name: 'Lines shown' }), 'Warnings')
  await waitFor(() => expect(screen.queryByText('Attempt 1 has begun.')).toBeNull())
  expect(screen.getByText('Two rows were rejected.')).toBeDefined()

  await user.type(screen.getByRole('searchbox', { name: 'Search the log' }), 'went away')
  expect(await screen.findByText('No line of the log matches.')).toBeDefined()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Lines shown' }), 'All lines')
  expect(await screen.findByText('The server went away.')).toBeDefined()
  expect(router.state.location.search).toEqual({ find: 'went away' })
})

it('that has expired says so, in place of nothing', async () => {
  const runs = new MemoryRunRepository()
  runs.put(
    'org-1',
    { id: 'run-1', kind: 'move', flowId: 'flow-1', flowName: 'Orders', status: 'succeeded', streams: [] },
    [],
  )
  await renderApp({ runs }, '/runs/run-1')
  expect(await screen.findByText(/^The log is no longer kept/)).toBeDefined()
})

/** The line that the log marks. */
async function linkedLine() {
  const log = await screen.findByRole('region', { name: 'Log' })
  return (await within(log).findByRole('link', { current: 'page' })).closest('li')?.textContent
}

it('each line has an address, and whoever opens it sees which line is meant', async () => {
  await openRun('?line=12')
  expect(await linkedLine()).toContain('Two rows were rejected.')
})

it('a line that filters would hide is shown all the same: the filters go', async () => {
  const { router } = await openRun('?log=error&find=away&line=12')
  expect(await linkedLine()).toContain('Two rows were rejected.')
  expect(router.state.location.search).toEqual({ line: 12 })
})

it('a line far down in a long log is fetched, page by page', async () => {
  const runs = new MemoryRunRepository()
  const asked: (string | undefined)[] = []
  runs.log = async (_organization, _run, { cursor }) => {
    asked.push(cursor)
    const page = Number(cursor ?? 0)
    const lines = Array.from({ length: 10 }, (_, place) => {
      const id = page * 10 + place + 1
      return { id, at, level: 'info', message: `Line ${id} of the log.` } as const
    })
    return { ok: true, value: { lines, nextCursor: String(page + 1) } }
  }
  await openRun('?line=37', { runs })
  expect(await linkedLine()).toContain('Line 37 of the log.')
  expect(asked).toEqual([undefined, '1', '2', '3'])
})

it('says that a linked line is not in the log, in the language of the reader', async () => {
  await openRun('?line=5', { locale: 'de' })
  expect(await screen.findByText('Die verlinkte Zeile ist nicht hier.')).toBeDefined()
  expect(screen.getByText('Attempt 1 has begun.')).toBeDefined()
})

it('a chosen line has a button that copies its address, without the filters', async () => {
  const user = userEvent.setup()
  const { router } = await openRun('?log=error')
  await user.click((await screen.findByText('The server went away.')).closest('li')?.querySelector('a') as HTMLElement)
  await user.click(await screen.findByRole('button', { name: 'Copy the link to this line' }))
  expect(await screen.findByRole('button', { name: 'The link was copied' })).toBeDefined()
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/runs/run-1?line=13`)
  expect(router.state.location.search).toEqual({ log: 'error', line: 13 })
})

it('is narrowed by where something happened and by table, and says how many lines are left', async () => {
  const user = userEvent.setup()
  const { router } = await openRun('')
  await screen.findByText('Attempt 1 has begun.')

  await user.selectOptions(screen.getByRole('combobox', { name: 'Origin' }), 'Destination')
  expect(await screen.findByText('1 of 3 lines')).toBeDefined()
  expect(screen.getByText('Two rows were rejected.')).toBeDefined()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Origin' }), 'Any origin')
  await user.click(screen.getByRole('combobox', { name: 'Table' }))
  await user.click(await screen.findByRole('option', { name: 'public.items' }))

  expect(await screen.findByText('The server went away.')).toBeDefined()
  await waitFor(() => expect(screen.queryByText('Two rows were rejected.')).toBeNull())
  expect(router.state.location.search).toEqual({ table: 'public.items' })
})

it('says in place that the log could not be loaded, and loads it when asked', async () => {
  const user = userEvent.setup()
  const runs = new MemoryRunRepository()
  const log = runs.log.bind(runs)
  runs.log = async () => ({ ok: false, failure: serverDown })
  await openRun('', { runs })

  expect(await screen.findByText('The log could not be loaded')).toBeDefined()
  expect(screen.queryAllByText(/HTTP error/)).toHaveLength(1)
  runs.log = log
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Attempt 1 has begun.')).toBeDefined()
})

it('has its last lines, whichever stream says first that the run has ended', async () => {
  const runs = new MemoryRunRepository()
  const runEvents = new MemoryRunEvents()
  runEvents.watchRun = () => () => undefined
  const run = { id: 'run-1', kind: 'move', flowId: 'flow-1', flowName: 'Orders', streams: [] } as const
  runs.put('org-1', { ...run, status: 'running' }, LINES.slice(0, 1))
  await renderApp({ runs, runEvents }, '/runs/run-1')
  await screen.findByText('Attempt 1 has begun.')

  runs.put('org-1', { ...run, status: 'cancelled' }, [{ id: 14, at, level: 'info', message: 'Cancelled by Ada.' }])
  act(() => runEvents.emit('org-1', { type: 'run', run: { ...run, status: 'cancelled' } }))
  expect(await screen.findByText('Cancelled by Ada.')).toBeDefined()
})

it('is searched and downloaded in the language in which it is read', async () => {
  const user = userEvent.setup()
  const files: Blob[] = []
  const { createObjectURL, revokeObjectURL } = URL
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}`, revokeObjectURL: () => undefined })
  onTestFinished(() => void Object.assign(URL, { createObjectURL, revokeObjectURL }))
  const cancelled = sentence`Cancelled by ${'Ada'}.`
  const lines = [...LINES, { id: 14, at, level: 'info', message: inEnglish(cancelled), sentence: cancelled } as const]
  await openRun('', { lines, locale: 'de' })
  expect(await screen.findByText('Abgebrochen von Ada.')).toBeDefined()

  await user.type(screen.getByRole('searchbox', { name: 'Protokoll durchsuchen' }), 'abgebrochen von')
  expect(await screen.findByText('1 von 4 Zeilen')).toBeDefined()
  expect(screen.getByText('Abgebrochen von Ada.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Herunterladen' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(await files[0]?.text()).toContain('INFO  Abgebrochen von Ada.')
})
