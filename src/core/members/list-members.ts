import { type ActiveOrganization, inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { Member } from './member.ts'
import type { MemberRepository } from './member-repository.ts'

export interface MemberDeps {
  readonly organization: ActiveOrganization
  readonly members: MemberRepository
}

export type ListMembers = () => Promise<Result<readonly Member[]>>

export const makeListMembers =
  ({ organization, members }: MemberDeps): ListMembers =>
  () =>
    inOrganization(organization, (organizationId) => members.list(organizationId))
