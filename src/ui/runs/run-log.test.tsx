import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { renderApp } from '../../../test/support/render-app.tsx'
import { MemoryRunRepository } from '../../adapters/memory/memory-run-repository.ts'
// Chunks of their own, loaded first: what is waited for is what they do.
import '../flows/run-list/run-dialog.tsx'
import '../flows/run-list/run-list.tsx'

const LINES = [
  { id: 11, level: 'info', message: 'Attempt 1 has begun.' },
  { id: 12, level: 'warning', entity: 'public.orders', message: 'Two rows were rejected.' },
  { id: 13, level: 'error', message: 'The server went away.' },
].map((line) => ({ ...line, at: '2026-01-01T10:00:00Z' }))

async function openRun(address: string) {
  const runs = new MemoryRunRepository()
  runs.put('org-1', { id: 'run-1', flowId: 'flow-1', flowName: 'Orders', status: 'failed', streams: [] }, LINES)
  return renderApp({ runs }, `/flows?view=runs&run=run-1${address}`)
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
  expect(router.state.location.search).toMatchObject({ run: 'run-1', find: 'went away' })
})

it('each line has an address, and whoever opens it sees which line is meant', async () => {
  await openRun('&line=12')
  const meant = await screen.findByRole('link', { current: 'page' })
  expect(meant.closest('li')?.textContent).toContain('Two rows were rejected.')
})
