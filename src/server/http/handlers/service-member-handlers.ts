import {
  createServiceMember,
  readServiceMembers,
  removeServiceMember,
  renewKey,
} from '../../domain/service-members/change-service-members.ts'
import type { Database } from '../../store/database/database.ts'
import type { ServiceMemberRow } from '../../store/organizations/service-members.ts'
import type { Handlers } from '../handler.ts'

export const serviceMemberHandlers = ({ database }: { readonly database: Database }) =>
  ({
    listServiceMembers: async ({ member: { organizationId } }) =>
      (await readServiceMembers(database, organizationId)).map(toWire),

    createServiceMember: async ({ member, body }) => {
      const { key, ...created } = await createServiceMember(database, member, {
        name: body.name,
        role: body.role,
        flowIds: body.flow_ids ?? null,
        expiresInDays: body.expires_in_days,
      })
      return { ...toWire(created), key }
    },

    renewServiceKey: async ({ member, params, body }) => {
      const renewal = { isPreviousKept: body.keep_previous, expiresInDays: body.expires_in_days }
      const { key, ...renewed } = await renewKey(database, member, params['serviceMemberId'] ?? '', renewal)
      return { ...toWire(renewed), key }
    },

    deleteServiceMember: async ({ member, params }) => {
      await removeServiceMember(database, member, params['serviceMemberId'] ?? '')
      return undefined
    },
  }) satisfies Partial<Handlers>

const toWire = ({ name, roles, created_at, renewed_at, previous_until, expires_at, ...row }: ServiceMemberRow) => ({
  id: row.id,
  name: name ?? '',
  role: roles[0] ?? '',
  flow_ids: row.flow_ids,
  key_start: row.key_start,
  created_at: created_at.toISOString(),
  renewed_at: renewed_at.toISOString(),
  previous_until: previous_until && previous_until.getTime() > Date.now() ? previous_until.toISOString() : null,
  expires_at: expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  last_used_from: row.last_used_from,
})
