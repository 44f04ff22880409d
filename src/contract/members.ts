import { z } from 'zod/mini'

import { whole } from './camel-cased.ts'
import { instant } from './primitives.ts'
import type { MEMBER_REQUESTS } from './requests/members.ts'
import { inOrganization, routes } from './route.ts'

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
  listMembers: inOrganization('GET', '/members', 'member.read', 200, z.array(memberResponse)),
  updateMember: inOrganization('PUT', '/members/:memberId', 'member.update', 200, memberResponse),
  removeMember: inOrganization('DELETE', '/members/:memberId', 'member.remove', 204, null),
})
