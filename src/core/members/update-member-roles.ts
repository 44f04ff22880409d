import type { Role } from '../catalog/permissions.ts'
import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { MemberDeps } from './list-members.ts'

export type UpdateMemberRoles = (memberId: string, roles: readonly Role[]) => Promise<Result<void>>

export const makeUpdateMemberRoles =
  ({ organization, members }: MemberDeps): UpdateMemberRoles =>
  (memberId, roles) =>
    inOrganization(organization, (organizationId) => members.updateRoles(organizationId, memberId, roles))
