import type { Role } from '../catalog/permissions.ts'
import type { Result } from '../result.ts'
import type { Member } from './member.ts'

/** The members of an organization. */
export interface MemberRepository {
  list(organizationId: string): Promise<Result<readonly Member[]>>
  updateRoles(organizationId: string, memberId: string, roles: readonly Role[]): Promise<Result<void>>
  remove(organizationId: string, memberId: string): Promise<Result<void>>
}
