import { sentence } from '../../../core/catalog/sentence.ts'
import type { Query } from '../../store/database/database.ts'
import { lockBatchesOf } from '../../store/flows/batches.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { listOwnership, lockOrganizationsOf } from '../../store/organizations/members.ts'
import { pseudonymise } from '../../store/people/pseudonyms.ts'
import { deleteUser, findUser } from '../../store/people/users.ts'
import { endOrganization } from '../organizations/end-organization.ts'
import { RequestError } from '../request-error.ts'
import type { Principal } from './principal.ts'

/** The maximum age of a sign-in; the identity provider has the same limit for deleting an account. */
const RECENT_SECONDS = 5 * 60

/**
 * Deletes a person, in the system's scope: memberships end, and each organization keeps its records about the person
 * under a pseudonym. An organization without another owner is deleted too if it is among `organizationIds`; ids of others have
 * no effect. `now` in milliseconds. @returns the deleted organizations. @throws RequestError forbidden after an older sign-in, conflict if an organization
 * would have no owner, or its plan would still be charged
 */
export async function deleteAccount(
  query: Query,
  principal: Principal,
  organizationIds: readonly string[],
  now: number,
): Promise<readonly string[]> {
  if (now / 1_000 - principal.signedInAt > RECENT_SECONDS) {
    throw new RequestError('forbidden', 'SIGN_IN_AGAIN', sentence`Sign in again before you delete your account.`)
  }
  // Before the organizations, which each flow of a batch needs.
  await lockBatchesOf(query, principal.uid)
  await lockOrganizationsOf(query, principal.uid)
  const organizations = await listOwnership(query, principal.uid)
  const owned = organizations.filter(({ sole_owner }) => sole_owner)
  const kept = owned.filter(({ id }) => !organizationIds.includes(id))
  if (kept.length > 0) {
    const names = kept.map(({ name }) => name).join(', ')
    throw new RequestError(
      'conflict',
      'SOLE_OWNER',
      sentence`Nobody else owns ${names}. Make somebody an owner there first, or delete it with your account.`,
      { organizations: kept.map(({ id, name }) => ({ id, name })) },
    )
  }
  for (const { id } of owned) await endOrganization(query, id)
  for (const { id, sole_owner } of organizations) {
    if (!sole_owner) await recordAudit(query, id, principal, { action: 'member.account-deleted' })
  }
  const user = await findUser(query, principal.uid)
  const names = [principal.email, principal.displayName, user?.email, user?.display_name]
  await pseudonymise(query, { uid: principal.uid, names: names.filter((name) => typeof name === 'string') })
  await deleteUser(query, principal.uid)
  return owned.map(({ id }) => id)
}
