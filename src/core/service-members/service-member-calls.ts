import type { ActiveOrganization } from '../organizations/active-organization.ts'
import { forOrganization } from '../organizations/for-organization.ts'
import type { AssistantSettings } from './assistant-settings.ts'
import type { FederatedCredentialDraft, KeyRenewal, ServiceMemberDraft } from './service-member.ts'
import type { ServiceMemberRepository } from './service-member-repository.ts'

interface ServiceMemberDeps {
  readonly organization: ActiveOrganization
  readonly serviceMembers: ServiceMemberRepository
}

const ask = forOrganization<ServiceMemberDeps>()

export const SERVICE_MEMBER_CALLS = {
  listServiceMembers: ask(({ serviceMembers }, organizationId) => serviceMembers.list(organizationId)),
  createServiceMember: ask(({ serviceMembers }, organizationId, draft: ServiceMemberDraft) =>
    serviceMembers.create(organizationId, draft),
  ),
  renewServiceKey: ask(({ serviceMembers }, organizationId, id: string, renewal: KeyRenewal) =>
    serviceMembers.renewKey(organizationId, id, renewal),
  ),
  removeServiceMember: ask(({ serviceMembers }, organizationId, id: string) =>
    serviceMembers.remove(organizationId, id),
  ),
  addFederatedCredential: ask(({ serviceMembers }, organizationId, id: string, draft: FederatedCredentialDraft) =>
    serviceMembers.addCredential(organizationId, id, draft),
  ),
  removeFederatedCredential: ask(({ serviceMembers }, organizationId, id: string, credentialId: string) =>
    serviceMembers.removeCredential(organizationId, id, credentialId),
  ),
  fetchAssistantSettings: ask(({ serviceMembers }, organizationId) => serviceMembers.assistantSettings(organizationId)),
  updateAssistantSettings: ask(({ serviceMembers }, organizationId, settings: AssistantSettings) =>
    serviceMembers.changeAssistantSettings(organizationId, settings),
  ),
}
