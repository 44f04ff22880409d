import type { Role } from '../../../core/catalog/permissions.ts'
import type { KeyFate } from '../../../core/catalog/service-keys.ts'
import type { Member } from '../../../core/members/member.ts'
import type { MemberRepository } from '../../../core/members/member-repository.ts'
import type { Result } from '../../../core/result.ts'
import { MemoryAnswers } from '../memory-answers.ts'
import { MemoryCollection } from '../memory-collection.ts'

export class MemoryMemberRepository extends MemoryAnswers implements MemberRepository {
  readonly #members = new MemoryCollection<Member>()
  /** What was to become of keys, one call after the other. */
  readonly fates: KeyFate[] = []

  async list(organizationId: string): Promise<Result<readonly Member[]>> {
    return this.answer(() => this.#members.of(organizationId))
  }

  async updateRoles(
    organizationId: string,
    memberId: string,
    roles: readonly Role[],
    keys?: KeyFate,
  ): Promise<Result<void>> {
    if (keys) this.fates.push(keys)
    return this.answerNothing(() => this.#members.change(organizationId, memberId, (member) => ({ ...member, roles })))
  }

  async remove(organizationId: string, memberId: string, keys?: KeyFate): Promise<Result<void>> {
    if (keys) this.fates.push(keys)
    return this.answer(() => this.#members.remove(organizationId, memberId))
  }

  put(organizationId: string, member: Member): void {
    this.#members.put(organizationId, member)
  }
}
