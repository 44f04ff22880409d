import { z } from 'zod/mini'

import { PUBLISHING } from '../core/catalog/publishing.ts'
import { known, whole } from './camel-cased.ts'
import { instant } from './primitives.ts'
import type { ORGANIZATION_REQUESTS } from './requests/organizations.ts'
import { call, inOrganization, routes } from './route.ts'

export const organizationResponse = whole(
  z.looseObject({
    id: z.string(),
    name: z.string(),
    /** The caller's own roles there. */
    roles: z.optional(z.array(z.string())),
    created_at: z.optional(instant),
    /** The time of the backup from which it was restored; absent if it never was. */
    restored_at: z.optional(instant),
    /** After a restore, until somebody confirms that the other installation is off; absent otherwise. */
    schedules_paused: z.optional(z.boolean()),
    /** When edits of flows are used by their runs. */
    publishing: z.optional(known(PUBLISHING)),
  }),
)

export const deletedOrganization = z.looseObject({
  id: z.string(),
  name: z.string(),
  deleted_at: instant,
  /** When it is deleted permanently. */
  expires_at: instant,
})

export const ORGANIZATION_ROUTES = routes<typeof ORGANIZATION_REQUESTS>()({
  listOrganizations: call('GET', '/v1/organizations', 'signed-in', 200, z.array(organizationResponse)),
  createOrganization: {
    ...call('POST', '/v1/organizations', 'signed-in', 201, organizationResponse),
    exactStatus: true,
  },
  updateOrganization: {
    ...inOrganization('PUT', '', 'organization.update', 200, organizationResponse),
    exactStatus: true,
  },
  resumeSchedules: inOrganization('POST', '/resume-schedules', 'flow.write', 200, organizationResponse),
  deleteOrganization: {
    ...inOrganization('DELETE', '', 'organization.delete', 204, null),
    exactStatus: true,
  },
  listDeletedOrganizations: call('GET', '/v1/organizations/deleted', 'signed-in', 200, z.array(deletedOrganization)),
  restoreOrganization: inOrganization('POST', '/restore', 'signed-in', 200, organizationResponse),
})
