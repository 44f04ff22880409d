import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { aFlow } from '../../../test/support/builders.ts'
import { renderApp } from '../../../test/support/render-app.tsx'
import { MemoryConnectionRepository } from '../../adapters/memory/connections/memory-connection-repository.ts'
import { MemoryFlowRepository } from '../../adapters/memory/flows/memory-flow-repository.ts'
import { MemoryProfileRepository } from '../../adapters/memory/organizations/memory-profile-repository.ts'
import { OrganizationStore } from '../../core/organizations/organization-store.ts'

it('goes with a newcomer from the home page to the next step, until it is skipped', async () => {
  const user = userEvent.setup()
  const profiles = new MemoryProfileRepository()
  const connections = new MemoryConnectionRepository()
  await renderApp({ profiles, connections }, '/')
  const steps = await screen.findByRole('list', { name: 'Getting started' })
  expect(within(steps).getAllByRole('listitem')).toHaveLength(5)
  expect(screen.getByRole('button', { name: 'Use sample data' }).className).toContain('primary')
  expect(screen.queryByRole('region', { name: 'Tour' })).toBeNull()

  await user.click(within(steps).getByRole('link', { name: 'Add source' }))
  expect(await screen.findByRole('dialog', { name: 'Add a source' })).toBeDefined()
  await user.keyboard('{Escape}')
  const tour = await screen.findByRole('region', { name: 'Tour' })
  expect(within(tour).getByText('2 of 5')).toBeDefined()
  expect(profiles.profile.tour).toBe('started')

  await user.click(within(tour).getByRole('button', { name: 'Skip the tour' }))
  expect(screen.queryByRole('region', { name: 'Tour' })).toBeNull()
  expect(profiles.profile.tour).toBe('ended')
})

it('is not shown again in another browser of the person', async () => {
  const { ports } = await renderApp({}, '/')
  act(() => ports.session.keepProfile({ tour: 'ended' }, ports.session.get().user))

  expect(await screen.findByRole('heading', { name: 'No flows yet' })).toBeDefined()
  expect(screen.queryByRole('list', { name: 'Getting started' })).toBeNull()
})

it('can be started again by ?, also where all steps are done, and leads through their pages', async () => {
  const user = userEvent.setup()
  const connections = new MemoryConnectionRepository()
  await connections.add('org-1', {
    name: 'Shop',
    type: 'postgres',
    capability: 'both',
    integrationId: 'integration-1',
    config: {},
  })
  const flows = new MemoryFlowRepository()
  flows.put('org-1', aFlow({ lastRun: { id: 'run-1', status: 'succeeded' } }))
  const profiles = new MemoryProfileRepository()
  await renderApp({ profiles, connections, flows }, '/sources')
  await screen.findByRole('heading', { level: 1, name: 'Sources' })

  await user.keyboard('?')
  await user.click(await screen.findByRole('button', { name: 'Start the tour' }))
  const steps = await screen.findByRole('list', { name: 'Getting started' })
  await user.click(within(steps).getByRole('link', { name: 'Create a flow between them' }))
  const tour = await screen.findByRole('region', { name: 'Tour' })
  await user.click(within(tour).getByRole('link', { name: 'Next' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Runs' })).toBeDefined()
  expect(within(tour).getByText('5 of 5')).toBeDefined()

  await user.click(within(tour).getByRole('button', { name: 'End the tour' }))
  await waitFor(() => expect(profiles.profile.tour).toBe('ended'))
})

it('is nothing for people who may only look', async () => {
  const organization = new OrganizationStore()
  organization.load([{ id: 'org-1', name: 'Acme', roles: ['viewer'] }])
  await renderApp({ organization }, '/')
  expect(await screen.findByRole('heading', { name: 'No flows yet' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Start the tour' })).toBeNull()
})
