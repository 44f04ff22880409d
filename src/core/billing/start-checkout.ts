import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { Redirect } from './billing.ts'
import type { BillingDeps } from './deps.ts'
import { safeRedirect } from './safe-redirect.ts'

/** Returns the address of the payment page; the caller sends the browser there. */
export type StartCheckout = (planId: string) => Promise<Result<Redirect>>

export const makeStartCheckout =
  ({ organization, billing, site }: BillingDeps): StartCheckout =>
  async (planId) =>
    safeRedirect(
      await inOrganization(organization, (organizationId) => billing.checkout(organizationId, planId), 'checkout'),
      site,
    )
