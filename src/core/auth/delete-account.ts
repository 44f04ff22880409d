import type { ProfileRepository } from '../profile/profile-repository.ts'
import type { Result } from '../result.ts'
import { type EndSessionDeps, endSession } from './end-session.ts'
import type { Identity } from './identity.ts'

export interface AccountDeletion {
  /** Absent for people who sign in only with Google: Google asks them. */
  readonly password?: string
  /** Organizations that nobody else owns, and that go with the account. */
  readonly organizationIds: readonly string[]
}

export type DeleteAccount = (deletion: AccountDeletion) => Promise<Result<void>>

interface DeleteAccountDeps extends EndSessionDeps {
  readonly identity: Identity
  readonly profiles: ProfileRepository
}

/**
 * Proves who it is, then deletes the person from the product and from the identity provider. Should the provider
 * refuse at the end, it can be done again: what is already deleted does no harm.
 */
export const makeDeleteAccount =
  ({ identity, profiles, session, organization, chosenOrganization, resources }: DeleteAccountDeps): DeleteAccount =>
  async ({ password, organizationIds }) => {
    const proven = await identity.reauthenticate(password)
    if (!proven.ok) return proven
    const forgotten = await profiles.delete(organizationIds)
    if (!forgotten.ok) return forgotten
    session.leave()
    const deleted = await identity.deleteUser()
    if (deleted.ok) endSession({ session, organization, chosenOrganization, resources })
    return deleted
  }
