import { ASSISTANT_ROUTES } from '../../contract/assistants.ts'
import type { FederatedCredentialResponse, ServiceMemberResponse } from '../../contract/service-members.ts'
import { SERVICE_MEMBER_ROUTES } from '../../contract/service-members.ts'
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
import { withoutAbsent } from './without-absent.ts'

export class HttpServiceMemberRepository implements ServiceMemberRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async list(orgId: string): Promise<Result<readonly ServiceMember[]>> {
    return map(await this.#http.call(SERVICE_MEMBER_ROUTES.listServiceMembers, { params: { orgId } }), (rows) =>
      rows.map(fromWire),
    )
  }

  async create(
    orgId: string,
    { name, role, flowIds, expiresInDays, hasKey, needsApproval = false, loginCode }: ServiceMemberDraft,
  ): Promise<Result<ServiceMember>> {
    const body = {
      ...{ name, role, expires_in_days: expiresInDays ?? null, has_key: hasKey, needs_approval: needsApproval },
      ...withoutAbsent({ flow_ids: flowIds && [...flowIds], login_code: loginCode }),
    }
    return map(await this.#http.call(SERVICE_MEMBER_ROUTES.createServiceMember, { params: { orgId }, body }), fromWire)
  }

  async renewKey(
    orgId: string,
    serviceMemberId: string,
    { keepsPrevious, expiresInDays }: KeyRenewal,
  ): Promise<Result<ServiceMember>> {
    const body = { keep_previous: keepsPrevious, expires_in_days: expiresInDays ?? null }
    return map(
      await this.#http.call(SERVICE_MEMBER_ROUTES.renewServiceKey, { params: { orgId, serviceMemberId }, body }),
      fromWire,
    )
  }

  remove(orgId: string, serviceMemberId: string): Promise<Result<void>> {
    return this.#http.send(SERVICE_MEMBER_ROUTES.deleteServiceMember, { params: { orgId, serviceMemberId } })
  }

  async addCredential(
    orgId: string,
    serviceMemberId: string,
    draft: FederatedCredentialDraft,
  ): Promise<Result<FederatedCredential>> {
    const call = { params: { orgId, serviceMemberId }, body: { ...draft } }
    return map(await this.#http.call(SERVICE_MEMBER_ROUTES.createFederatedCredential, call), credentialFromWire)
  }

  removeCredential(orgId: string, serviceMemberId: string, credentialId: string): Promise<Result<void>> {
    return this.#http.send(SERVICE_MEMBER_ROUTES.deleteFederatedCredential, {
      params: { orgId, serviceMemberId, credentialId },
    })
  }

  async assistantSettings(orgId: string): Promise<Result<AssistantSettings>> {
    return map(await this.#http.call(ASSISTANT_ROUTES.getAssistantSettings, { params: { orgId } }), settingsFromWire)
  }

  async changeAssistantSettings(orgId: string, { showsValues }: AssistantSettings): Promise<Result<AssistantSettings>> {
    const body = { shows_values: showsValues }
    return map(
      await this.#http.call(ASSISTANT_ROUTES.updateAssistantSettings, { params: { orgId }, body }),
      settingsFromWire,
    )
  }
}

const settingsFromWire = ({ shows_values }: { readonly shows_values: boolean }): AssistantSettings => ({
  showsValues: shows_values,
})

const credentialFromWire = ({
  id,
  issuer,
  audience,
  subject,
  created_at,
  ...row
}: FederatedCredentialResponse): FederatedCredential => ({
  ...{ id, issuer, audience, subject, createdAt: created_at },
  ...withoutAbsent({ lastUsedAt: row.last_used_at, lastSubject: row.last_subject }),
})

const fromWire = ({ id, name, role, created_at, renewed_at, ...row }: ServiceMemberResponse): ServiceMember => ({
  ...{ id, name, role, createdAt: created_at, renewedAt: renewed_at },
  ...withoutAbsent({
    keyStart: row.key_start,
    flowIds: row.flow_ids,
    previousUntil: row.previous_until,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    lastUsedFrom: row.last_used_from,
    key: row.key,
    needsApproval: row.needs_approval || undefined,
    createdBy: row.created_by
      ? { uid: row.created_by.uid, ...withoutAbsent({ name: row.created_by.name }) }
      : undefined,
    hasMakerLeft: row.maker_left || undefined,
    credentials: row.federated_credentials?.map(credentialFromWire),
  }),
})
