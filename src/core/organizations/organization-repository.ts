import type { Result } from '../result.ts'
import type { DeletedOrganization, NewOrganization, Organization } from './organization.ts'

/** The organizations that the signed-in person belongs to. */
export interface OrganizationRepository {
  list(): Promise<Result<readonly Organization[]>>
  create(organization: NewOrganization): Promise<Result<Organization>>
  update(organization: Organization): Promise<Result<Organization>>
  /** @returns the organization after that */
  resumeSchedules(organizationId: string): Promise<Result<Organization>>
  delete(organizationId: string): Promise<Result<void>>
  /** Those that the person owned and can restore. May be `not-offered`. */
  listDeleted(): Promise<Result<readonly DeletedOrganization[]>>
  restore(organizationId: string): Promise<Result<Organization>>
}
