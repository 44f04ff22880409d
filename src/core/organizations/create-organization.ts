import type { Result } from '../result.ts'
import type { OrganizationDeps } from './deps.ts'
import type { NewOrganization, Organization } from './organization.ts'

export type CreateOrganization = (organization: NewOrganization) => Promise<Result<Organization>>

export const makeCreateOrganization =
  ({ organizations, organization }: OrganizationDeps): CreateOrganization =>
  async (draft) => {
    const created = await organizations.create(draft)
    if (created.ok) organization.append(created.value)
    return created
  }
