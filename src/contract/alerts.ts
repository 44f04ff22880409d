import { z } from 'zod/mini'

import { ALERT_CHANNEL_KINDS, ALERT_EVENTS } from '../core/catalog/alert-events.ts'
import { id, instant, serverOwned } from './primitives.ts'
import { route } from './route.ts'

const channelRequest = z.strictObject({
  id: z.optional(id),
  ...serverOwned,
  kind: z.enum(ALERT_CHANNEL_KINDS),
  /** Of a webhook: an https address. */
  url: z.optional(z.nullable(z.string().check(z.maxLength(2_000)))),
  /** Of e-mail. */
  recipients: z.optional(
    z
      .array(z.email('Every recipient must be an e-mail address').check(z.maxLength(320)))
      .check(z.maxLength(20, 'At most 20 recipients')),
  ),
  events: z.array(z.enum(ALERT_EVENTS)).check(z.minLength(1, 'Choose at least one event'), z.maxLength(20)),
  /** Per cent of the rows of a run, for the event `rejected`; absent: any. */
  rejects_above: z.optional(z.number().check(z.gte(0, 'At least 0 per cent'), z.lt(100, 'Less than 100 per cent'))),
  /** Absent or null: all flows, those to come too. */
  flow_ids: z.optional(
    z.nullable(
      z.array(id).check(z.minLength(1, 'Choose at least one flow'), z.maxLength(1_000, 'At most 1,000 flows')),
    ),
  ),
})

const channelResponse = z.looseObject({
  id: z.string(),
  kind: z.string(),
  url: z.nullish(z.string()),
  recipients: z.optional(z.array(z.string())),
  events: z.array(z.string()),
  rejects_above: z.optional(z.number()),
  flow_ids: z.nullish(z.array(z.string())),
  /** What a webhook's messages are signed with: only in the answers that create or renew it. */
  secret: z.optional(z.string()),
})

const deliveryResponse = z.looseObject({
  id: z.string(),
  channel_id: z.string(),
  event: z.string(),
  flow: z.nullish(z.looseObject({ id: z.string(), name: z.string() })),
  /** waiting, delivered or given-up */
  state: z.string(),
  attempts: z.number(),
  raised_at: instant,
  tried_at: z.nullish(instant),
  /** When it is tried again. */
  next_try_at: z.nullish(instant),
  /** Of the last HTTP answer. */
  status: z.nullish(z.number()),
  /** What the receiver said, or why there is no answer. */
  answer: z.nullish(z.string()),
})

export type AlertChannelRequest = z.output<typeof channelRequest>
export type AlertChannelResponse = z.output<typeof channelResponse>
export type AlertDeliveryResponse = z.output<typeof deliveryResponse>

/** A test knocks at an address that somebody typed. */
const TESTS = { calls: 30, seconds: 600 }

export const ALERT_ROUTES = {
  listAlertChannels: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/alert-channels',
    summary: 'Where the organization is told what becomes of its flows',
    access: 'alert.read',
    request: null,
    response: z.looseObject({
      channels: z.array(channelResponse),
      /** Whether this server can send e-mail. */
      email_available: z.optional(z.boolean()),
    }),
    status: 200,
  }),
  createAlertChannel: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/alert-channels',
    summary: 'Adds a channel; the answer shows a webhook’s secret, once',
    access: 'alert.write',
    request: channelRequest,
    response: channelResponse,
    status: 201,
  }),
  updateAlertChannel: route({
    method: 'PUT',
    path: '/v1/organizations/:orgId/alert-channels/:channelId',
    summary: 'Changes a channel; its kind and its secret stay',
    access: 'alert.write',
    request: channelRequest,
    response: channelResponse,
    status: 200,
  }),
  deleteAlertChannel: route({
    method: 'DELETE',
    path: '/v1/organizations/:orgId/alert-channels/:channelId',
    summary: 'Removes a channel; nothing more is sent there',
    access: 'alert.write',
    request: null,
    response: null,
    status: 204,
  }),
  rotateAlertSecret: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/alert-channels/:channelId/secret',
    summary: 'Gives a webhook a new secret, shown once; messages are signed with the one before, too, for a day',
    access: 'alert.write',
    request: null,
    response: channelResponse,
    status: 200,
  }),
  testAlertChannel: route({
    method: 'POST',
    path: '/v1/organizations/:orgId/alert-channels/:channelId/test',
    summary: 'Sends a test message now and answers with what the receiver said',
    access: 'alert.write',
    limit: TESTS,
    request: null,
    response: deliveryResponse,
    status: 200,
  }),
  listAlertDeliveries: route({
    method: 'GET',
    path: '/v1/organizations/:orgId/alert-deliveries',
    summary: 'What was sent or is still to be, newest first, with the answers; kept for 30 days',
    access: 'alert.read',
    query: z.strictObject({ cursor: z.optional(id) }),
    request: null,
    response: z.looseObject({ deliveries: z.array(deliveryResponse), next_cursor: z.nullish(z.string()) }),
    status: 200,
  }),
}
