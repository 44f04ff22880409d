import { PLANS, type Plan, planOf } from '../../../core/catalog/plans.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { Database } from '../../store/database/database.ts'
import { organizationExists } from '../../store/organizations/organizations.ts'
import {
  findSubscription,
  rememberBillingEvent,
  type SubscriptionRow,
  saveSubscription,
} from '../../store/organizations/subscriptions.ts'
import { type UsageRow, usageThisMonth } from '../../store/runs/usage.ts'
import type { Member } from '../members/member.ts'
import { invalid, RequestError } from '../request-error.ts'
import type { BillingReport, PaymentProvider } from './payment-provider.ts'

interface Deps {
  readonly database: Database
  readonly payments: PaymentProvider
}

export interface Billing {
  readonly plan: Plan
  readonly subscription: SubscriptionRow | undefined
  readonly usage: UsageRow
}

export const readBilling = (database: Database, organizationId: string): Promise<Billing> =>
  database.inOrganization(organizationId, async (query) => {
    const subscription = await findSubscription(query, organizationId)
    const plan = planOf(subscription?.plan_id ?? 'free')
    return { plan, subscription, usage: await usageThisMonth(query, organizationId) }
  })

const readSubscription = (database: Database, organizationId: string) =>
  database.inOrganization(organizationId, (query) => findSubscription(query, organizationId))

/** @returns the address of the page where a plan is bought. @throws RequestError */
export async function startCheckout(
  { database, payments }: Deps,
  { organizationId, person }: Member,
  { plan, returnUrl }: { readonly plan: string; readonly returnUrl: string },
): Promise<string> {
  const planId = PLANS.find(({ id }) => id === plan)?.id
  if (!planId) throw invalid(sentence`plan_id must be one of the plans on offer`, 'plan_id')
  if (planId === 'free') throw invalid(sentence`The free plan needs no checkout.`, 'plan_id')
  const subscription = await readSubscription(database, organizationId)
  const customerId = subscription?.customer_id ?? undefined
  return payments.checkout({ organizationId, planId, customerId, email: person.email, returnUrl })
}

/** @returns the address of the page where a subscription is managed. @throws RequestError conflict without a customer */
export async function openPortal(
  { database, payments }: Deps,
  organizationId: string,
  returnUrl: string,
): Promise<string> {
  const customerId = (await readSubscription(database, organizationId))?.customer_id
  if (!customerId)
    throw new RequestError('conflict', 'NO_CUSTOMER', sentence`There is nothing to manage yet. Choose a plan first.`)
  return payments.portal({ organizationId, customerId, returnUrl })
}

/** Processes a provider's report, once; ignores reports about a deleted organization. */
export const takeReport = (database: Database, { eventId, subscription }: BillingReport): Promise<void> =>
  database.asSystem(async (query) => {
    if (!(await rememberBillingEvent(query, eventId)) || !subscription) return
    if (await organizationExists(query, subscription.organization_id)) await saveSubscription(query, subscription)
  })
