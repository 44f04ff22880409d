import { inOrganization } from '../organizations/active-organization.ts'
import { fail, type Result } from '../result.ts'
import type { Site } from '../site.ts'
import type { Redirect } from './billing.ts'
import type { BillingDeps } from './deps.ts'

/** Returns the address of the payment page; the caller sends the browser there. */
export type StartCheckout = (planId: string) => Promise<Result<Redirect>>

export const makeStartCheckout =
  ({ organization, billing, site }: BillingDeps): StartCheckout =>
  async (planId) =>
    safeRedirect(
      await inOrganization(organization, (organizationId) => billing.checkout(organizationId, planId), 'checkout'),
      site,
    )

/** Returns the address of the customer portal; the caller sends the browser there. */
export type OpenCustomerPortal = () => Promise<Result<Redirect>>

export const makeOpenCustomerPortal =
  ({ organization, billing, site }: BillingDeps): OpenCustomerPortal =>
  async () =>
    safeRedirect(
      await inOrganization(organization, (organizationId) => billing.customerPortal(organizationId), 'customer-portal'),
      site,
    )

const safeRedirect = (answer: Result<Redirect>, { origin }: Site): Result<Redirect> =>
  answer.ok && !isTrustedAddress(answer.value.url, origin) ? fail({ kind: 'unsafe-address' }) : answer

/** A path of this site; `//` and `/\\` would lead to another site. */
const PATH = /^\/(?![/\\])\S*$/
const ENCRYPTED = /^https:\/\/\S+$/i

/**
 * Whether the browser may go to this address from a page after sign-in: any https address, or a path of
 * this site, which uses http in a local installation.
 */
export const isTrustedAddress = (address: string, origin: string): boolean =>
  PATH.test(address) || ENCRYPTED.test(address) || (address.startsWith(`${origin}/`) && !/\s/.test(address))
