import { PLANS, type Plan } from '../../../core/catalog/plans.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { openPortal, readBilling, startCheckout, takeReport } from '../../domain/billing/billing.ts'
import type { PaymentProvider, StripePayments } from '../../domain/billing/payment-provider.ts'
import { RequestError } from '../../domain/request-error.ts'
import type { Database } from '../../store/database/database.ts'
import type { Handlers } from '../handler.ts'
import { readText } from '../requests/read-body.ts'

interface Deps {
  readonly database: Database
  readonly payments: PaymentProvider
  /** Only a real provider sends reports. */
  readonly stripe: StripePayments | undefined
  readonly publicOrigin: (request: Request) => string
}

export const billingHandlers = ({ database, payments, stripe, publicOrigin }: Deps) =>
  ({
    listPlans: async () => PLANS.map(planToWire),

    getBillingStatus: async ({ member: { organizationId } }) => {
      const { plan, subscription, usage } = await readBilling(database, organizationId)
      return {
        provider: payments.name,
        plan: planToWire(plan),
        status: subscription?.status ?? null,
        current_period_end: subscription?.current_period_end?.toISOString() ?? null,
        cancel_at_period_end: subscription?.cancel_at_period_end ?? false,
        has_customer: subscription?.customer_id != null,
        usage: { ...usage, since: usage.since.toISOString() },
      }
    },

    createCheckoutSession: async ({ member, body, request }) => {
      const wanted = { plan: body.plan_id, returnUrl: `${publicOrigin(request)}/billing` }
      return { url: await startCheckout({ database, payments }, member, wanted) }
    },

    createCustomerPortalSession: async ({ member: { organizationId }, request }) => ({
      url: await openPortal({ database, payments }, organizationId, `${publicOrigin(request)}/billing`),
    }),

    receiveBillingWebhook: async ({ request }) => {
      if (!stripe)
        throw new RequestError(
          'not-configured',
          'NOT_CONFIGURED',
          sentence`No payment provider is configured on this server.`,
        )
      const signature = request.headers.get('stripe-signature')
      await takeReport(database, await stripe.readReport(await readText(request), signature))
      return undefined
    },
  }) satisfies Partial<Handlers>

const planToWire = ({ monthlyPrice, includedRows, ...plan }: Plan) => ({
  ...plan,
  monthly_price: monthlyPrice,
  included_rows: includedRows,
})
