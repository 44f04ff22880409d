import type { PlanId } from '../../../core/catalog/plans.ts'
import type { SubscriptionRow } from '../../store/organizations/subscriptions.ts'

export interface Checkout {
  readonly organizationId: string
  readonly planId: PlanId
  /** The organization's customer id at the provider, if it has one. */
  readonly customerId: string | undefined
  readonly email: string | undefined
  /** The billing page, for the return. */
  readonly returnUrl: string
}

/** Handles payments on its own pages; we only return their addresses. */
export interface PaymentProvider {
  readonly name: 'stripe' | 'sandbox'
  /** @returns the address of a page that ends in a subscription */
  checkout(checkout: Checkout): Promise<string>
  /** @returns the address of a page with cards, invoices and cancellation */
  portal(customer: Pick<Checkout, 'organizationId' | 'returnUrl'> & { readonly customerId: string }): Promise<string>
}

/** A provider's report about a subscription, and the report's own id, so that it is processed once. */
export interface BillingReport {
  readonly eventId: string
  /** Absent when the event does not concern us. */
  readonly subscription?: SubscriptionRow
}

export interface StripePayments extends PaymentProvider {
  /** @throws RequestError malformed when the signature is not Stripe's or too old */
  readReport(body: string, signature: string | null): Promise<BillingReport>
}
