import { z } from 'zod/mini'

import { instant } from './primitives.ts'
import type { INBOUND_URL_REQUESTS } from './requests/inbound-urls.ts'
import { routes } from './route.ts'

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
  getInboundUrl: {
    method: 'GET',
    path: '/v1/organizations/:orgId/flows/:flowId/inbound-url',
    access: 'flow.read',
    response: z.looseObject({ inbound_url: z.nullable(inboundUrl) }),
    status: 200,
  },
  renewInboundUrl: {
    method: 'POST',
    path: '/v1/organizations/:orgId/flows/:flowId/inbound-url',
    access: 'flow.write',
    response: inboundUrl,
    status: 200,
  },
  deleteInboundUrl: {
    method: 'DELETE',
    path: '/v1/organizations/:orgId/flows/:flowId/inbound-url',
    access: 'flow.write',
    response: null,
    status: 204,
  },
  startByInboundUrl: {
    method: 'POST',
    path: '/v1/hooks/flows/:flowId',
    access: 'public',
    response: z.looseObject({ run_id: z.string() }),
    status: 202,
  },
})
