import { z } from 'zod/mini'

import { displayName, id, instant } from './primitives.ts'
import { route } from './route.ts'

/** The spec shows none of its fields, so any of them may be missing elsewhere. */
export const profileResponse = z.looseObject({
  uid: z.optional(z.string()),
  email: z.nullish(z.string()),
  email_verified: z.optional(z.boolean()),
  display_name: z.nullish(z.string()),
  photo_url: z.nullish(z.string()),
  created_at: z.optional(instant),
})

export const updateProfileRequest = z.strictObject({
  uid: z.optional(z.string()),
  email: z.nullish(z.string()),
  email_verified: z.optional(z.boolean()),
  created_at: z.optional(instant),
  display_name: z.optional(displayName),
  photo_url: z.optional(z.nullable(z.url({ protocol: /^https$/ }).check(z.maxLength(2_000)))),
})

/** What deleting the account means for one organization of the person. */
const accountOrganization = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** Nobody else owns it: it is handed over before, or goes with the account. */
  sole_owner: z.boolean(),
  members: z.number(),
})

export const deleteAccountRequest = z.strictObject({
  /** Organizations without another owner, which are deleted with the account. */
  organization_ids: z.array(id).check(z.maxLength(1_000)),
})

export type ProfileResponse = z.output<typeof profileResponse>

export const USER_ROUTES = {
  getProfile: route({
    method: 'GET',
    path: '/v1/users/me',
    summary: 'The signed-in person’s profile',
    access: 'signed-in',
    request: null,
    response: profileResponse,
    status: 200,
  }),
  updateProfile: route({
    method: 'PATCH',
    path: '/v1/users/me',
    summary: 'Changes the signed-in person’s profile',
    access: 'signed-in',
    request: updateProfileRequest,
    response: profileResponse,
    status: 200,
  }),
  syncProfile: route({
    method: 'POST',
    path: '/v1/users/sync-profile',
    summary: 'Takes name, address and picture over from the identity provider',
    access: 'signed-in',
    request: null,
    response: profileResponse,
    status: 200,
  }),
  exportPersonalData: route({
    method: 'GET',
    path: '/v1/users/me/export',
    summary: 'All that is kept of the signed-in person, as one document',
    access: 'signed-in',
    request: null,
    response: z.looseObject({}),
    status: 200,
  }),
  previewAccountDeletion: route({
    method: 'GET',
    path: '/v1/users/me/deletion',
    summary: 'What deleting the account would mean for each organization',
    access: 'signed-in',
    request: null,
    response: z.looseObject({ organizations: z.array(accountOrganization) }),
    status: 200,
  }),
  deleteAccount: route({
    method: 'POST',
    path: '/v1/users/me/deletion',
    summary: 'Deletes the signed-in person here, and the organizations that nobody else owns if they are named',
    access: 'signed-in',
    request: deleteAccountRequest,
    response: null,
    status: 204,
  }),
}
