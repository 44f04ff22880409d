import { z } from 'zod/mini'

import { CHANNEL_EVENTS, DELIVERY_STATES } from '../core/catalog/alert-events.ts'
import { known } from './camel-cased.ts'
import { instant } from './primitives.ts'
import type { ALERT_REQUESTS } from './requests/alerts.ts'
import { routes } from './route.ts'
import { sentence } from './sentence.ts'

const channelResponse = z.looseObject({
  id: z.string(),
  kind: z.string(),
  url: z.nullish(z.string()),
  recipients: z.optional(z.array(z.string())),
  events: z.array(known(CHANNEL_EVENTS)),
  rejects_above: z.optional(z.number()),
  flow_ids: z.nullish(z.array(z.string())),
  /** Absent: it is named after its address or its recipients. */
  name: z.optional(z.string()),
  /** The file that owns it (docs/flows-as-code.md); absent: people change it. */
  code_file: z.optional(z.string()),
  /** The signing secret of a webhook: only in the answers that create or renew it. */
  secret: z.optional(z.string()),
})

const deliveryResponse = z.looseObject({
  id: z.string(),
  channel_id: z.string(),
  event: known([...CHANNEL_EVENTS, 'test'], undefined),
  flow: z.nullish(z.looseObject({ id: z.string(), name: z.string() })),
  state: known(DELIVERY_STATES, 'waiting'),
  attempts: z.number(),
  raised_at: instant,
  tried_at: z.nullish(instant),
  /** The time of the next attempt. */
  next_try_at: z.nullish(instant),
  /** The status of the last HTTP answer. */
  status: z.nullish(z.number()),
  /** The receiver's answer, or the reason why there is none. */
  answer: z.nullish(z.string()),
  answer_sentence: sentence,
  /** From the beginning of the last attempt to its answer, in milliseconds. */
  took_ms: z.optional(z.number()),
  /** The id of the message that this one repeats. */
  replay_of: z.optional(z.string()),
})

const deliveryWithBody = z.extend(deliveryResponse, {
  /** The header `webhook-id` of a webhook: the same at every attempt and when it is sent again. */
  message_id: z.string(),
  /** What was sent at the last attempt, without keys; absent for e-mail, and before the first attempt. */
  body: z.optional(z.string()),
})
export type AlertChannelResponse = z.output<typeof channelResponse>
export const ALERT_ROUTES = routes<typeof ALERT_REQUESTS>()({
  listAlertChannels: {
    method: 'GET',
    path: '/v1/organizations/:orgId/alert-channels',
    access: 'alert.read',
    response: z.looseObject({
      channels: z.array(channelResponse),
      /** Whether this server can send e-mail. */
      email_available: z.optional(z.boolean()),
    }),
    status: 200,
  },
  createAlertChannel: {
    method: 'POST',
    path: '/v1/organizations/:orgId/alert-channels',
    access: 'alert.write',
    response: channelResponse,
    status: 201,
  },
  updateAlertChannel: {
    method: 'PUT',
    path: '/v1/organizations/:orgId/alert-channels/:channelId',
    access: 'alert.write',
    response: channelResponse,
    status: 200,
  },
  deleteAlertChannel: {
    method: 'DELETE',
    path: '/v1/organizations/:orgId/alert-channels/:channelId',
    access: 'alert.write',
    response: null,
    status: 204,
  },
  takeOverAlertChannel: {
    method: 'POST',
    path: '/v1/organizations/:orgId/alert-channels/:channelId/take-over',
    access: 'alert.write',
    response: channelResponse,
    status: 200,
  },
  rotateAlertSecret: {
    method: 'POST',
    path: '/v1/organizations/:orgId/alert-channels/:channelId/secret',
    access: 'alert.write',
    response: channelResponse,
    status: 200,
  },
  testAlertChannel: {
    method: 'POST',
    path: '/v1/organizations/:orgId/alert-channels/:channelId/test',
    access: 'alert.write',
    response: deliveryResponse,
    status: 200,
  },
  listAlertDeliveries: {
    method: 'GET',
    path: '/v1/organizations/:orgId/alert-deliveries',
    access: 'alert.read',
    response: z.looseObject({ deliveries: z.array(deliveryResponse), next_cursor: z.nullish(z.string()) }),
    status: 200,
  },
  getAlertDelivery: {
    method: 'GET',
    path: '/v1/organizations/:orgId/alert-deliveries/:deliveryId',
    access: 'alert.read',
    response: deliveryWithBody,
    status: 200,
  },
  replayAlertDelivery: {
    method: 'POST',
    path: '/v1/organizations/:orgId/alert-deliveries/:deliveryId/replay',
    access: 'alert.write',
    response: deliveryResponse,
    status: 200,
  },
})
