import { ASSISTANT_ROUTES } from '../../contract/assistants.ts'
import type { CamelCased } from '../../contract/camel-cased.ts'
import { SERVICE_MEMBER_ROUTES, type ServiceMemberResponse } from '../../contract/service-members.ts'
import { defined } from '../../core/catalog/defined.ts'
import { map, type Result } from '../../core/result.ts'
import type { AssistantSettings } from '../../core/service-members/assistant-settings.ts'
import type {
  FederatedCredential,
  FederatedCredentialDraft,
  KeyRenewal,
  ServiceMember,
  ServiceMemberDraft,
} from '../../core/service-members/service-member.ts'
import type { ServiceMemberRepository } from '../../core/service-members/service-member-repository.ts'
import type { HttpClient } from './http-client.ts'
import { snakeCased } from './snake-cased.ts'

export class HttpServiceMemberRepository implements ServiceMemberRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async list(orgId: string): Promise<Result<readonly ServiceMember[]>> {
    return map(await this.#http.call(SERVICE_MEMBER_ROUTES.listServiceMembers, { params: { orgId } }), (rows) =>
      rows.map(memberOf),
    )
  }

  async create(
    orgId: string,
    { expiresInDays, needsApproval = false, ...draft }: ServiceMemberDraft,
  ): Promise<Result<ServiceMember>> {
    const body = snakeCased({ ...draft, needsApproval, expiresInDays: expiresInDays ?? null })
    return map(await this.#http.call(SERVICE_MEMBER_ROUTES.createServiceMember, { params: { orgId }, body }), memberOf)
  }

  async renewKey(
    orgId: string,
    serviceMemberId: string,
    { keepsPrevious, expiresInDays }: KeyRenewal,
  ): Promise<Result<ServiceMember>> {
    const body = { keep_previous: keepsPrevious, expires_in_days: expiresInDays ?? null }
    return map(
      await this.#http.call(SERVICE_MEMBER_ROUTES.renewServiceKey, { params: { orgId, serviceMemberId }, body }),
      memberOf,
    )
  }

  remove(orgId: string, serviceMemberId: string): Promise<Result<void>> {
    return this.#http.send(SERVICE_MEMBER_ROUTES.deleteServiceMember, { params: { orgId, serviceMemberId } })
  }

  addCredential(
    orgId: string,
    serviceMemberId: string,
    draft: FederatedCredentialDraft,
  ): Promise<Result<FederatedCredential>> {
    const call = { params: { orgId, serviceMemberId }, body: draft }
    return this.#http.call(SERVICE_MEMBER_ROUTES.createFederatedCredential, call)
  }

  removeCredential(orgId: string, serviceMemberId: string, credentialId: string): Promise<Result<void>> {
    return this.#http.send(SERVICE_MEMBER_ROUTES.deleteFederatedCredential, {
      params: { orgId, serviceMemberId, credentialId },
    })
  }

  assistantSettings(orgId: string): Promise<Result<AssistantSettings>> {
    return this.#http.call(ASSISTANT_ROUTES.getAssistantSettings, { params: { orgId } })
  }

  changeAssistantSettings(orgId: string, settings: AssistantSettings): Promise<Result<AssistantSettings>> {
    return this.#http.call(ASSISTANT_ROUTES.updateAssistantSettings, { params: { orgId }, body: snakeCased(settings) })
  }
}

const memberOf = ({ federatedCredentials: credentials, ...row }: CamelCased<ServiceMemberResponse>): ServiceMember => ({
  ...row,
  ...defined({ credentials }),
})
