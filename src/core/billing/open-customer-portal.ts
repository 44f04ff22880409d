import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { Redirect } from './billing.ts'
import type { BillingDeps } from './deps.ts'
import { safeRedirect } from './safe-redirect.ts'

/** Returns the address of the customer portal; the caller sends the browser there. */
export type OpenCustomerPortal = () => Promise<Result<Redirect>>

export const makeOpenCustomerPortal =
  ({ organization, billing, site }: BillingDeps): OpenCustomerPortal =>
  async () =>
    safeRedirect(
      await inOrganization(organization, (organizationId) => billing.customerPortal(organizationId), 'customer-portal'),
      site,
    )
