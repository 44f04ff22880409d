import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { aFlow, serverDown } from '../../../test/support/builders.ts'
import { renderApp } from '../../../test/support/render-with.tsx'
import { MemoryFlowRepository } from '../../adapters/memory/memory-flow-repository.ts'

it('leads a new organization to its first moved rows', async () => {
  await renderApp({}, '/')

  const steps = await screen.findByRole('list', { name: 'Getting started' })
  expect(within(steps).getAllByRole('listitem')).toHaveLength(4)
  expect(within(steps).getByRole('link', { name: 'Add source' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Use sample data' })).toBeDefined()
})

it('shows what failed first, leading to the run', async () => {
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow({ lastRun: { id: 'run-7', status: 'failed', finishedAt: '2026-01-01T10:00:00Z' } }))

  await renderApp({ flows }, '/')

  const attention = await screen.findByRole('list', { name: 'Needs attention' })
  expect(within(attention).getByText('The last run failed')).toBeDefined()
  const link = within(attention).getByRole('link', { name: 'Shop to warehouse' })
  expect(link.getAttribute('href')).toBe('/floweditor/flow-1?tab=runs&run=run-7')
})

it('says in place that it could not be loaded', async () => {
  const flows = new MemoryFlowRepository()
  flows.failNext(serverDown)

  await renderApp({ flows }, '/')

  expect(await screen.findByText('The overview could not be loaded')).toBeDefined()
})

it('shows a page that does not exist to anybody', async () => {
  await renderApp({}, '/nowhere/at/all')

  expect(await screen.findByText('Page not found')).toBeDefined()
})
