import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { serverDown } from '../../../test/support/builders.ts'
import { renderApp } from '../../../test/support/render-app.tsx'
import { MemoryBillingRepository } from '../../adapters/memory/organizations/memory-billing-repository.ts'
import type { BillingAccount } from '../../core/billing/billing.ts'
import { OrganizationStore } from '../../core/organizations/organization-store.ts'

const FREE = { id: 'free', name: 'Free', monthlyPrice: 0, includedRows: 1_000 }
const TEAM = { id: 'team', name: 'Team', monthlyPrice: 90, includedRows: 500_000 }

function billingWith(account: BillingAccount) {
  const billing = new MemoryBillingRepository()
  billing.billingStatus = { account }
  billing.offered = [FREE, TEAM]
  return billing
}

function as(role: string) {
  const organization = new OrganizationStore()
  organization.load([{ id: 'org-1', name: 'Analytical Engines', roles: [role] }])
  return organization
}

const USED = { since: '2026-01-01T00:00:00Z', rowsWritten: 400, runs: 3, members: 2 }

it('shows the plan, what was used of it, and when it renews', async () => {
  const account = { plan: TEAM, status: 'active', currentPeriodEnd: '2026-02-15T12:00:00Z', usage: USED }
  await renderApp({ billing: billingWith(account) }, '/billing')

  expect(await screen.findByRole('heading', { name: /Team plan/ })).toBeDefined()
  expect(screen.getByText('Renews on February 15, 2026.')).toBeDefined()
  expect(screen.getByText('of 500K included rows since Jan 1')).toBeDefined()
})

it('names its own plans in the language of the person, and others as they came', async () => {
  const user = userEvent.setup()
  const billing = billingWith({ plan: FREE })
  billing.offered = [FREE, { id: 'team', name: 'Crew', monthlyPrice: 10 }]
  await renderApp({ billing }, '/billing')

  await user.click(await screen.findByRole('button', { name: /^Account/ }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Deutsch' }))

  expect(await screen.findByRole('heading', { name: 'Tarif Kostenlos' })).toBeDefined()
  expect(screen.getAllByText('Zum Ausprobieren und für kleine Flows.')).not.toEqual([])
  expect(screen.getByRole('heading', { name: 'Crew' })).toBeDefined()
})

it('says in one sentence what counts', async () => {
  await renderApp({ billing: billingWith({ plan: FREE, usage: USED }) }, '/billing')

  expect(await screen.findByText(/^Without dry runs and failed tables/)).toBeDefined()
})

it('says that going over stops nothing', async () => {
  await renderApp({ billing: billingWith({ plan: FREE, usage: { ...USED, rowsWritten: 2_000 } }) }, '/billing')

  expect(await screen.findByText(/Flows keep running/)).toBeDefined()
})

it('labels the sandbox', async () => {
  await renderApp({ billing: billingWith({ provider: 'sandbox', plan: FREE }) }, '/billing')

  expect(await screen.findByText('Sandbox')).toBeDefined()
  expect(screen.getByText(/nothing is charged/)).toBeDefined()
})

it('refuses to go to pay on a page that is neither encrypted nor its own', async () => {
  const billing = billingWith({ plan: FREE })
  billing.site = 'http://pay.example'
  const user = userEvent.setup()
  await renderApp({ billing }, '/billing')

  await user.click(await screen.findByRole('button', { name: 'Choose Team' }))

  expect(await screen.findByText('The checkout could not be opened')).toBeDefined()
  // In place, and as a toast.
  expect(screen.getAllByText('The server sent an address that cannot be opened.')).toHaveLength(2)
})

it('refuses to go to a customer portal that is neither encrypted nor its own, and says so', async () => {
  const billing = billingWith({ plan: FREE, hasCustomer: true })
  billing.site = 'http://pay.example'
  const user = userEvent.setup()
  await renderApp({ billing }, '/billing')

  await user.click(await screen.findByRole('button', { name: 'Manage' }))

  expect(await screen.findByText('The customer portal could not be opened')).toBeDefined()
  expect(screen.getAllByText('The server sent an address that cannot be opened.')).toHaveLength(2)
})

it.each([
  ['success', 'Thank you'],
  ['cancelled', 'Nothing was bought'],
])('tells how the visit to the payment pages ended (%s)', async (outcome, title) => {
  await renderApp({ billing: billingWith({ plan: FREE }) }, `/billing?checkout=${outcome}`)

  expect(await screen.findByText(title)).toBeDefined()
})

it('lets an admin look, and tells why only owners choose', async () => {
  await renderApp({ billing: billingWith({ plan: FREE }), organization: as('admin') }, '/billing')

  const choose = await screen.findByRole('button', { name: 'Choose Team' })
  expect(choose.getAttribute('aria-disabled')).toBe('true')
  expect(choose.getAttribute('aria-description')).toBe('Needs the role Owner')
})

it('tells a viewer why there is nothing to see', async () => {
  await renderApp({ billing: billingWith({ plan: FREE }), organization: as('viewer') }, '/billing')

  expect(await screen.findByText('Needs at least the role Admin')).toBeDefined()
})

it('has nothing to manage before a plan is chosen', async () => {
  await renderApp({ billing: billingWith({ plan: FREE, hasCustomer: false }) }, '/billing')

  const manage = await screen.findByRole('button', { name: 'Manage' })
  expect(manage.getAttribute('aria-description')).toBe('Choose a plan first')
})

it('says in place that billing could not be loaded', async () => {
  const billing = billingWith({ plan: FREE })
  billing.failNext(serverDown)
  const user = userEvent.setup()
  await renderApp({ billing }, '/billing')

  expect(await screen.findByText('Billing could not be loaded')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('heading', { name: /Free plan/ })).toBeDefined()
})

it('shows a billing status of another shape as one that it knows nothing of', async () => {
  const billing = new MemoryBillingRepository()
  billing.billingStatus = { plan: 'gold' }
  billing.offered = []
  await renderApp({ billing }, '/organization-settings/billing')

  const panel = await screen.findByRole('tabpanel', { name: 'Billing' })
  expect(await within(panel).findByRole('heading', { name: 'Payments' })).toBeDefined()
})
