import { changeRoles, readMembers, removeMember } from '../../domain/members/change-members.ts'
import type { Database } from '../../store/database/database.ts'
import type { MemberRow } from '../../store/organizations/members.ts'
import type { Handlers } from '../handler.ts'

export const memberHandlers = ({ database }: { readonly database: Database }) =>
  ({
    listMembers: async ({ member: { organizationId } }) => (await readMembers(database, organizationId)).map(toWire),

    updateMember: async ({ member, params, body }) =>
      toWire(await changeRoles(database, member, params['memberId'] ?? '', body)),

    removeMember: async ({ member, params, query }) => {
      await removeMember(database, member, params['memberId'] ?? '', query.keys)
      return undefined
    },
  }) satisfies Partial<Handlers>

const toWire = ({ user_uid, created_at, ...row }: MemberRow) => ({
  ...row,
  uid: user_uid,
  created_at: created_at.toISOString(),
})
