import { z } from 'zod/mini'

import { displayName, id, instant } from './primitives.ts'
import { route } from './route.ts'

export const organizationResponse = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** The caller's own roles there. */
  roles: z.optional(z.array(z.string())),
  created_at: z.optional(instant),
})

/** "Updates send the whole object" (spec §3): what the server owns is accepted and left as it is. */
export const organizationRequest = z.strictObject({
  id: z.optional(id),
  name: displayName,
  roles: z.optional(z.array(z.string())),
  created_at: z.optional(instant),
})

export type OrganizationResponse = z.output<typeof organizationResponse>

export const ORGANIZATION_ROUTES = {
  listOrganizations: route({
    method: 'GET',
    path: '/v1/organizations',
    summary: 'The organizations that the signed-in person belongs to',
    access: 'signed-in',
    request: null,
    response: z.array(organizationResponse),
    status: 200,
  }),
  createOrganization: route({
    method: 'POST',
    path: '/v1/organizations',
    summary: 'Creates an organization, owned by the signed-in person',
    access: 'signed-in',
    request: organizationRequest,
    response: organizationResponse,
    status: 201,
    exactStatus: true,
  }),
  updateOrganization: route({
    method: 'PUT',
    path: '/v1/organizations/:orgId',
    summary: 'Renames an organization',
    access: 'organization.update',
    request: organizationRequest,
    response: organizationResponse,
    status: 200,
    exactStatus: true,
  }),
  deleteOrganization: route({
    method: 'DELETE',
    path: '/v1/organizations/:orgId',
    summary: 'Deletes an organization with everything in it',
    access: 'organization.delete',
    request: null,
    response: null,
    status: 204,
    exactStatus: true,
  }),
}
