import type { Result } from '../result.ts'
import type { KeyRenewal, ServiceMember, ServiceMemberDraft } from './service-member.ts'

/** The programs that act in an organization with a key. All calls may be `not-offered`. */
export interface ServiceMemberRepository {
  list(organizationId: string): Promise<Result<readonly ServiceMember[]>>
  /** @returns the program with its key */
  create(organizationId: string, draft: ServiceMemberDraft): Promise<Result<ServiceMember>>
  /** @returns the program with its new key */
  renewKey(organizationId: string, serviceMemberId: string, renewal: KeyRenewal): Promise<Result<ServiceMember>>
  remove(organizationId: string, serviceMemberId: string): Promise<Result<void>>
}
