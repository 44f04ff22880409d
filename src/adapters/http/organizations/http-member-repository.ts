import { MEMBER_ROUTES } from '../../../contract/members.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { MemberRepository } from '../../../core/members/member-repository.ts'
import { map } from '../../../core/result.ts'
import type { HttpClient } from '../http-client.ts'

export const httpMemberRepository = (http: HttpClient): MemberRepository => ({
  list: async (orgId) =>
    map(await http.call(MEMBER_ROUTES.listMembers, { params: { orgId } }), (rows) =>
      rows.map((row) => ({ roles: [], ...row })),
    ),

  updateRoles(orgId, memberId, roles, keys) {
    const body = { roles, ...defined({ keys }) }
    return http.send(MEMBER_ROUTES.updateMember, { params: { orgId, memberId }, body })
  },

  remove: (orgId, memberId, keys) =>
    http.send(MEMBER_ROUTES.removeMember, { params: { orgId, memberId }, query: { keys } }),
})
