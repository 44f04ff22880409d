import type { ProfileRepository } from '../profile/profile-repository.ts'
import type { Result } from '../result.ts'
import { type EndSessionDeps, endSession } from './end-session.ts'
import type { Identity } from './identity.ts'

export interface AccountDeletion {
  /** Absent for people who sign in only with Google: Google asks for the password. */
  readonly password?: string
  /** Organizations without another owner, which are deleted with the account. */
  readonly organizationIds: readonly string[]
}

export type DeleteAccount = (deletion: AccountDeletion) => Promise<Result<void>>

interface DeleteAccountDeps extends EndSessionDeps {
  readonly identity: Identity
  readonly profiles: ProfileRepository
}

/**
 * Verifies the person, then deletes the person from the product and from the identity provider. If the provider
 * refuses at the end, it can be repeated, because deleting twice does no harm.
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
