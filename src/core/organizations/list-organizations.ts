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
export const makeListOrganizations =
  ({ organizations, organization, session, chosenOrganization, notifier }: ListOrganizationsDeps): ListOrganizations =>
  async () => {
    const asked = session.get().user
    const listed = await organizations.list()
    // If the person has signed out meanwhile, the list must not reappear.
    if (session.get().user?.uid !== asked?.uid) return listed
    if (!listed.ok) {
      organization.loadFailed()
      return listed
    }
    const { active } = organization.get()
    organization.load(listed.value, asked ? chosenOrganization.load(asked.uid) : undefined)
    if (active && !listed.value.some(({ id }) => id === active.id))
      notifier.show({ type: 'info', code: 'organization.lost', values: { name: active.name } })
    return listed
  }
