import { z } from 'zod/mini'

import { instant } from './primitives.ts'
import type { SERVICE_MEMBER_REQUESTS } from './requests/service-members.ts'
import { call, inOrganization, routes } from './route.ts'

const federatedCredential = z.looseObject({
  id: z.string(),
  /** The claim `iss` of its tokens. */
  issuer: z.string(),
  /** A claim `aud` of its tokens. */
  audience: z.string(),
  /** What the claim `sub` of its tokens has to fit; a star stands for a whole part. */
  subject: z.string(),
  created_at: instant,
  last_used_at: z.nullish(instant),
  /** The claim `sub` of the token that was exchanged last. */
  last_subject: z.nullish(z.string()),
})

const serviceMember = z.looseObject({
  id: z.string(),
  name: z.string(),
  role: z.string(),
  /** The flows to which its key is limited; null: it is not. */
  flow_ids: z.nullish(z.array(z.string())),
  /** The beginning of its key; null: it has none, and proves itself with tokens of its own system. */
  key_start: z.nullish(z.string()),
  created_at: instant,
  renewed_at: instant,
  /** The time until which the key before is valid, too. */
  previous_until: z.nullish(instant),
  /** Null: it is valid until it is revoked. */
  expires_at: z.nullish(instant),
  last_used_at: z.nullish(instant),
  /** The address of the last use. */
  last_used_from: z.nullish(z.string()),
  /** Only in the answer that creates or renews it. */
  key: z.optional(z.string()),
  /** It reads and tries, and starts a flow only by a dry run that a person has approved; absent: it may what its role may. */
  needs_approval: z.optional(z.boolean()),
  /** Who made or renewed it: it may never more than this person's present role. Null: not recorded, or the person deleted their account. */
  created_by: z.nullish(z.looseObject({ uid: z.string(), name: z.nullish(z.string()) })),
  /** That person is no member any more, so the key is refused until somebody else renews it. */
  maker_left: z.optional(z.boolean()),
  /** Whose tokens it may exchange for a key of some minutes. */
  federated_credentials: z.optional(z.array(federatedCredential)),
})

export type ServiceMemberResponse = z.output<typeof serviceMember>

export const SERVICE_MEMBER_ROUTES = routes<typeof SERVICE_MEMBER_REQUESTS>()({
  listServiceMembers: inOrganization('GET', '/service-members', 'service-member.read', 200, z.array(serviceMember)),
  createServiceMember: inOrganization('POST', '/service-members', 'service-member.write', 201, serviceMember),
  renewServiceKey: inOrganization(
    'POST',
    '/service-members/:serviceMemberId/renew',
    'service-member.write',
    200,
    serviceMember,
  ),
  deleteServiceMember: inOrganization('DELETE', '/service-members/:serviceMemberId', 'service-member.write', 204, null),
  createFederatedCredential: inOrganization(
    'POST',
    '/service-members/:serviceMemberId/federated-credentials',
    'service-member.write',
    201,
    federatedCredential,
  ),
  deleteFederatedCredential: inOrganization(
    'DELETE',
    '/service-members/:serviceMemberId/federated-credentials/:credentialId',
    'service-member.write',
    204,
    null,
  ),
  requestKey: call('POST', '/v1/key-requests', 'public', 201, z.looseObject({ code: z.string(), expires_at: instant })),
  fetchKey: call('POST', '/v1/key-requests/key', 'public', 200, z.looseObject({ key: z.optional(z.string()) })),
  exchangeToken: call(
    'POST',
    '/v1/token-exchange',
    'public',
    200,
    z.looseObject({ key: z.string(), expires_at: instant, organization_id: z.string() }),
  ),
})
