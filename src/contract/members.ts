import { z } from 'zod/mini'

import { ROLES } from '../core/catalog/permissions.ts'
import { instant } from './primitives.ts'
import { route } from './route.ts'

export const roles = z
  .array(z.enum(ROLES))
  .check(z.minLength(1, 'At least one role is required'), z.maxLength(ROLES.length))

export const memberResponse = z.looseObject({
  id: z.string(),
  email: z.nullish(z.string()),
  display_name: z.nullish(z.string()),
  photo_url: z.nullish(z.string()),
  roles: z.optional(z.array(z.string())),
  created_at: z.optional(instant),
})

export const updateMemberRequest = z.strictObject({ roles })

export type MemberResponse = z.output<typeof memberResponse>

export const MEMBER_ROUTES = {
  listMembers: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/members',
    summary: 'The members of an organization',
    access: 'member.read',
    request: null,
    response: z.array(memberResponse),
    status: 200,
  }),
  updateMember: route({
    method: 'PUT',
    path: '/v1/organizations/:orgId/members/:memberId',
    summary: 'Changes a member’s roles',
    access: 'member.update',
    request: updateMemberRequest,
    response: memberResponse,
    status: 200,
  }),
  removeMember: route({
    method: 'DELETE',
    path: '/v1/organizations/:orgId/members/:memberId',
    summary: 'Removes a member, or leaves the organization',
    access: 'member.remove',
    request: null,
    response: null,
    status: 204,
  }),
}
