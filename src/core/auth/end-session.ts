import type { OrganizationStore } from '../organizations/organization-store.ts'
import type { ResourceCache } from '../resources/resource-cache.ts'
import type { Session } from './session.ts'

export interface EndSessionDeps {
  readonly session: Session
  readonly organization: OrganizationStore
  readonly resources: ResourceCache
}

/** Forgets user, profile, organizations, connections, flows and integrations (spec §4). */
export function endSession({ session, organization, resources }: EndSessionDeps): void {
  session.end()
  organization.clear()
  resources.clear()
}
