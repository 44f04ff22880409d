import { z } from 'zod/mini'

import { instant } from './primitives.ts'
import type { SERVICE_MEMBER_REQUESTS } from './requests/service-members.ts'
import { routes } from './route.ts'

const serviceMember = z.looseObject({
  id: z.string(),
  name: z.string(),
  role: z.string(),
  /** The flows to which its key is limited; null: it is not. */
  flow_ids: z.nullish(z.array(z.string())),
  /** The beginning of its key. */
  key_start: z.string(),
  created_at: instant,
  renewed_at: instant,
  /** The time until which the key before is valid, too. */
  previous_until: z.nullish(instant),
  /** Null: it is valid until it is revoked. */
  expires_at: z.nullish(instant),
  last_used_at: z.nullish(instant),
  /** The address of the last use. */
  last_used_from: z.nullish(z.string()),
  /** Only in the answer that creates or renews it. */
  key: z.optional(z.string()),
})

export type ServiceMemberResponse = z.output<typeof serviceMember>

export const SERVICE_MEMBER_ROUTES = routes<typeof SERVICE_MEMBER_REQUESTS>()({
  listServiceMembers: {
    method: 'GET',
    path: '/v1/organizations/:orgId/service-members',
    access: 'service-member.read',
    response: z.array(serviceMember),
    status: 200,
  },
  createServiceMember: {
    method: 'POST',
    path: '/v1/organizations/:orgId/service-members',
    access: 'service-member.write',
    response: serviceMember,
    status: 201,
  },
  renewServiceKey: {
    method: 'POST',
    path: '/v1/organizations/:orgId/service-members/:serviceMemberId/renew',
    access: 'service-member.write',
    response: serviceMember,
    status: 200,
  },
  deleteServiceMember: {
    method: 'DELETE',
    path: '/v1/organizations/:orgId/service-members/:serviceMemberId',
    access: 'service-member.write',
    response: null,
    status: 204,
  },
})
