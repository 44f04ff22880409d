import { z } from 'zod/mini'

import { ALERT_CHANNEL_KINDS, CHANNEL_EVENTS, MAX_ALERTED_FLOWS } from '../../core/catalog/alert-events.ts'
import { MAX_BULK_ITEMS } from '../../core/catalog/bulk-calls.ts'
import { inEnglish, sentence } from '../../core/catalog/sentence.ts'
import type { RouteRequest } from '../route.ts'
import { displayName, id, serverOwned } from './primitives.ts'

/** What a channel is told, and the people who are; the same in a file. */
export const channelParts = {
  /** For e-mail. */
  recipients: z.optional(
    z
      .array(z.email(inEnglish(sentence`Every recipient must be an e-mail address`)).check(z.maxLength(320)))
      .check(z.maxLength(20, inEnglish(sentence`At most 20 recipients`))),
  ),
  /** `lineage` for OpenLineage, and only there. */
  events: z
    .array(z.enum(CHANNEL_EVENTS))
    .check(z.minLength(1, inEnglish(sentence`Choose at least one event`)), z.maxLength(20)),
  /** Per cent of the rows of a run, for the event `rejected`; absent: any. */
  rejects_above: z.optional(
    z
      .number()
      .check(
        z.gte(0, inEnglish(sentence`At least 0 per cent`)),
        z.lt(100, inEnglish(sentence`Less than 100 per cent`)),
      ),
  ),
}

const channelRequest = z.strictObject({
  id: z.optional(id),
  ...serverOwned,
  code_file: z.optional(z.unknown()),
  /** Null or empty: it is named after its address or its recipients; absent in a change: it stays. */
  name: z.optional(z.nullable(z.union([z.literal(''), displayName]))),
  kind: z.enum(ALERT_CHANNEL_KINDS),
  /** For all but e-mail: an https address; PagerDuty has a usual one, and OpenLineage without a key may have an http address. */
  url: z.optional(z.nullable(z.string().check(z.maxLength(2_000)))),
  /** For PagerDuty: the integration key; for OpenLineage: the key of its API, if it needs one; absent in a change: the stored one stays. */
  routing_key: z.optional(z.string().check(z.maxLength(200))),
  ...channelParts,
  /** Absent or null: all flows, including new ones. */
  flow_ids: z.optional(
    z.nullable(
      z
        .array(id)
        .check(
          z.minLength(1, inEnglish(sentence`Choose at least one flow`)),
          z.maxLength(MAX_ALERTED_FLOWS, inEnglish(sentence`At most 1,000 flows`)),
        ),
    ),
  ),
})

export type AlertChannelRequest = z.output<typeof channelRequest>

/** A test connects to an address that somebody typed. */
const TESTS = { calls: 30, seconds: 600 }

export const ALERT_REQUESTS = {
  listAlertChannels: { summary: 'The channels that notify the organization about its flows' },
  createAlertChannel: { summary: 'Adds a channel; the answer shows a webhook’s secret, once', request: channelRequest },
  updateAlertChannel: {
    readBy: { call: 'listAlertChannels' },
    summary: 'Changes a channel; its kind and its secret stay',
    request: channelRequest,
  },
  changeAlertedFlows: {
    summary:
      'Lets channels tell of some flows, or no longer; the other flows of each stay. All of them change, or none',
    request: z.strictObject({
      flow_ids: z.array(id).check(z.minLength(1), z.maxLength(MAX_BULK_ITEMS)),
      channels: z.array(z.strictObject({ id, is_alerted: z.boolean() })).check(z.minLength(1), z.maxLength(1_000)),
    }),
  },
  deleteAlertChannel: { summary: 'Removes a channel; nothing more is sent there' },
  takeOverAlertChannel: { summary: 'Ends that a file owns a channel, so that the application may change it' },
  rotateAlertSecret: {
    summary: 'Gives a webhook a new secret, shown once; messages are signed with the one before, too, for a day',
  },
  testAlertChannel: {
    summary: 'Sends a test message now and answers with what the receiver said',
    limit: TESTS,
  },
  listAlertDeliveries: {
    summary: 'What was sent or is still to be, newest first, with the answers; kept for 30 days',
    query: z.strictObject({
      cursor: z.optional(id),
      /** The id of a channel; absent: of all. */
      channel: z.optional(id),
    }),
  },
  getAlertDelivery: { summary: 'One message, with the body that was sent, without keys' },
  replayAlertDelivery: {
    summary:
      'Sends a message over HTTP again now, under the same id, and answers with what the receiver said; one that waits is tried now',
    limit: TESTS,
  },
} satisfies Record<string, RouteRequest>
