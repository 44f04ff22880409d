import type { ChangedThings } from '../catalog/changed-settings.ts'
import type { ActiveOrganization } from '../organizations/active-organization.ts'
import { forOrganization } from '../organizations/for-organization.ts'
import type { AuditFilter } from './audit-filter.ts'
import type { AuditRepository } from './audit-repository.ts'

interface AuditDeps {
  readonly organization: ActiveOrganization
  readonly audit: AuditRepository
}

const ask = forOrganization<AuditDeps>()

export const AUDIT_CALLS = {
  listAuditEvents: ask(({ audit }, organizationId, filter: AuditFilter, cursor?: string) =>
    audit.list(organizationId, filter, cursor),
  ),
  listLastChanges: ask(({ audit }, organizationId, of: ChangedThings) => audit.lastChanges(organizationId, of)),
}
