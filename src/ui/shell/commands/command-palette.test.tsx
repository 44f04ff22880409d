import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryConnectionRepository } from '../../../adapters/memory/connections/memory-connection-repository.ts'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryViewRepository } from '../../../adapters/memory/organizations/memory-view-repository.ts'

const openAt = async (address: string) => {
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow({ id: 'flow-1', name: 'Orders to warehouse' }))
  const user = userEvent.setup()
  const rendered = await renderApp({ flows }, address)
  return { ...rendered, user }
}

it('opens a flow by its name, with the keyboard alone', async () => {
  const { router, user } = await openAt('/sources')

  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'orders')
  await screen.findByRole('option', { name: /^Orders to warehouse/ })
  await user.keyboard('{Enter}')

  await waitFor(() => expect(router.state.location.pathname).toBe('/flows/flow-1'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('points at one option after the other, and around', async () => {
  const { user } = await openAt('/sources')
  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox')
  const current = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent
  const first = current()

  await user.keyboard('{ArrowDown}')
  expect(current()).not.toBe(first)
  await user.keyboard('{ArrowUp}{ArrowUp}')

  expect(current()).toBe('Sign out')
})

it('gives the focus back to the button that opened it', async () => {
  const { user } = await openAt('/sources')
  const [button] = await screen.findAllByRole('button', { name: /^Search/ })
  button?.focus()
  await user.keyboard('{Enter}')
  await screen.findByRole('combobox')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
})

it('says that nothing matches, and closes with Escape', async () => {
  const { user } = await openAt('/sources')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'zebra')

  expect(screen.getByText('Nothing matches your search')).toBeDefined()
  await user.keyboard('{Escape}')

  expect(screen.queryByRole('combobox')).toBeNull()
})

it('goes to pages with two keys, but not while somebody types', async () => {
  const { router, user } = await openAt('/flows')

  await user.click(await screen.findByRole('searchbox'))
  await user.keyboard('gs')
  expect(router.state.location.pathname).toBe('/flows')

  await user.click(screen.getByRole('heading', { level: 1 }))
  await user.keyboard('gs')
  await waitFor(() => expect(router.state.location.pathname).toBe('/sources'))
})

it('searches, clears and adds in a list by keys', async () => {
  const { router, user } = await openAt('/flows?q=orders')
  const search = await screen.findByRole('searchbox')

  await user.keyboard('{Shift>}F{/Shift}')
  expect(document.activeElement).toBe(search)

  await user.click(screen.getByRole('heading', { level: 1 }))
  await user.keyboard('fc')
  await waitFor(() => expect(router.state.location.search).toEqual({}))

  await user.keyboard('{Shift>}N{/Shift}')
  expect(await screen.findByRole('dialog')).toBeDefined()
})

it('lists the keys for whoever asks', async () => {
  const { user } = await openAt('/flows')

  await user.keyboard('?')

  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeDefined()
})

const search = async (user: Awaited<ReturnType<typeof openAt>>['user'], words: string) => {
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), words)
}

it.each([
  ['roles', 'Roles'],
  ['invite', /^Invite somebody/],
  ['keys', 'Keys'],
  ['audit', /^Audit log/],
  ['bigquery', /^BigQuery/],
])('finds a part of the settings, or a page of the help: %s', async (words, option) => {
  const { user } = await openAt('/flows')
  await search(user, words)
  expect(await screen.findByRole('option', { name: option })).toBeDefined()
})

it('does what the open page can do', async () => {
  const { router, user } = await openAt('/flows/flow-1')
  await screen.findByRole('heading', { level: 1, name: /Orders to warehouse/ })
  await search(user, 'schedule')
  await user.click(await screen.findByRole('option', { name: 'Schedule' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ dialog: 'schedule' }))
})

it('does what the menu of the row with the focus can do', async () => {
  const { router, user } = await openAt('/flows')
  await screen.findByRole('link', { name: 'Orders to warehouse' })
  await search(user, 'schedule orders')
  expect(await screen.findByText('Nothing matches your search')).toBeDefined()
  await user.keyboard('{Escape}j')
  await search(user, 'schedule orders')
  await user.click(await screen.findByRole('option', { name: /^Schedule\s*Orders to warehouse/ }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ dialog: 'schedule', id: 'flow-1' }))
})

it('finds a table, and opens the flow that moves it', async () => {
  const flows = new MemoryFlowRepository()
  const config = { streams: [{ entity: 'sales.orders', mode: 'replace' as const }], transformations: [] }
  flows.put('org-1', aFlow({ id: 'flow-1', name: 'Shop', config }))
  const user = userEvent.setup()
  const { router } = await renderApp({ flows }, '/sources')
  await search(user, 'sales.orders')
  await user.click(await screen.findByRole('option', { name: /sales\.orders.*Shop/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/flows/flow-1'))
})

it('shows first what was used lately', async () => {
  const { router, user } = await openAt('/sources')
  await search(user, 'billing')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toMatch(/billing/))
  await user.keyboard('{Control>}k{/Control}')
  const group = await screen.findByRole('group', { name: 'Used lately' })
  expect(group.textContent).toContain('Billing')
})

it('opens a saved view of a list, and the page of a connection', async () => {
  const connections = new MemoryConnectionRepository()
  const lake = { name: 'Lake', type: 'postgres', capability: 'destination', integrationId: 'lake', config: {} } as const
  const added = await connections.add('org-1', lake)
  const views = new MemoryViewRepository()
  views.views = [{ id: 'view-1', list: 'runs', name: 'Failed nights', isShared: true, search: { state: 'failed' } }]
  const user = userEvent.setup()
  const { router } = await renderApp({ connections, views }, '/sources')
  const opens = async (words: string, option: RegExp) => {
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), words)
    await user.click(await screen.findByRole('option', { name: option }))
  }

  await opens('failed ni', /^Failed nights\s*Runs/)
  await waitFor(() => expect(router.state.location.pathname).toBe('/runs'))
  expect(router.state.location.search).toEqual({ state: 'failed', saved: 'view-1' })
  await opens('lake', /^Lake/)
  await waitFor(() => expect(router.state.location.pathname).toBe(`/destinations/${added.ok && added.value.id}`))
})
