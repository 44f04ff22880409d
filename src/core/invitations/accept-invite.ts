import type { ListOrganizations } from '../organizations/list-organizations.ts'
import { ok, type Result } from '../result.ts'
import type { InvitationRepository } from './invitation-repository.ts'

export interface AcceptInviteDeps {
  readonly invitations: InvitationRepository
  readonly listOrganizations: ListOrganizations
}

export type AcceptInvite = (token: string) => Promise<Result<void>>

/** Accepts, then reloads the organization list (spec §4), which reports its own failure. */
export const makeAcceptInvite =
  ({ invitations, listOrganizations }: AcceptInviteDeps): AcceptInvite =>
  async (token) => {
    const accepted = await invitations.accept(token)
    if (!accepted.ok) return accepted
    await listOrganizations()
    return ok(undefined)
  }
