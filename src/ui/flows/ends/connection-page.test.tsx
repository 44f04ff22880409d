import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { renderApp } from '../../../../test/support/render-app.tsx'
import { aBusyOrganization } from '../../.storybook/organization-fakes.ts'

it('shows who uses a source, how its last test went, and leads to its flows', async () => {
  await renderApp(await aBusyOrganization(), '/flows/flow-1')

  await userEvent.click((await screen.findAllByRole('link', { name: 'Shop' }))[0] as HTMLElement)

  expect(await screen.findByRole('heading', { level: 1, name: 'Shop' })).toBeDefined()
  expect(screen.getByText('Passed')).toBeDefined()
  const flows = await screen.findByRole('list', { name: 'Flows' })
  expect(within(flows).getByRole('link', { name: 'Stock levels' }).getAttribute('href')).toBe('/flows/flow-3')
})

it('opens the dialogs of the list, and stays when they are closed', async () => {
  const { router } = await renderApp(await aBusyOrganization(), '/sources/connection-1')

  await userEvent.click((await screen.findAllByRole('button', { name: 'Test' }))[0] as HTMLElement)
  expect(await screen.findByRole('dialog')).toBeDefined()
  await userEvent.keyboard('{Escape}')
  expect(router.state.location.pathname).toBe('/sources/connection-1')
})

it('shows the tests over time, which tables flows move, and what runs found changed in them', async () => {
  await renderApp(await aBusyOrganization(), '/sources/connection-1')

  expect(await screen.findByText('27 of 30 passed. The height is the duration.')).toBeDefined()
  const tables = within(await screen.findByRole('table', { name: 'Tables that are read' }))
  expect(tables.getByRole('row', { name: /^public.stock 14,448 35 minutes ago/ })).toBeDefined()
  const changes = within(screen.getByRole('list', { name: 'Changed tables' }))
  const [newest] = changes.getAllByRole('listitem')
  expect(newest?.textContent).toContain('note (text) is new at the source')
  expect(newest?.textContent).toContain('Orders to warehouse · Customers')
})

it('opens the settings of a connection in one click', async () => {
  const { router } = await renderApp(await aBusyOrganization(), '/destinations/connection-2')

  await userEvent.click((await screen.findAllByRole('button', { name: 'Edit' }))[0] as HTMLElement)
  expect(await screen.findByRole('dialog', { name: /Warehouse/ })).toBeDefined()
  expect(router.state.location.search).toMatchObject({ dialog: 'edit', id: 'connection-2' })
})

it('never calls a flow plainly succeeded whose last run rejected rows', async () => {
  const fakes = await aBusyOrganization()
  const listed = await fakes.flows.list('org-1')
  const flow = listed.ok ? listed.value.find(({ name }) => name === 'Stock levels') : undefined
  if (!flow) throw new Error('the fakes have no such flow')
  const lastRun = { id: 'run-9', status: 'succeeded', startedAt: '2026-01-01T00:00:00Z', rowsWritten: 98 } as const
  fakes.flows.put('org-1', { ...flow, lastRun: { ...lastRun, rowsRejected: 2 } })
  await renderApp(fakes, '/sources/connection-1')

  const flows = await screen.findByRole('list', { name: 'Flows' })
  const line = within(flows).getByRole('link', { name: 'Stock levels' }).closest('li')
  expect(line?.textContent).toContain('2 rejected')
  expect(line?.textContent).not.toContain('Succeeded')
})
