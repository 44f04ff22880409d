import type { AlertChannelResponse, AlertDeliveryDetailResponse, AlertDeliveryResponse } from '../../contract/alerts.ts'
import type { AlertChannel } from '../../core/alerts/alert-channel.ts'
import { type AlertDelivery, type AlertDeliveryDetail, DELIVERY_STATES } from '../../core/alerts/alert-delivery.ts'
import { CHANNEL_EVENTS } from '../../core/catalog/alert-events.ts'
import { withoutAbsent } from './without-absent.ts'

export const channelFromWire = ({ id, kind, ...row }: AlertChannelResponse): AlertChannel => ({
  id,
  kind,
  recipients: row.recipients ?? [],
  events: CHANNEL_EVENTS.filter((event) => row.events.includes(event)),
  rejectsAbove: row.rejects_above ?? 0,
  ...withoutAbsent({
    url: row.url,
    flowIds: row.flow_ids,
    secret: row.secret,
    name: row.name,
    codeFile: row.code_file,
  }),
})

export const deliveryFromWire = ({ id, channel_id, event, state, ...row }: AlertDeliveryResponse): AlertDelivery => ({
  id,
  channelId: channel_id,
  state: DELIVERY_STATES.find((known) => known === state) ?? 'waiting',
  attempts: row.attempts,
  raisedAt: row.raised_at,
  ...withoutAbsent({
    event: ([...CHANNEL_EVENTS, 'test'] as const).find((known) => known === event),
    flow: row.flow,
    nextTryAt: row.next_try_at,
    status: row.status,
    answer: row.answer,
    answerSentence: row.answer_sentence,
    tookMs: row.took_ms,
    replayOf: row.replay_of,
  }),
})

export const detailFromWire = (row: AlertDeliveryDetailResponse): AlertDeliveryDetail => ({
  ...deliveryFromWire(row),
  messageId: row.message_id,
  ...withoutAbsent({ body: row.body }),
})
