import { z } from 'zod/mini'

import { PUBLISHING } from '../../core/catalog/publishing.ts'
import { instant } from '../primitives.ts'
import type { RouteRequest } from '../route.ts'
import { displayName, id } from './primitives.ts'

/** "Updates send the whole object" (spec §3): fields of the server are accepted and stay unchanged. */
const organizationRequest = z.strictObject({
  id: z.optional(id),
  name: displayName,
  roles: z.optional(z.array(z.string())),
  created_at: z.optional(instant),
  restored_at: z.optional(instant),
  schedules_paused: z.optional(z.boolean()),
  publishing: z.optional(z.enum(PUBLISHING)),
})

export const ORGANIZATION_REQUESTS = {
  listOrganizations: {
    service: true,
    summary: 'The organizations that the signed-in person belongs to',
  },
  createOrganization: {
    summary: 'Creates an organization, owned by the signed-in person',
    request: organizationRequest,
  },
  updateOrganization: {
    readBy: { call: 'listOrganizations' },
    summary: 'Changes the name of an organization, and when edits of its flows are used by their runs',
    request: organizationRequest,
  },
  resumeSchedules: {
    summary: 'Starts the schedules of a restored organization again: the installation that the backup is from is off',
  },
  deleteOrganization: { summary: 'Closes an organization for everybody; its owners can restore it for 7 days' },
  listDeletedOrganizations: { summary: 'The deleted organizations that the signed-in person owned and can restore' },
  restoreOrganization: {
    summary: 'Restores a deleted organization with its members and everything in it; for those who owned it',
  },
} satisfies Record<string, RouteRequest>
