import { z } from 'zod/mini'

import type { RouteRequest } from '../route.ts'

/** Before its signature is checked: far above what anybody sends, far below what would be a flood. */
const CALLS = { calls: 120, seconds: 60 }

export const INBOUND_URL_REQUESTS = {
  getInboundUrl: { summary: 'The URL by which other programs start the flow, or null; without its secret' },
  renewInboundUrl: {
    summary:
      'Gives the flow an inbound URL, or its URL a new secret, which is shown once; the one before is valid for another day',
    request: z.strictObject({
      /** `false`: the secret before is not valid any more, because others know it. */
      keep_previous: z._default(z.boolean(), true),
    }),
  },
  deleteInboundUrl: { summary: 'Removes the inbound URL of the flow; no call there starts it any more' },
  startByInboundUrl: {
    summary:
      'Starts the flow, if the call is signed with the secret of its inbound URL (Standard Webhooks); the same webhook-id again answers with the same run',
    limit: CALLS,
    signed: true,
  },
} satisfies Record<string, RouteRequest>
