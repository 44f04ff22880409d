import type { AlertEvent } from '../catalog/alert-events.ts'

export const DELIVERY_STATES = ['waiting', 'delivered', 'given-up'] as const

export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** One message for one channel, and what came of it. */
export interface AlertDelivery {
  readonly id: string
  readonly channelId: string
  /** Absent: one that only a newer server knows. */
  readonly event?: AlertEvent | 'test'
  readonly flow?: { readonly id: string; readonly name: string }
  readonly state: DeliveryState
  readonly attempts: number
  /** ISO 8601, as all times. */
  readonly raisedAt: string
  /** While it waits: when it is tried again. */
  readonly nextTryAt?: string
  /** Of the last HTTP answer. */
  readonly status?: number
  /** What the receiver said, or why there is no answer. */
  readonly answer?: string
}

/** Newest first. */
export interface AlertDeliveryPage {
  readonly deliveries: readonly AlertDelivery[]
  /** Where earlier ones begin; absent on the last page. */
  readonly nextCursor?: string
}
