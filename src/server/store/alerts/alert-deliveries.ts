import type { ChannelEvent } from '../../../core/catalog/alert-events.ts'
import type { Sentence } from '../../../core/catalog/sentence.ts'
import { announcedWakeUp } from '../database/announcement.ts'
import { first, only, type Query } from '../database/database.ts'
import type { AlertMessage } from './alert-message.ts'

/** How long sent messages stay visible. */
const KEPT = `interval '30 days'`

/** How long others wait for a sending process, in case it has failed. */
const LEASE = `interval '2 minutes'`

export interface AlertDeliveryRow {
  readonly id: string
  readonly organization_id: string
  readonly channel_id: string
  readonly event: ChannelEvent | 'test'
  readonly message: AlertMessage
  readonly state: 'waiting' | 'delivered' | 'given-up'
  readonly attempts: number
  readonly raised_at: Date
  readonly next_try_at: Date | null
  readonly tried_at: Date | null
  readonly status: number | null
  readonly answer: string | null
  readonly answer_sentence: Sentence | null
  /** From the beginning of the last attempt to its answer, in milliseconds; absent for attempts of earlier versions. */
  readonly took_ms: number | null
  /** The delivery that this one sends again. */
  readonly replay_of: string | null
}

/** With what was sent at the last attempt. */
export interface SentDeliveryRow extends AlertDeliveryRow {
  /** Without keys; absent for e-mail, before the first attempt, and for attempts of earlier versions. */
  readonly body: string | null
}

/** Without the body, which is long. */
const COLUMNS = `id, organization_id, channel_id, event, message, state, attempts, raised_at, next_try_at, tried_at, status, answer,
  answer_sentence, took_ms, replay_of`

/** The id of the message: a receiver recognizes by it what it has received before. */
export const messageIdOf = ({ id, replay_of }: Pick<AlertDeliveryRow, 'id' | 'replay_of'>): string => replay_of ?? id

/** Wakes every process's sender; see worker/alerts/alert-sender.ts. */
const ANNOUNCED = announcedWakeUp('alerts')

/** An event of a flow, for the subscribed channels. */
export interface RaisedAlert {
  readonly organizationId: string
  readonly flowId: string
  readonly event: ChannelEvent
  readonly message: AlertMessage
  /** Per cent of rejected rows, in the previous success and now: channels with a threshold in between are notified. */
  readonly rejected?: { readonly before: number; readonly now: number }
}

/** Writes a message for each subscribed channel; sent after the transaction is committed. */
export const insertAlertDeliveries = (
  query: Query,
  { organizationId, flowId, event, message, rejected }: RaisedAlert,
): Promise<object[]> =>
  query(
    `with raised as (
       insert into alert_deliveries (organization_id, channel_id, event, message)
       select organization_id, id, $3, $4 from alert_channels
       where organization_id = $1 and $3 = any(events) and (flow_ids is null or $2 = any(flow_ids))
         and ($5::float is null or (rejects_above >= $5 and rejects_above < $6)) returning id)
     select ${ANNOUNCED} from raised limit 1`,
    [organizationId, flowId, event, message, rejected?.before ?? null, rejected?.now ?? null],
  )

/** A message that is sent by the caller, at once. */
export const insertTestDelivery = (
  query: Query,
  { organizationId, channelId, message }: { organizationId: string; channelId: string; message: AlertMessage },
) =>
  only(
    query<AlertDeliveryRow>(
      `insert into alert_deliveries (organization_id, channel_id, event, message, attempts, next_try_at, tried_at)
     values ($1, $2, 'test', $3, 1, now() + ${LEASE}, now()) returning ${COLUMNS}`,
      [organizationId, channelId, message],
    ),
  )

/** The message of a delivery once more, for the same channel: sent by the caller, at once. */
export const insertReplay = (query: Query, delivery: AlertDeliveryRow) =>
  only(
    query<AlertDeliveryRow>(
      `insert into alert_deliveries (organization_id, channel_id, event, message, replay_of, attempts, next_try_at, tried_at)
       values ($1, $2, $3, $4, $5, 1, now() + ${LEASE}, now()) returning ${COLUMNS}`,
      [delivery.organization_id, delivery.channel_id, delivery.event, delivery.message, messageIdOf(delivery)],
    ),
  )

