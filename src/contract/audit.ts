import { z } from 'zod/mini'

import { known } from './camel-cased.ts'
import { instant } from './primitives.ts'
import type { AUDIT_REQUESTS } from './requests/audit.ts'
import { inOrganization, routes } from './route.ts'

/** The change of one field; values are absent if they are a structure or a secret. */
export const auditChange = z.looseObject({
  path: z.array(z.string()),
  kind: known(['added', 'removed', 'changed'], 'changed'),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
})

export const auditEvent = z.looseObject({
  id: z.number(),
  at: instant,
  actor_uid: z.string(),
  actor_name: z.nullish(z.string()),
  /** Noun and verb, for example `flow.created`. */
  action: z.string(),
  target_id: z.nullish(z.string()),
  target_name: z.nullish(z.string()),
  /** The address of the call, or its IPv6 network. */
  address: z.nullish(z.string()),
  changes: z.nullish(z.array(auditChange)),
})

/** When a setting, or the thing with that id, was changed last, and by whom. */
const lastChange = z.looseObject({
  of: z.string(),
  at: instant,
  by: z.looseObject({ uid: z.string(), name: z.nullish(z.string()) }),
})

export const AUDIT_ROUTES = routes<typeof AUDIT_REQUESTS>()({
  listAuditEvents: inOrganization(
    'GET',
    '/audit',
    'audit.read',
    200,
    z.looseObject({ events: z.array(auditEvent), next_cursor: z.nullish(z.string()) }),
  ),
  listLastChanges: inOrganization('GET', '/last-changes', 'organization.read', 200, z.array(lastChange)),
})
