import { z } from 'zod'

import { instant } from './primitives.ts'
import { route } from './route.ts'

export const auditEvent = z.looseObject({
  id: z.number(),
  at: instant,
  actor_uid: z.string(),
  actor_name: z.string().nullish(),
  /** Noun and verb, for example `flow.created`. */
  action: z.string(),
  target_id: z.string().nullish(),
  target_name: z.string().nullish(),
})

export type AuditEventResponse = z.output<typeof auditEvent>

export const AUDIT_ROUTES = {
  listAuditEvents: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/audit',
    summary: 'Who did what, and when',
    access: 'audit.read',
    query: z.strictObject({ cursor: z.string().max(200).optional() }),
    request: null,
    response: z.looseObject({ events: z.array(auditEvent), next_cursor: z.string().nullish() }),
    status: 200,
  }),
}
