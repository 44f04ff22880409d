import { z } from 'zod/mini'

import { whole } from './camel-cased.ts'
import { instant } from './primitives.ts'
import type { MEMBER_REQUESTS } from './requests/members.ts'
import { routes } from './route.ts'

export const memberResponse = whole(
  z.looseObject({
    id: z.string(),
    email: z.nullish(z.string()),
    display_name: z.nullish(z.string()),
    photo_url: z.nullish(z.string()),
    roles: z.optional(z.array(z.string())),
    created_at: z.optional(instant),
  }),
)

export const MEMBER_ROUTES = routes<typeof MEMBER_REQUESTS>()({
  listMembers: {
    method: 'GET',
    path: '/v1/organizations/:orgId/members',
    access: 'member.read',
    response: z.array(memberResponse),
    status: 200,
  },
  updateMember: {
    method: 'PUT',
    path: '/v1/organizations/:orgId/members/:memberId',
    access: 'member.update',
    response: memberResponse,
    status: 200,
  },
  removeMember: {
    method: 'DELETE',
    path: '/v1/organizations/:orgId/members/:memberId',
    access: 'member.remove',
    response: null,
    status: 204,
  },
})
