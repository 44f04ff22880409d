import { z } from 'zod/mini'

import { inEnglish, sentence } from '../../core/catalog/sentence.ts'
import type { RouteRequest } from '../route.ts'
import { roles } from './members.ts'

const createInvitationRequest = z.strictObject({
  email: z.email(inEnglish(sentence`Email must be an e-mail address`)).check(z.maxLength(320)),
  roles,
})
const acceptInvitationRequest = z.strictObject({
  token: z.string().check(z.minLength(1, inEnglish(sentence`Token is required`)), z.maxLength(200)),
})

/** An invitation sends mail to an address that somebody typed. */
const MAILS = { calls: 50, seconds: 3_600 }

/** Limits the guessing of links. */
const GUESSES = { calls: 10, seconds: 60 }

export const INVITATION_REQUESTS = {
  listInvitations: { summary: 'Invitations that are not yet accepted' },
  createInvitation: { summary: 'Invites a person by e-mail address', limit: MAILS, request: createInvitationRequest },
  resendInvitation: { summary: 'Sends an invitation again, with a new link', limit: MAILS },
  deleteInvitation: { summary: 'Revokes an invitation' },
  acceptInvitation: { summary: 'Accepts an invitation', limit: GUESSES, request: acceptInvitationRequest },
  previewInvitation: {
    summary: 'The invitation that a link belongs to',
    limit: GUESSES,
    query: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  },
} satisfies Record<string, RouteRequest>
