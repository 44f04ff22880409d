import type { Result } from '../../core/result.ts'
import type { KeyRenewal, ServiceMember, ServiceMemberDraft } from '../../core/service-members/service-member.ts'
import type { ServiceMemberRepository } from '../../core/service-members/service-member-repository.ts'
import { MemoryAnswers, NOT_FOUND } from './memory-answers.ts'
import { MemoryCollection } from './memory-collection.ts'

const AT = '2026-01-01T00:00:00.000Z'

export class MemoryServiceMemberRepository extends MemoryAnswers implements ServiceMemberRepository {
  readonly #members = new MemoryCollection<ServiceMember>()
  #nextId = 1

  put(organizationId: string, member: ServiceMember): void {
    this.#members.put(organizationId, member)
  }

  async list(organizationId: string): Promise<Result<readonly ServiceMember[]>> {
    return this.answer(() => this.#members.of(organizationId))
  }

  async create(
    organizationId: string,
    { expiresInDays: _, ...draft }: ServiceMemberDraft,
  ): Promise<Result<ServiceMember>> {
    return this.answer(() => {
      const number = this.#nextId++
      const made = {
        ...draft,
        id: `service-member-${number}`,
        keyStart: `mlr_key${number}`,
        createdAt: AT,
        renewedAt: AT,
      }
      return { ...this.#members.put(organizationId, made), key: `mlr_key${number}-shown-once` }
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
        ...(keepsPrevious && { previousUntil: '2026-01-02T00:00:00.000Z' }),
      }
      return { ...this.#members.put(organizationId, renewed), key: 'mlr_renewed-shown-once' }
    })
  }

  async remove(organizationId: string, id: string): Promise<Result<void>> {
    return this.answer(() => this.#members.remove(organizationId, id))
  }
}
