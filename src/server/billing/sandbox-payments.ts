import { createHmac, timingSafeEqual } from 'node:crypto'
import { type PlanId, planOf } from '../../core/catalog/plans.ts'
import { sentence } from '../../core/catalog/sentence.ts'
import type { PaymentProvider } from '../domain/billing/payment-provider.ts'
import { RequestError } from '../domain/request-error.ts'
import type { SubscriptionRow } from '../store/organizations/subscriptions.ts'
import { sandboxPage } from './sandbox-page.ts'

/** The data of a sandbox page, signed in its address, so that nothing has to be stored. */
interface Ticket {
  /** The only page that takes it. */
  readonly page: Page
  readonly organizationId: string
  readonly planId: PlanId
  readonly returnUrl: string
  readonly expires: number
}

type Page = 'checkout' | 'portal'

const LIFETIME_MS = 30 * 60_000
const MONTH_MS = 30 * 24 * 60 * 60_000

export interface SandboxPayments extends PaymentProvider {
  /** Serves the sandbox's own pages; returns nothing for any other path. */
  pages(request: Request): Promise<Response | null>
}

interface Options {
  readonly masterKey: Uint8Array
  readonly origin: (returnUrl: string) => string
  readonly save: (subscription: SubscriptionRow) => Promise<void>
}

/** Replaces a payment provider if none is configured: its pages say so, and nothing is charged. */
export function makeSandboxPayments({ masterKey, origin, save }: Options): SandboxPayments {
  const sign = (text: string) => createHmac('sha256', masterKey).update(`sandbox|${text}`).digest('base64url')
  const addressOf = (page: Page, ticket: Omit<Ticket, 'expires' | 'page'>) => {
    const text = Buffer.from(JSON.stringify({ ...ticket, page, expires: Date.now() + LIFETIME_MS })).toString(
      'base64url',
    )
    return `${origin(ticket.returnUrl)}/sandbox/${page}?ticket=${text}.${sign(text)}`
  }

  const open = (page: string, signed: string): Ticket => {
    const [text = '', signature = ''] = signed.split('.')
    const expected = sign(text)
    const isOurs =
      signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
    const ticket = isOurs ? (JSON.parse(Buffer.from(text, 'base64url').toString()) as Ticket) : undefined
    if (ticket?.page !== page || ticket.expires < Date.now()) {
      throw new RequestError(
        'malformed',
        'TICKET_INVALID',
        sentence`This page has expired. Go back to billing and start again.`,
      )
    }
    return ticket
  }

  const subscription = ({ organizationId, planId }: Ticket, isCancelled: boolean): SubscriptionRow => ({
    organization_id: organizationId,
    plan_id: isCancelled ? 'free' : planId,
    status: isCancelled ? 'canceled' : 'active',
    customer_id: `sandbox-${organizationId}`,
    subscription_id: `sandbox-${organizationId}`,
    current_period_end: isCancelled ? null : new Date(Date.now() + MONTH_MS),
    cancel_at_period_end: false,
  })

  return {
    name: 'sandbox',
    checkout: async ({ organizationId, planId, returnUrl }) =>
      addressOf('checkout', { organizationId, planId, returnUrl }),
    portal: async ({ organizationId, returnUrl }) => addressOf('portal', { organizationId, planId: 'free', returnUrl }),

    pages: async (request) => {
      const { pathname, searchParams } = new URL(request.url)
      const page = /^\/sandbox\/(checkout|portal)$/.exec(pathname)?.[1]
      if (page === undefined) return null
      const signed = searchParams.get('ticket') ?? ''
      const ticket = open(page, signed)
      if (request.method !== 'POST') {
        return sandboxPage({
          isPortal: page === 'portal',
          plan: planOf(ticket.planId),
          returnUrl: ticket.returnUrl,
          acceptLanguage: request.headers.get('accept-language'),
        })
      }
      await save(subscription(ticket, page === 'portal'))
      return Response.redirect(`${ticket.returnUrl}?checkout=${page === 'portal' ? 'cancelled' : 'success'}`, 303)
    },
  }
}
