import { inOrganization } from '../organizations/active-organization.ts'
import { fail, type Result } from '../result.ts'
import { isSafeAddress } from '../safe-address.ts'
import type { IntegrationDeps } from './deps.ts'
import type { GoogleConsent, GoogleConsentFor } from './integration.ts'

/** Returns the address of Google's consent page; the caller opens it. */
export type StartGoogleAuth = (purpose?: GoogleConsentFor) => Promise<Result<GoogleConsent>>

export const makeStartGoogleAuth =
  ({ organization, integrations }: IntegrationDeps): StartGoogleAuth =>
  async (purpose) => {
    const started = await inOrganization(organization, (organizationId) =>
      integrations.startGoogleAuth(organizationId, purpose),
    )
    return started.ok && !isSafeAddress(started.value.url) ? fail({ kind: 'unsafe-address' }) : started
  }
