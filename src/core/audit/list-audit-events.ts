import { type ActiveOrganization, inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { AuditPage } from './audit-event.ts'
import type { AuditFilter } from './audit-filter.ts'
import type { AuditRepository } from './audit-repository.ts'

export interface ListAuditEventsDeps {
  readonly organization: ActiveOrganization
  readonly audit: AuditRepository
}

export type ListAuditEvents = (filter: AuditFilter, cursor?: string) => Promise<Result<AuditPage>>

export const makeListAuditEvents =
  ({ organization, audit }: ListAuditEventsDeps): ListAuditEvents =>
  (filter, cursor) =>
    inOrganization(organization, (organizationId) => audit.list(organizationId, filter, cursor))
