import { z } from 'zod/mini'

import { instant } from './primitives.ts'
import type { TRASH_REQUESTS } from './requests/trash.ts'
import { routes } from './route.ts'

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
  listTrash: {
    method: 'GET',
    path: '/v1/organizations/:orgId/trash',
    access: 'flow.read',
    response: z.array(trashEntry),
    status: 200,
  },
  restoreFromTrash: {
    method: 'POST',
    path: '/v1/organizations/:orgId/trash/:trashId/restore',
    access: 'flow.write',
    response: z.looseObject({ restored: z.array(trashName) }),
    status: 200,
  },
  deletePermanently: {
    method: 'DELETE',
    path: '/v1/organizations/:orgId/trash/:trashId',
    access: 'flow.write',
    response: null,
    status: 204,
  },
})
