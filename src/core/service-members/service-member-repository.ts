import type { Result } from '../result.ts'
import type { AssistantSettings } from './assistant-settings.ts'
import type {
  FederatedCredential,
  FederatedCredentialDraft,
  KeyRenewal,
  ServiceMember,
  ServiceMemberDraft,
} from './service-member.ts'

/** The programs that act in an organization with a key. All calls may be `not-offered`. */
export interface ServiceMemberRepository {
  list(organizationId: string): Promise<Result<readonly ServiceMember[]>>
  /** @returns the program with its key, if it has one */
  create(organizationId: string, draft: ServiceMemberDraft): Promise<Result<ServiceMember>>
  /** @returns the program with its new key */
  renewKey(organizationId: string, serviceMemberId: string, renewal: KeyRenewal): Promise<Result<ServiceMember>>
  remove(organizationId: string, serviceMemberId: string): Promise<Result<void>>
  addCredential(
    organizationId: string,
    serviceMemberId: string,
    draft: FederatedCredentialDraft,
  ): Promise<Result<FederatedCredential>>
  removeCredential(organizationId: string, serviceMemberId: string, credentialId: string): Promise<Result<void>>
  assistantSettings(organizationId: string): Promise<Result<AssistantSettings>>
  changeAssistantSettings(organizationId: string, settings: AssistantSettings): Promise<Result<AssistantSettings>>
}
