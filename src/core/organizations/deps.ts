import type { OrganizationRepository } from './organization-repository.ts'
import type { OrganizationStore } from './organization-store.ts'

export interface OrganizationDeps {
  readonly organizations: OrganizationRepository
  readonly organization: OrganizationStore
}
