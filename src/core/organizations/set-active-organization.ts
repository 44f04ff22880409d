import type { EndSessionDeps } from '../auth/end-session.ts'
import type { Result } from '../result.ts'
import type { Organization } from './organization.ts'

/** Only an organization in the list can become active (spec §4); it stays active after a reload. */
export type SetActiveOrganization = (organizationId: string) => Result<Organization>

export const makeSetActiveOrganization =
  ({ organization, session, chosenOrganization }: Omit<EndSessionDeps, 'resources'>): SetActiveOrganization =>
  (organizationId) => {
    const chosen = organization.setActive(organizationId)
    const { user } = session.get()
    if (chosen.ok && user) chosenOrganization.save(user.uid, organizationId)
    return chosen
  }
