import { ASSISTANT_ROUTES } from '../../../contract/assistants.ts'
import type { CamelCased } from '../../../contract/camel-cased.ts'
import { SERVICE_MEMBER_ROUTES, type ServiceMemberResponse } from '../../../contract/service-members.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { map } from '../../../core/result.ts'
import type { ServiceMember } from '../../../core/service-members/service-member.ts'
import type { ServiceMemberRepository } from '../../../core/service-members/service-member-repository.ts'
import type { HttpClient } from '../http-client.ts'
import { snakeCased } from '../snake-cased.ts'

export const httpServiceMemberRepository = (http: HttpClient): ServiceMemberRepository => ({
  list: async (orgId) =>
    map(await http.call(SERVICE_MEMBER_ROUTES.listServiceMembers, { params: { orgId } }), (rows) => rows.map(memberOf)),

  async create(orgId, { expiresInDays, needsApproval = false, ...draft }) {
    const body = snakeCased({ ...draft, needsApproval, expiresInDays: expiresInDays ?? null })
    return map(await http.call(SERVICE_MEMBER_ROUTES.createServiceMember, { params: { orgId }, body }), memberOf)
  },

  async renewKey(orgId, serviceMemberId, { keepsPrevious, expiresInDays }) {
    const body = { keep_previous: keepsPrevious, expires_in_days: expiresInDays ?? null }
    return map(
      await http.call(SERVICE_MEMBER_ROUTES.renewServiceKey, { params: { orgId, serviceMemberId }, body }),
      memberOf,
    )
  },

  remove: (orgId, serviceMemberId) =>
    http.send(SERVICE_MEMBER_ROUTES.deleteServiceMember, { params: { orgId, serviceMemberId } }),

  addCredential(orgId, serviceMemberId, draft) {
    const call = { params: { orgId, serviceMemberId }, body: draft }
    return http.call(SERVICE_MEMBER_ROUTES.createFederatedCredential, call)
  },

  removeCredential: (orgId, serviceMemberId, credentialId) =>
    http.send(SERVICE_MEMBER_ROUTES.deleteFederatedCredential, {
      params: { orgId, serviceMemberId, credentialId },
    }),

  assistantSettings: (orgId) => http.call(ASSISTANT_ROUTES.getAssistantSettings, { params: { orgId } }),

  changeAssistantSettings: (orgId, settings) =>
    http.call(ASSISTANT_ROUTES.updateAssistantSettings, { params: { orgId }, body: snakeCased(settings) }),
})

const memberOf = ({ federatedCredentials: credentials, ...row }: CamelCased<ServiceMemberResponse>): ServiceMember => ({
  ...row,
  ...defined({ credentials }),
})