/** Claims one delivery that waits for its next attempt, for the caller, who sends it at once. */
export const claimAlertDelivery = (query: Query, id: string) =>
  first(
    query<AlertDeliveryRow>(
      `update alert_deliveries set attempts = attempts + 1, tried_at = now(), next_try_at = now() + ${LEASE}
       where id = $1 and state = 'waiting' returning ${COLUMNS}`,
      [id],
    ),
  )

/** Claims deliveries that are due, so that no other process sends them at the same time; people are told before catalogues are. */
export const claimAlertDeliveries = (query: Query, limit: number): Promise<AlertDeliveryRow[]> =>
  query<AlertDeliveryRow>(
    `update alert_deliveries set attempts = attempts + 1, tried_at = now(), next_try_at = now() + ${LEASE}
     where id in (select id from alert_deliveries where next_try_at <= now()
       order by event = 'lineage', next_try_at limit $1 for update skip locked)
     returning ${COLUMNS}`,
    [limit],
  )

/** The time until the next attempt of a delivery, in milliseconds; nothing if there is none. */
export async function untilNextDelivery(query: Query): Promise<number | undefined> {
  const [row] = await query<{ milliseconds: number | null }>(
    'select extract(epoch from min(next_try_at) - now())::float * 1000 as milliseconds from alert_deliveries where next_try_at is not null',
  )
  return row?.milliseconds ?? undefined
}

export interface DeliveryResult {
  readonly state: AlertDeliveryRow['state']
  readonly status: number | null
  readonly answer: string
  readonly answerSentence: Sentence
  readonly body: string | null
  readonly tookMs: number
  /** While it waits: the time until the next attempt, in milliseconds. */
  readonly pause?: number
}

export const saveDeliveryResult = (
  query: Query,
  id: string,
  { state, status, answer, answerSentence, body, tookMs, pause }: DeliveryResult,
) =>
  query<AlertDeliveryRow>(
    `update alert_deliveries set state = $2, message = case when $2 = 'waiting' then message else message - 'lineage' end, status = $3, answer = $4, answer_sentence = $5, next_try_at = now() + make_interval(secs => $6),
       body = $7, took_ms = $8
     where id = $1 returning ${COLUMNS}`,
    [id, state, status, answer, answerSentence, pause === undefined ? null : pause / 1_000, body, tookMs],
  )

export interface DeliveryPage {
  /** Absent: of all channels. */
  readonly channelId: string | undefined
  /** The id of the last delivery of the previous page. */
  readonly after: string | undefined
  readonly limit: number
}

export const findAlertDelivery = (query: Query, organizationId: string, id: string) =>
  first(
    query<SentDeliveryRow>(`select ${COLUMNS}, body from alert_deliveries where organization_id = $1 and id = $2`, [
      organizationId,
      id,
    ]),
  )

/** Newest first. */
export const listAlertDeliveries = (query: Query, organizationId: string, { channelId, after, limit }: DeliveryPage) =>
  query<AlertDeliveryRow>(
    `select ${COLUMNS.replace('message,', `message - 'lineage' as message,`)} from alert_deliveries where organization_id = $1 and ($4::uuid is null or channel_id = $4)
       and ($2::uuid is null or (raised_at, id) < ((select raised_at from alert_deliveries where id = $2), $2))
     order by raised_at desc, id desc limit $3`,
    [organizationId, after ?? null, limit, channelId ?? null],
  )

export type LastDeliveryRow = Pick<
  AlertDeliveryRow,
  'id' | 'channel_id' | 'state' | 'status' | 'answer' | 'answer_sentence'
> & { readonly tried_at: Date }

/** The last message of each channel that was tried, with its answer; nothing of a channel that was sent none. */
export const listLastDeliveries = (query: Query, organizationId: string): Promise<LastDeliveryRow[]> =>
  query<LastDeliveryRow>(
    `select last.* from alert_channels cross join lateral (
       select id, channel_id, state, status, answer, answer_sentence, tried_at from alert_deliveries
       where channel_id = alert_channels.id and tried_at is not null and answer is not null
       order by raised_at desc, id desc limit 1) last
     where organization_id = $1`,
    [organizationId],
  )

export const expireAlertDeliveries = (query: Query): Promise<object[]> =>
  query(`delete from alert_deliveries where raised_at < now() - ${KEPT}`)
