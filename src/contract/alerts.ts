import { z } from 'zod/mini'

import { CHANNEL_EVENTS, DELIVERY_STATES } from '../core/catalog/alert-events.ts'
import { known } from './camel-cased.ts'
import { instant } from './primitives.ts'
import type { ALERT_REQUESTS } from './requests/alerts.ts'
import { inOrganization, routes } from './route.ts'
import { sentence } from './sentence.ts'

/** The last message of a channel that was tried. */
const lastDelivery = z.looseObject({
  id: z.string(),
  state: known(DELIVERY_STATES, 'waiting'),
  tried_at: instant,
  /** The status of the HTTP answer. */
  status: z.nullish(z.number()),
  /** The receiver's answer, or the reason why there is none. */
  answer: z.nullish(z.string()),
  answer_sentence: sentence,
})

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
  /** Only in the list; absent: nothing was sent in the last 30 days. */
  last_delivery: z.optional(lastDelivery),
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
  listAlertChannels: inOrganization(
    'GET',
    '/alert-channels',
    'alert.read',
    200,
    z.looseObject({
      channels: z.array(channelResponse),
      /** Whether this server can send e-mail. */
      email_available: z.optional(z.boolean()),
    }),
  ),
  createAlertChannel: inOrganization('POST', '/alert-channels', 'alert.write', 201, channelResponse),
  updateAlertChannel: inOrganization('PUT', '/alert-channels/:channelId', 'alert.write', 200, channelResponse),
  changeAlertedFlows: inOrganization('POST', '/alert-channels/flows', 'alert.write', 204, null),
  deleteAlertChannel: inOrganization('DELETE', '/alert-channels/:channelId', 'alert.write', 204, null),
  takeOverAlertChannel: inOrganization(
    'POST',
    '/alert-channels/:channelId/take-over',
    'alert.write',
    200,
    channelResponse,
  ),
  rotateAlertSecret: inOrganization('POST', '/alert-channels/:channelId/secret', 'alert.write', 200, channelResponse),
  testAlertChannel: inOrganization('POST', '/alert-channels/:channelId/test', 'alert.write', 200, deliveryResponse),
  listAlertDeliveries: inOrganization(
    'GET',
    '/alert-deliveries',
    'alert.read',
    200,
    z.looseObject({ deliveries: z.array(deliveryResponse), next_cursor: z.nullish(z.string()) }),
  ),
  getAlertDelivery: inOrganization('GET', '/alert-deliveries/:deliveryId', 'alert.read', 200, deliveryWithBody),
  replayAlertDelivery: inOrganization(
    'POST',
    '/alert-deliveries/:deliveryId/replay',
    'alert.write',
    200,
    deliveryResponse,
  ),
})
