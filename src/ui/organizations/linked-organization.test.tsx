import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { renderApp } from '../../../test/support/render-app.tsx'
import { OrganizationStore } from '../../core/organizations/organization-store.ts'

async function openLinkTo(id: string) {
  const organization = new OrganizationStore()
  organization.load([
    { id: 'org-1', name: 'Analytical Engines', roles: ['admin'] },
    { id: 'org-2', name: 'Difference Engines', roles: ['admin'] },
  ])
  await renderApp({ organization }, `/organization-settings?section=roles&organization=${id}`)
  await screen.findByRole('tab', { name: 'Roles', selected: true })
  return organization
}

it('opens the settings of the organization that a link means', async () => {
  const organization = await openLinkTo('org-2')
  expect(await screen.findByText('Difference Engines', { selector: 'p' })).toBeDefined()
  expect(organization.get().active?.id).toBe('org-2')
  organization.setActive('org-1')
  expect(await screen.findByText('Analytical Engines', { selector: 'p' })).toBeDefined()
})

it('says that a link means an organization of others', async () => {
  const organization = await openLinkTo('org-7')
  expect(await screen.findByText(/You are not a member of this organization/)).toBeDefined()
  expect(organization.get().active?.id).toBe('org-1')
})
