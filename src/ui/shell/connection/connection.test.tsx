import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'

import { aFlow } from '../../../../test/support/builders.ts'
import { renderApp } from '../../../../test/support/render-app.tsx'
import { MemoryFlowRepository } from '../../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryIdentity, memoryUser } from '../../../adapters/memory/memory-identity.ts'
import { MemoryOrganizationRepository } from '../../../adapters/memory/organizations/memory-organization-repository.ts'
import type { MemoryRunEvents } from '../../../adapters/memory/runs/memory-run-events.ts'

const user = userEvent.setup()
afterEach(() => act(() => onlineManager.setOnline(true)))

const flowsOf = (name: string) => {
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow({ name }))
  return flows
}

it('says above the page that one is offline, until one is back', async () => {
  await renderApp({ flows: flowsOf('Orders') }, '/flows')
  await screen.findByText('Orders')

  act(() => onlineManager.setOnline(false))
  expect(screen.getByText(/^You are offline/)).toBeDefined()
  expect(screen.getByText('Orders')).toBeDefined()

  act(() => onlineManager.setOnline(true))
  await waitFor(() => expect(screen.queryByText(/^You are offline/)).toBeNull())
})

it('keeps what is typed when the server goes away, says so, and loads again', async () => {
  const flows = flowsOf('Orders')
  const { ports } = await renderApp({ flows }, '/flows?dialog=add')
  await user.type(await screen.findByLabelText('Name'), 'Half a na')
  flows.failNext({ kind: 'network' })
  const lost = ports.runEvents as MemoryRunEvents

  act(() => lost.emitState('waiting'))
  act(() => lost.emitState('open'))
  expect(await screen.findByText(/^The server cannot be reached\. Millrace keeps/)).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Half a na')

  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await user.click(screen.getByRole('button', { name: 'Try now' }))
  await waitFor(() => expect(screen.queryByText(/^The server cannot be reached\. Millrace keeps/)).toBeNull())
})

it('asks for the password over the page when the session has ended, and goes on where one was', async () => {
  const identity = new MemoryIdentity()
  await identity.signUp('ada@example.com', 'engine')
  identity.settle(memoryUser('ada@example.com'))
  const flows = flowsOf('Orders')
  const { router } = await renderApp({ identity, flows }, '/flows?q=ord')
  await screen.findByRole('link', { name: 'Orders' })
  flows.failNext({ kind: 'http', status: 401, statusText: 'Unauthorized' })
  await user.keyboard('{Shift>}R{/Shift}')

  expect(await screen.findByRole('dialog', { name: 'Your session has ended' })).toBeDefined()
  await user.type(screen.getByLabelText(/^Password of ada@example.com/), 'engine')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('link', { name: 'Orders' })).toBeDefined()
  expect(router.state.location.search).toEqual({ q: 'ord' })
})

it('asks for the password when what is saved is refused, and keeps what was typed', async () => {
  const organizations = new MemoryOrganizationRepository([{ id: 'org-1', name: 'Analytical Engines' }])
  await renderApp({ organizations }, '/organization-settings')
  await user.type(await screen.findByLabelText('Organization name'), ' Ltd')
  organizations.failNext({ kind: 'http', status: 401, statusText: 'Unauthorized' })

  await user.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByRole('dialog', { name: 'Your session has ended' })).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Organization name').value).toBe('Analytical Engines Ltd')
})
