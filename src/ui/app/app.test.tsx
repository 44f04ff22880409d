import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { aFlow } from '../../../test/support/builders.ts'
import { renderApp } from '../../../test/support/render-app.tsx'
import { MemoryFlowRepository } from '../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryIdentity } from '../../adapters/memory/memory-identity.ts'
import { Session } from '../../core/auth/session.ts'

it('shows a page of the active organization to whoever is signed in', async () => {
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow({ name: 'Orders to warehouse' }))

  await renderApp({ flows }, '/flows')

  expect(await screen.findByText('Orders to warehouse')).toBeDefined()
})

it('sends everybody else to sign-in, and remembers where they wanted to go', async () => {
  const { router } = await renderApp({ identity: new MemoryIdentity(), session: new Session() }, '/flows')

  expect(await screen.findByLabelText('Email')).toBeDefined()
  expect(router.state.location).toMatchObject({ pathname: '/login', search: { redirect: '/flows' } })
})

it.each([
  ['/flows?view=graph', 'Flows', 'List', '/flows'],
  ['/runs?trigger=nobody&q=404', 'Runs', 'All', '/runs?q=%22404%22'],
])('takes what an address does not know for absent: %s', async (address, title, chosen, now) => {
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow())
  const { router } = await renderApp({ flows }, address)
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined()
  expect(await screen.findByRole('radio', { name: chosen, checked: true })).toBeDefined()
  expect(router.state.location.href).toBe(now)
})
