import type { ChosenOrganizationStore } from '../organizations/chosen-organization-store.ts'
import type { OrganizationStore } from '../organizations/organization-store.ts'
import type { ResourceCache } from '../resources/resource-cache.ts'
import type { Session } from './session.ts'

export interface EndSessionDeps {
  readonly session: Session
  readonly organization: OrganizationStore
  readonly chosenOrganization: ChosenOrganizationStore
  readonly resources: ResourceCache
}

/** Clears user, profile, organizations, connections, flows and integrations (spec §4), and the chosen organization. */
export function endSession({ session, organization, chosenOrganization, resources }: EndSessionDeps): void {
  session.end()
  organization.clear()
  chosenOrganization.clear()
  resources.clear()
}
