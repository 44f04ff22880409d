import { MEMBER_ROUTES } from '../../contract/members.ts'
import { defined } from '../../core/catalog/defined.ts'
import type { Role } from '../../core/catalog/permissions.ts'
import type { KeyFate } from '../../core/catalog/service-keys.ts'
import type { Member } from '../../core/members/member.ts'
import type { MemberRepository } from '../../core/members/member-repository.ts'
import { map, type Result } from '../../core/result.ts'
import type { HttpClient } from './http-client.ts'

export class HttpMemberRepository implements MemberRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async list(orgId: string): Promise<Result<readonly Member[]>> {
    return map(await this.#http.call(MEMBER_ROUTES.listMembers, { params: { orgId } }), (rows) =>
      rows.map((row) => ({ roles: [], ...row })),
    )
  }

  updateRoles(orgId: string, memberId: string, roles: readonly Role[], keys?: KeyFate): Promise<Result<void>> {
    const body = { roles, ...defined({ keys }) }
    return this.#http.send(MEMBER_ROUTES.updateMember, { params: { orgId, memberId }, body })
  }

  remove(orgId: string, memberId: string, keys?: KeyFate): Promise<Result<void>> {
    return this.#http.send(MEMBER_ROUTES.removeMember, { params: { orgId, memberId }, query: { keys } })
  }
}
