import type { Role } from '../catalog/permissions.ts'
import type { KeyFate } from '../catalog/service-keys.ts'
import type { ActiveOrganization } from '../organizations/active-organization.ts'
import { forOrganization } from '../organizations/for-organization.ts'
import type { MemberRepository } from './member-repository.ts'

interface MemberDeps {
  readonly organization: ActiveOrganization
  readonly members: MemberRepository
}

const ask = forOrganization<MemberDeps>()

export const MEMBER_CALLS = {
  listMembers: ask(({ members }, organizationId) => members.list(organizationId)),
  updateMemberRoles: ask(({ members }, organizationId, memberId: string, roles: readonly Role[], keys?: KeyFate) =>
    members.updateRoles(organizationId, memberId, roles, keys),
  ),
  removeMember: ask(({ members }, organizationId, memberId: string, keys?: KeyFate) =>
    members.remove(organizationId, memberId, keys),
  ),
}
