import { z } from 'zod/mini'

import { instant } from './primitives.ts'
import type { TRASH_REQUESTS } from './requests/trash.ts'
import { inOrganization, routes } from './route.ts'

const trashName = z.looseObject({
  id: z.string(),
  /** `flow`, `connection`, `integration`, `alert-channel` or `schedule`. */
  kind: z.string(),
  name: z.string(),
})

export const trashEntry = z.looseObject({
  ...trashName.shape,
  /** Of a connection, an integration or a channel. */
  type: z.optional(z.string()),
  deleted_at: instant,
  /** Absent if the person is no longer a member. */
  deleted_by_name: z.optional(z.string()),
  /** When it is deleted permanently. */
  expires_at: instant,
  /** Other entries that cannot be restored without it. */
  needed_by: z.optional(z.array(trashName)),
})

export const TRASH_ROUTES = routes<typeof TRASH_REQUESTS>()({
  listTrash: inOrganization('GET', '/trash', 'flow.read', 200, z.array(trashEntry)),
  restoreFromTrash: inOrganization(
    'POST',
    '/trash/:trashId/restore',
    'flow.write',
    200,
    z.looseObject({ restored: z.array(trashName) }),
  ),
  deletePermanently: inOrganization('DELETE', '/trash/:trashId', 'flow.write', 204, null),
})
