import type { Session } from '../auth/session.ts'
import type { Result } from '../result.ts'
import type { ChosenOrganizationStore } from './chosen-organization-store.ts'
import type { OrganizationDeps } from './deps.ts'
import type { Organization } from './organization.ts'

export type ListOrganizations = () => Promise<Result<readonly Organization[]>>

interface ListOrganizationsDeps extends OrganizationDeps {
  readonly session: Session
  readonly chosenOrganization: ChosenOrganizationStore
}

/** Loads the list; the first becomes active (spec §4), or the one that was chosen earlier in this session. */
export const makeListOrganizations =
  ({ organizations, organization, session, chosenOrganization }: ListOrganizationsDeps): ListOrganizations =>
  async () => {
    const asked = session.get().user
    const listed = await organizations.list()
    // If the person has signed out meanwhile, the list must not reappear.
    if (session.get().user?.uid !== asked?.uid) return listed
    if (listed.ok) organization.load(listed.value, asked ? chosenOrganization.load(asked.uid) : undefined)
    else organization.loadFailed()
    return listed
  }
