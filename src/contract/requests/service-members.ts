import { z } from 'zod/mini'

import { ROLES } from '../../core/catalog/permissions.ts'
import { inEnglish, sentence } from '../../core/catalog/sentence.ts'
import { LOGIN_CODE } from '../../core/catalog/service-keys.ts'
import type { RouteRequest } from '../route.ts'
import { displayName, id } from './primitives.ts'

/** Days from now; null: until it is revoked. */
const expiresInDays = z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(3_650))), 90)

const claim = z.string().check(z.trim(), z.minLength(1), z.maxLength(255))

/** Per address, before anybody has proved anything: far above what the jobs of one place need. */
const EXCHANGES = { calls: 120, seconds: 60 }

/** Per address: a person types a command. */
const KEY_REQUESTS = { calls: 20, seconds: 60 }
/** Per address: a command line asks every other second. */
const KEY_FETCHES = { calls: 240, seconds: 60 }

export const SERVICE_MEMBER_REQUESTS = {
  listServiceMembers: { summary: 'The programs that act in the organization with a key, without their keys' },
  createServiceMember: {
    summary: 'Adds a program with a role and a key, which is shown once',
    request: z.strictObject({
      name: displayName,
      role: z.enum(ROLES),
      /** Absent or null: all flows, and everything else that the role allows. */
      flow_ids: z.optional(
        z.nullable(
          z
            .array(id)
            .check(
              z.minLength(1, inEnglish(sentence`Choose at least one flow`)),
              z.maxLength(100, inEnglish(sentence`At most 100 flows`)),
            ),
        ),
      ),
      expires_in_days: expiresInDays,
      /** `false`: it proves itself with tokens of its own system; see createFederatedCredential. */
      has_key: z._default(z.boolean(), true),
      /** For an assistant: it reads and tries, and starts a flow only by a dry run that a person has approved. */
      needs_approval: z._default(z.boolean(), false),
      /** The code of requestKey: the key goes to the command line that shows it, and is not in the answer. */
      login_code: z.optional(z.string().check(z.regex(LOGIN_CODE, inEnglish(sentence`A code has the form WDJB-MJHT`)))),
    }),
  },
  renewServiceKey: {
    summary: 'Gives the program another key, which is shown once; the one before is valid for another day',
    request: z.strictObject({
      /** `false`: the key before is not valid any more, because others know it. */
      keep_previous: z._default(z.boolean(), true),
      expires_in_days: expiresInDays,
    }),
  },
  deleteServiceMember: { summary: 'Removes the program; its key is refused from now on' },
  createFederatedCredential: {
    summary: 'Accepts tokens of another system, such as a CI job’s, in exchange for a key of 15 minutes',
    request: z.strictObject({ issuer: claim, audience: claim, subject: claim }),
  },
  deleteFederatedCredential: {
    summary: 'Stops accepting these tokens; keys that they were exchanged for are refused from now on',
  },
  requestKey: {
    summary: 'A command line asks for a key; a person creates it on the page of keys, with the code that both show',
    limit: KEY_REQUESTS,
    request: z.strictObject({
      /** The SHA-256 of a secret that the command line keeps, in hexadecimal digits. */
      secret_hash: z.string().check(z.regex(/^[\da-f]{64}$/, inEnglish(sentence`64 hexadecimal digits`))),
    }),
  },
  fetchKey: {
    summary: 'Fetches the key that was asked for, once; without a key in the answer, nobody has created it yet',
    limit: KEY_FETCHES,
    request: z.strictObject({ secret: z.string().check(z.minLength(32), z.maxLength(255)) }),
  },
  exchangeToken: {
    summary: 'Exchanges a token of another system for a key of 15 minutes, if a federated credential accepts it',
    limit: EXCHANGES,
    request: z.strictObject({
      service_member_id: id,
      /** A JSON Web Token, such as GitHub Actions, GitLab and Kubernetes give to their jobs. */
      token: z.string().check(z.minLength(1), z.maxLength(16_384)),
      /** The key of an earlier exchange of this token, while it is valid: otherwise each token is exchanged once. */
      held_key: z.optional(z.string().check(z.maxLength(200))),
    }),
  },
} satisfies Record<string, RouteRequest>
