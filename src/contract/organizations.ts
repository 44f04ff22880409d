import { z } from 'zod/mini'

import { instant } from './primitives.ts'
import type { ORGANIZATION_REQUESTS } from './requests/organizations.ts'
import { routes } from './route.ts'

export const organizationResponse = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** The caller's own roles there. */
  roles: z.optional(z.array(z.string())),
  created_at: z.optional(instant),
})

export type OrganizationResponse = z.output<typeof organizationResponse>

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
  deleteOrganization: {
    method: 'DELETE',
    path: '/v1/organizations/:orgId',
    access: 'organization.delete',
    response: null,
    status: 204,
    exactStatus: true,
  },
})
