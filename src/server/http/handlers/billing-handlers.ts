import { PLANS, planOf } from '../../../core/catalog/plans.ts'
import type { StripePayments } from '../../billing/stripe-payments.ts'
import type { PaymentProvider } from '../../domain/billing/payment-provider.ts'
import { invalid, RequestError } from '../../domain/request-error.ts'
import type { Database } from '../../store/database/database.ts'
import { findSubscription, rememberBillingEvent, saveSubscription } from '../../store/organizations/subscriptions.ts'
import { usageThisMonth } from '../../store/runs/usage.ts'
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

    getBillingStatus: ({ member: { organizationId } }) =>
      database.inOrganization(organizationId, async (query) => {
        const subscription = await findSubscription(query, organizationId)
        const { since, ...usage } = await usageThisMonth(query, organizationId)
        return {
          provider: payments.name,
          plan: planToWire(planOf(subscription?.plan_id ?? 'free')),
          status: subscription?.status ?? null,
          current_period_end: subscription?.current_period_end?.toISOString() ?? null,
          cancel_at_period_end: subscription?.cancel_at_period_end ?? false,
          has_customer: subscription?.customer_id != null,
          usage: { since: since.toISOString(), ...usage },
        }
      }),

    createCheckoutSession: async ({ member: { organizationId }, principal, body, request }) => {
      const planId = PLANS.find(({ id }) => id === body.plan_id)?.id
      if (!planId) throw invalid('plan_id must be one of the plans on offer', 'plan_id')
      if (planId === 'free')
        throw new RequestError(422, 'INVALID', 'The free plan needs no checkout.', { field: 'plan_id' })
      const subscription = await database.inOrganization(organizationId, (query) =>
        findSubscription(query, organizationId),
      )
      const url = await payments.checkout({
        organizationId,
        planId,
        customerId: subscription?.customer_id ?? undefined,
        email: principal.email,
        returnUrl: `${publicOrigin(request)}/billing`,
      })
      return { url }
    },

    createCustomerPortalSession: async ({ member: { organizationId }, request }) => {
      const subscription = await database.inOrganization(organizationId, (query) =>
        findSubscription(query, organizationId),
      )
      if (!subscription?.customer_id) {
        throw new RequestError(409, 'NO_CUSTOMER', 'There is nothing to manage yet. Choose a plan first.')
      }
      const customerId = subscription.customer_id
      return {
        url: await payments.portal({ organizationId, customerId, returnUrl: `${publicOrigin(request)}/billing` }),
      }
    },

    receiveBillingWebhook: async ({ request }) => {
      if (!stripe) throw new RequestError(501, 'NOT_CONFIGURED', 'No payment provider is configured on this server.')
      const report = await stripe.readReport(await readText(request), request.headers.get('stripe-signature'))
      await database.asSystem(async (query) => {
        if (!(await rememberBillingEvent(query, report.eventId)) || !report.subscription) return
        const [known] = await query('select from organizations where id = $1', [report.subscription.organization_id])
        if (known) await saveSubscription(query, report.subscription)
      })
      return undefined
    },
  }) satisfies Partial<Handlers>

const planToWire = ({ monthlyPrice, includedRows, ...plan }: ReturnType<typeof planOf>) => ({
  ...plan,
  monthly_price: monthlyPrice,
  included_rows: includedRows,
})
