import { z } from 'zod/mini'

import { LANGUAGES } from '../../core/catalog/languages.ts'
import { TOUR_STATES } from '../../core/catalog/tour-states.ts'
import { instant } from '../primitives.ts'
import type { RouteRequest } from '../route.ts'
import { displayName, id } from './primitives.ts'

const updateProfileRequest = z.strictObject({
  uid: z.optional(z.string()),
  email: z.nullish(z.string()),
  email_verified: z.optional(z.boolean()),
  created_at: z.optional(instant),
  display_name: z.optional(displayName),
  /** In which mails reach the person; null, as an answer has it where none is known, changes nothing. */
  language: z.nullish(z.enum(LANGUAGES)),
  tour: z.optional(z.enum(TOUR_STATES)),
  photo_url: z.optional(z.nullable(z.url({ protocol: /^https$/ }).check(z.maxLength(2_000)))),
})

const deleteAccountRequest = z.strictObject({
  /** Organizations without another owner, which are deleted with the account. */
  organization_ids: z.array(id).check(z.maxLength(1_000)),
})

export const USER_REQUESTS = {
  getProfile: { summary: 'The signed-in person’s profile' },
  updateProfile: {
    readBy: { call: 'getProfile', except: ['updated_at'] },
    summary: 'Changes the signed-in person’s profile',
    request: updateProfileRequest,
  },
  syncProfile: { summary: 'Takes name, address and picture over from the identity provider' },
  exportPersonalData: { summary: 'All that is kept of the signed-in person, as one document' },
  previewAccountDeletion: { summary: 'What deleting the account would mean for each organization' },
  deleteAccount: {
    summary: 'Deletes the signed-in person here, and the organizations that nobody else owns if they are named',
    request: deleteAccountRequest,
  },
} satisfies Record<string, RouteRequest>
