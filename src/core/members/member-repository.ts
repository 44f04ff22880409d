import type { Role } from '../catalog/permissions.ts'
import type { KeyFate } from '../catalog/service-keys.ts'
import type { Result } from '../result.ts'
import type { Member } from './member.ts'

/** The members of an organization. */
export interface MemberRepository {
  list(organizationId: string): Promise<Result<readonly Member[]>>
  /** @param keys what becomes of the keys that the member has made; absent: they stay */
  updateRoles(organizationId: string, memberId: string, roles: readonly Role[], keys?: KeyFate): Promise<Result<void>>
  remove(organizationId: string, memberId: string, keys?: KeyFate): Promise<Result<void>>
}
