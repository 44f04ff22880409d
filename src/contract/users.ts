import { z } from 'zod'

import { displayName, instant } from './primitives.ts'
import { route } from './route.ts'

/** The spec shows none of its fields, so any of them may be missing elsewhere. */
export const profileResponse = z.looseObject({
  uid: z.string().optional(),
  email: z.string().nullish(),
  email_verified: z.boolean().optional(),
  display_name: z.string().nullish(),
  photo_url: z.string().nullish(),
  created_at: instant.optional(),
})

export const updateProfileRequest = z.strictObject({
  uid: z.string().optional(),
  email: z.string().nullish(),
  email_verified: z.boolean().optional(),
  created_at: instant.optional(),
  display_name: displayName.optional(),
  photo_url: z
    .url({ protocol: /^https$/ })
    .max(2_000)
    .nullable()
    .optional(),
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
}
