import type { AlertEvent } from '../../../core/catalog/alert-events.ts'
import type { AlertMessage } from '../../domain/alerts/alert-message.ts'
import { only, type Query } from '../database/database.ts'

/** How long what was sent stays to be seen. */
const KEPT = `interval '30 days'`

/** For how long a process that is sending is waited for, should it die meanwhile. */
const LEASE = `interval '2 minutes'`

export interface AlertDeliveryRow {
  readonly id: string
  readonly organization_id: string
  readonly channel_id: string
  readonly event: AlertEvent | 'test'
  readonly message: AlertMessage
  readonly state: 'waiting' | 'delivered' | 'given-up'
  readonly attempts: number
  readonly raised_at: Date
  readonly next_try_at: Date | null
  readonly tried_at: Date | null
  readonly status: number | null
  readonly answer: string | null
}

/** Wakes every process's sender; see worker/alerts/alert-sender.ts. */
const NOTIFY = `pg_notify('millrace_alerts', '')`

/** What has happened to a flow, for those channels that want to hear it. */
export interface RaisedAlert {
  readonly organizationId: string
  readonly flowId: string
  readonly event: AlertEvent
  readonly message: AlertMessage
  /** Per cent of rows that were rejected, last time and now: channels whose limit lies between hear of it. */
  readonly rejected?: { readonly before: number; readonly now: number }
}

/** Writes a message for each channel that wants it; sent once the transaction is committed. */
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
     select ${NOTIFY} from raised limit 1`,
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
     values ($1, $2, 'test', $3, 1, now() + ${LEASE}, now()) returning *`,
      [organizationId, channelId, message],
    ),
  )

/** Takes deliveries whose time has come, so that no other process sends them meanwhile. */
export const claimAlertDeliveries = (query: Query, limit: number): Promise<AlertDeliveryRow[]> =>
  query<AlertDeliveryRow>(
    `update alert_deliveries set attempts = attempts + 1, tried_at = now(), next_try_at = now() + ${LEASE}
     where id in (select id from alert_deliveries where next_try_at <= now() order by next_try_at limit $1 for update skip locked)
     returning *`,
    [limit],
  )

/** How long until the next delivery is to be tried, in milliseconds; nothing where none is. */
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
  /** While it waits: until the next try, in milliseconds. */
  readonly pause?: number
}

export const saveDeliveryResult = (query: Query, id: string, { state, status, answer, pause }: DeliveryResult) =>
  query<AlertDeliveryRow>(
    `update alert_deliveries set state = $2, status = $3, answer = $4, next_try_at = now() + make_interval(secs => $5)
     where id = $1 returning *`,
    [id, state, status, answer, pause === undefined ? null : pause / 1_000],
  )

/** Newest first. @param after the id of the delivery that ended the page before */
export const listAlertDeliveries = (query: Query, organizationId: string, after: string | undefined, limit: number) =>
  query<AlertDeliveryRow>(
    `select * from alert_deliveries where organization_id = $1
       and ($2::uuid is null or (raised_at, id) < ((select raised_at from alert_deliveries where id = $2), $2))
     order by raised_at desc, id desc limit $3`,
    [organizationId, after ?? null, limit],
  )

export const expireAlertDeliveries = (query: Query): Promise<object[]> =>
  query(`delete from alert_deliveries where raised_at < now() - ${KEPT}`)
