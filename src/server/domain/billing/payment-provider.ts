import type { PlanId } from '../../../core/catalog/plans.ts'
import type { SubscriptionRow } from '../../store/organizations/subscriptions.ts'

export interface Checkout {
  readonly organizationId: string
  readonly planId: PlanId
  /** The organization's customer at the provider, once it has one. */
  readonly customerId: string | undefined
  readonly email: string | undefined
  /** The billing page, to come back to. */
  readonly returnUrl: string
}

/** Takes payments on pages of its own; we only ever hand out their addresses. */
export interface PaymentProvider {
  readonly name: 'stripe' | 'sandbox'
  /** @returns the address of a page that ends in a subscription */
  checkout(checkout: Checkout): Promise<string>
  /** @returns the address of a page with cards, invoices and cancellation */
  portal(customer: Pick<Checkout, 'organizationId' | 'returnUrl'> & { readonly customerId: string }): Promise<string>
}

/** What a provider reports of a subscription, and the report's own id, by which it is taken once. */
export interface BillingReport {
  readonly eventId: string
  /** Absent when the event means nothing to us. */
  readonly subscription?: SubscriptionRow
}
