import { changeRoles, removeMember } from '../../domain/members/change-members.ts'
import type { Database } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { listMembers, type MemberRow } from '../../store/organizations/members.ts'
import type { Handlers } from '../handler.ts'

export const memberHandlers = ({ database }: { readonly database: Database }) =>
  ({
    listMembers: async ({ member: { organizationId } }) =>
      (await database.inOrganization(organizationId, (query) => listMembers(query, organizationId))).map(toWire),

    updateMember: ({ member: { organizationId }, principal, params, body }) =>
      database.inOrganization(organizationId, async (query) => {
        const actor = { organizationId, uid: principal.uid }
        const changed = await changeRoles(query, actor, params['memberId'] ?? '', body.roles)
        await recordAudit(query, organizationId, principal, { action: 'member.updated', ...target(changed) })
        return toWire(changed)
      }),

    removeMember: ({ member: { organizationId }, principal, params }) =>
      database.inOrganization(organizationId, async (query) => {
        const removed = await removeMember(query, { organizationId, uid: principal.uid }, params['memberId'] ?? '')
        const action = removed.user_uid === principal.uid ? 'member.left' : 'member.removed'
        await recordAudit(query, organizationId, principal, { action, ...target(removed) })
        return undefined
      }),
  }) satisfies Partial<Handlers>

const target = ({ id, email, display_name }: MemberRow) => ({ id, name: display_name ?? email })

const toWire = ({ user_uid, created_at, ...row }: MemberRow) => ({
  ...row,
  uid: user_uid,
  created_at: created_at.toISOString(),
})
