import { defined } from '../../../core/catalog/defined.ts'
import type { Result } from '../../../core/result.ts'
import type { AssistantSettings } from '../../../core/service-members/assistant-settings.ts'
import type {
  FederatedCredential,
  FederatedCredentialDraft,
  KeyRenewal,
  ServiceMember,
  ServiceMemberDraft,
} from '../../../core/service-members/service-member.ts'
import type { ServiceMemberRepository } from '../../../core/service-members/service-member-repository.ts'
import { MemoryAnswers, NOT_FOUND } from '../memory-answers.ts'
import { MemoryCollection } from '../memory-collection.ts'

const AT = '2026-01-01T00:00:00.000Z'

export class MemoryServiceMemberRepository extends MemoryAnswers implements ServiceMemberRepository {
  readonly #members = new MemoryCollection<ServiceMember>()
  #nextId = 1
  settings: AssistantSettings = { showsValues: false }

  put(organizationId: string, member: ServiceMember): void {
    this.#members.put(organizationId, member)
  }

  async list(organizationId: string): Promise<Result<readonly ServiceMember[]>> {
    return this.answer(() => this.#members.of(organizationId))
  }

  async create(
    organizationId: string,
    { expiresInDays: _, hasKey, loginCode, ...draft }: ServiceMemberDraft,
  ): Promise<Result<ServiceMember>> {
    return this.answer(() => {
      const number = this.#nextId++
      const isShown = hasKey && loginCode === undefined
      const made = {
        ...draft,
        id: `service-member-${number}`,
        ...defined({ keyStart: isShown ? `mlr_key${number}` : undefined }),
        createdAt: AT,
        renewedAt: AT,
      }
      return {
        ...this.#members.put(organizationId, made),
        ...defined({ key: isShown ? `mlr_key${number}-shown-once` : undefined }),
      }
    })
  }

  async renewKey(organizationId: string, id: string, { keepsPrevious }: KeyRenewal): Promise<Result<ServiceMember>> {
    return this.answer(() => {
      const known = this.#members.find(organizationId, id)
      if (!known) return NOT_FOUND
      const { previousUntil: _, ...rest } = known
      const renewed = {
        ...rest,
        keyStart: 'mlr_renew',
        ...defined({ previousUntil: keepsPrevious ? '2026-01-02T00:00:00.000Z' : undefined }),
      }
      return { ...this.#members.put(organizationId, renewed), key: 'mlr_renewed-shown-once' }
    })
  }

  async remove(organizationId: string, id: string): Promise<Result<void>> {
    return this.answer(() => this.#members.remove(organizationId, id))
  }

  async addCredential(
    organizationId: string,
    id: string,
    draft: FederatedCredentialDraft,
  ): Promise<Result<FederatedCredential>> {
    return this.answer(() => {
      const known = this.#members.find(organizationId, id)
      if (!known) return NOT_FOUND
      const added = { ...draft, id: `credential-${this.#nextId++}`, createdAt: AT }
      this.#members.put(organizationId, { ...known, credentials: [...(known.credentials ?? []), added] })
      return added
    })
  }

  async removeCredential(organizationId: string, id: string, credentialId: string): Promise<Result<void>> {
    return this.answer(() => {
      const known = this.#members.find(organizationId, id)
      if (!known) return NOT_FOUND
      const credentials = (known.credentials ?? []).filter((credential) => credential.id !== credentialId)
      this.#members.put(organizationId, { ...known, credentials })
      return undefined
    })
  }

  async assistantSettings(): Promise<Result<AssistantSettings>> {
    return this.answer(() => this.settings)
  }

  async changeAssistantSettings(
    _organizationId: string,
    settings: AssistantSettings,
  ): Promise<Result<AssistantSettings>> {
    return this.answer(() => {
      this.settings = settings
      return settings
    })
  }
}
