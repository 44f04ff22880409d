import type { Session } from '../auth/session.ts'
import type { Notifier } from '../notices/notice.ts'
import type { Result } from '../result.ts'
import type { ChosenOrganizationStore } from './chosen-organization-store.ts'
import type { OrganizationDeps } from './deps.ts'
import type { Organization } from './organization.ts'

export type ListOrganizations = () => Promise<Result<readonly Organization[]>>

interface ListOrganizationsDeps extends OrganizationDeps {
  readonly session: Session
  readonly chosenOrganization: ChosenOrganizationStore
  readonly notifier: Notifier
}

/**
 * Loads the list; the first becomes active (spec §4), or the one that was chosen earlier in this session. Somebody who is shown another
 * organization than before is told why.
 */
export function makeListOrganizations(deps: ListOrganizationsDeps): ListOrganizations {
  const { organizations, organization, session, chosenOrganization, notifier } = deps
  let requested = 0
  let shown = 0

  return async function listOrganizations() {
    const { user } = session.get()
    const { changes } = organization
    const turn = ++requested
    const listed = await organizations.list()
    // If the person has signed out meanwhile, the list must not reappear.
    if (session.get().user?.uid !== user?.uid) return listed
    // Answers may overtake each other: a newer one is shown already.
    if (turn < shown) return listed
    // This answer would undo what was created, renamed or deleted here meanwhile.
    if (organization.changes !== changes) return listOrganizations()
    shown = turn
    if (!listed.ok) {
      organization.loadFailed()
      return listed
    }
    const { active } = organization.get()
    organization.load(listed.value, user ? chosenOrganization.load(user.uid) : undefined)
    if (active && !listed.value.some(({ id }) => id === active.id))
      notifier.show({ type: 'info', code: 'organization.lost', values: { name: active.name } })
    return listed
  }
}
