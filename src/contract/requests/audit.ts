import { z } from 'zod/mini'

import { CHANGED_THINGS } from '../../core/catalog/changed-settings.ts'
import type { RouteRequest } from '../route.ts'
import { pointInTime } from './primitives.ts'

/** Each is a further filter; `from` is included, `to` is not. */
const auditQuery = z.strictObject({
  action: z.optional(z.string().check(z.maxLength(100))),
  actor: z.optional(z.string().check(z.maxLength(128))),
  from: z.optional(pointInTime),
  to: z.optional(pointInTime),
  cursor: z.optional(z.string().check(z.maxLength(200))),
})

export const AUDIT_REQUESTS = {
  listAuditEvents: { summary: 'Who did what, and when', query: auditQuery },
  listLastChanges: {
    summary: 'Who changed each setting of the organization last, or each integration or alert channel, and when',
    query: z.strictObject({ of: z.enum(CHANGED_THINGS) }),
  },
} satisfies Record<string, RouteRequest>
