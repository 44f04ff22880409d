import { z } from 'zod/mini'

import { instant, pointInTime } from './primitives.ts'
import { route } from './route.ts'

export const auditEvent = z.looseObject({
  id: z.number(),
  at: instant,
  actor_uid: z.string(),
  actor_name: z.nullish(z.string()),
  /** Noun and verb, for example `flow.created`. */
  action: z.string(),
  target_id: z.nullish(z.string()),
  target_name: z.nullish(z.string()),
  /** Where the call came from: an address, or a network of IPv6. */
  address: z.nullish(z.string()),
})

/** Each narrows the log further; `from` is included, `to` is not. */
const auditQuery = z.strictObject({
  action: z.optional(z.string().check(z.maxLength(100))),
  actor: z.optional(z.string().check(z.maxLength(128))),
  from: z.optional(pointInTime),
  to: z.optional(pointInTime),
  cursor: z.optional(z.string().check(z.maxLength(200))),
})

export type AuditEventResponse = z.output<typeof auditEvent>

export const AUDIT_ROUTES = {
  listAuditEvents: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/audit',
    summary: 'Who did what, and when',
    access: 'audit.read',
    query: auditQuery,
    request: null,
    response: z.looseObject({ events: z.array(auditEvent), next_cursor: z.nullish(z.string()) }),
    status: 200,
  }),
}
