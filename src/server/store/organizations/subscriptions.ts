import type { Query } from '../database/database.ts'

export interface SubscriptionRow {
  readonly organization_id: string
  readonly plan_id: string
  readonly status: string
  readonly customer_id: string | null
  readonly subscription_id: string | null
  readonly current_period_end: Date | null
  readonly cancel_at_period_end: boolean
}

const COLUMNS =
  'organization_id, plan_id, status, customer_id, subscription_id, current_period_end, cancel_at_period_end'

export const findSubscription = async (query: Query, organizationId: string): Promise<SubscriptionRow | undefined> =>
  (await query<SubscriptionRow>(`select ${COLUMNS} from subscriptions where organization_id = $1`, [organizationId]))[0]

export const saveSubscription = (query: Query, row: SubscriptionRow): Promise<object[]> =>
  query(
    `insert into subscriptions (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (organization_id) do update set plan_id = excluded.plan_id, status = excluded.status,
       customer_id = coalesce(excluded.customer_id, subscriptions.customer_id), subscription_id = excluded.subscription_id,
       current_period_end = excluded.current_period_end, cancel_at_period_end = excluded.cancel_at_period_end, updated_at = now()`,
    [
      row.organization_id,
      row.plan_id,
      row.status,
      row.customer_id,
      row.subscription_id,
      row.current_period_end,
      row.cancel_at_period_end,
    ],
  )

/** @returns whether the event is new */
export const rememberBillingEvent = async (query: Query, id: string): Promise<boolean> =>
  (await query('insert into billing_events (id) values ($1) on conflict do nothing returning id', [id])).length === 1
