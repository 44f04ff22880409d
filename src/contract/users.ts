import { z } from 'zod/mini'

import { TOUR_STATES } from '../core/catalog/tour-states.ts'
import { known } from './camel-cased.ts'
import { instant } from './primitives.ts'
import type { USER_REQUESTS } from './requests/users.ts'
import { call, routes } from './route.ts'

/** The spec shows none of its fields, so any of them may be missing on another host. */
export const profileResponse = z.looseObject({
  uid: z.optional(z.string()),
  email: z.nullish(z.string()),
  email_verified: z.optional(z.boolean()),
  display_name: z.nullish(z.string()),
  photo_url: z.nullish(z.string()),
  language: z.nullish(z.string()),
  /** Absent while the person has neither started nor ended the tour. */
  tour: z.optional(known(TOUR_STATES)),
  created_at: z.optional(instant),
})

/** The consequence of deleting the account for one organization of the person. */
const accountOrganization = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** There is no other owner: it is handed over first, or deleted with the account. */
  sole_owner: z.boolean(),
  members: z.number(),
})

export const USER_ROUTES = routes<typeof USER_REQUESTS>()({
  getProfile: call('GET', '/v1/users/me', 'signed-in', 200, profileResponse),
  updateProfile: call('PATCH', '/v1/users/me', 'signed-in', 200, profileResponse),
  syncProfile: call('POST', '/v1/users/sync-profile', 'signed-in', 200, profileResponse),
  exportPersonalData: call('GET', '/v1/users/me/export', 'signed-in', 200, z.looseObject({})),
  previewAccountDeletion: call(
    'GET',
    '/v1/users/me/deletion',
    'signed-in',
    200,
    z.looseObject({ organizations: z.array(accountOrganization) }),
  ),
  deleteAccount: call('POST', '/v1/users/me/deletion', 'signed-in', 204, null),
})
