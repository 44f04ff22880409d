import type { Role } from '../catalog/permissions.ts'
import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { MemberDeps } from './list-members.ts'
import type { Member } from './member.ts'

export type UpdateMemberRoles = (memberId: string, roles: readonly Role[]) => Promise<Result<Member>>

export const makeUpdateMemberRoles =
  ({ organization, members }: MemberDeps): UpdateMemberRoles =>
  (memberId, roles) =>
    inOrganization(organization, (organizationId) => members.updateRoles(organizationId, memberId, roles))
