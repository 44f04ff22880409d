import { z } from 'zod/mini'

import { instant } from './primitives.ts'
import type { INBOUND_URL_REQUESTS } from './requests/inbound-urls.ts'
import { call, inOrganization, routes } from './route.ts'

const inboundUrl = z.looseObject({
  url: z.string(),
  /** Since when it has its present secret. */
  since: instant,
  /** The last call with a valid signature. */
  used_at: z.nullish(instant),
  /** The time until which the secret before is valid, too. */
  previous_until: z.nullish(instant),
  /** Only in the answer that creates or renews it. */
  secret: z.optional(z.string()),
})

export const INBOUND_URL_ROUTES = routes<typeof INBOUND_URL_REQUESTS>()({
  getInboundUrl: inOrganization(
    'GET',
    '/flows/:flowId/inbound-url',
    'flow.read',
    200,
    z.looseObject({ inbound_url: z.nullable(inboundUrl) }),
  ),
  renewInboundUrl: inOrganization('POST', '/flows/:flowId/inbound-url', 'flow.write', 200, inboundUrl),
  deleteInboundUrl: inOrganization('DELETE', '/flows/:flowId/inbound-url', 'flow.write', 204, null),
  startByInboundUrl: call('POST', '/v1/hooks/flows/:flowId', 'public', 202, z.looseObject({ run_id: z.string() })),
})
