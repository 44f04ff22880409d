import { z } from 'zod/mini'

import { whole } from './camel-cased.ts'
import { instant } from './primitives.ts'
import type { ORGANIZATION_REQUESTS } from './requests/organizations.ts'
import { routes } from './route.ts'

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
  listOrganizations: {
    method: 'GET',
    path: '/v1/organizations',
    access: 'signed-in',
    response: z.array(organizationResponse),
    status: 200,
  },
  createOrganization: {
    method: 'POST',
    path: '/v1/organizations',
    access: 'signed-in',
    response: organizationResponse,
    status: 201,
    exactStatus: true,
  },
  updateOrganization: {
    method: 'PUT',
    path: '/v1/organizations/:orgId',
    access: 'organization.update',
    response: organizationResponse,
    status: 200,
    exactStatus: true,
  },
  resumeSchedules: {
    method: 'POST',
    path: '/v1/organizations/:orgId/resume-schedules',
    access: 'flow.write',
    response: organizationResponse,
    status: 200,
  },
  deleteOrganization: {
    method: 'DELETE',
    path: '/v1/organizations/:orgId',
    access: 'organization.delete',
    response: null,
    status: 204,
    exactStatus: true,
  },
  listDeletedOrganizations: {
    method: 'GET',
    path: '/v1/organizations/deleted',
    access: 'signed-in',
    response: z.array(deletedOrganization),
    status: 200,
  },
  restoreOrganization: {
    method: 'POST',
    path: '/v1/organizations/:orgId/restore',
    access: 'signed-in',
    response: organizationResponse,
    status: 200,
  },
})
