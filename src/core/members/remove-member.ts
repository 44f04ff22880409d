import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { MemberDeps } from './list-members.ts'

export type RemoveMember = (memberId: string) => Promise<Result<void>>

export const makeRemoveMember =
  ({ organization, members }: MemberDeps): RemoveMember =>
  (memberId) =>
    inOrganization(organization, (organizationId) => members.remove(organizationId, memberId))
