import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { aFlow } from '../../../test/support/builders.ts'
import { renderApp } from '../../../test/support/render-app.tsx'
import { MemoryFlowRepository } from '../../adapters/memory/flows/memory-flow-repository.ts'
import { DEFAULT_LIMITS } from '../../core/catalog/limits.ts'

async function shown(limits: Partial<typeof DEFAULT_LIMITS>, address: string) {
  const flows = new MemoryFlowRepository()
  for (let number = 0; number < 4; number++) flows.put('org-1', aFlow({ id: `flow-${number}`, name: `Flow ${number}` }))
  await renderApp({ flows }, address, { limits: { ...DEFAULT_LIMITS, ...limits } })
}

it('the page of flows says that a limit is near before it stops anybody', async () => {
  await shown({ flows: 5 }, '/flows')
  expect((await screen.findByText(/4 of at most 5 flows/)).textContent).toMatch(/Delete those that nobody needs/)
})

it('nothing is said while the limit is far away', async () => {
  await shown({ flows: 6 }, '/flows')
  expect(await screen.findByText('Flow 0')).toBeDefined()
  expect(screen.queryByText(/at most/)).toBeNull()
})

it('somebody who owns almost as many organizations as possible reads it before naming another one', async () => {
  await shown({ organizations: 1 }, '/organization/create')
  expect(await screen.findByText(/This account owns 1 of at most 1 organizations/)).toBeDefined()
})
