import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, onTestFinished } from 'vitest'

import { serverDown } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryRunRepository } from '../../../adapters/memory/memory-run-repository.ts'
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
  runs.put('org-1', { id: 'run-1', flowId: 'flow-1', flowName: 'Orders', status: 'succeeded', streams: [] }, [])
  await renderApp({ runs }, '/runs/run-1')
  expect(await screen.findByText(/^The log of this run has been deleted/)).toBeDefined()
})

it('each line has an address, and whoever opens it sees which line is meant', async () => {
  await openRun('?line=12')
  const log = await screen.findByRole('region', { name: 'Log' })
  const meant = await within(log).findByRole('link', { current: 'page' })
  expect(meant.closest('li')?.textContent).toContain('Two rows were rejected.')
})

it('is narrowed by where something happened and by table, and says how many lines are left', async () => {
  const user = userEvent.setup()
  const { router } = await openRun('')
  await screen.findByText('Attempt 1 has begun.')

  await user.selectOptions(screen.getByRole('combobox', { name: 'Origin' }), 'Destination')
  expect(await screen.findByText('1 of 3 lines')).toBeDefined()
  expect(screen.getByText('Two rows were rejected.')).toBeDefined()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Origin' }), 'Any origin')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Table' }), 'public.items')

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
