import type { ChannelEvent, DeliveryState } from '../catalog/alert-events.ts'
import type { Sentence } from '../catalog/sentence.ts'

/** One message for one channel, and its result. */
export interface AlertDelivery {
  readonly id: string
  readonly channelId: string
  /** Absent: an event that only a newer server knows. */
  readonly event?: ChannelEvent | 'test'
  readonly flow?: { readonly id: string; readonly name: string }
  readonly state: DeliveryState
  readonly attempts: number
  /** ISO 8601, like all times. */
  readonly raisedAt: string
  /** While it waits: the time of the next attempt. */
  readonly nextTryAt?: string
  /** The status of the last HTTP answer. */
  readonly status?: number
  /** The receiver's answer, or the reason why there is none. */
  readonly answer?: string
  readonly answerSentence?: Sentence
  /** From the beginning of the last attempt to its answer, in milliseconds. */
  readonly tookMs?: number
  /** The id of the message that this one repeats. */
  readonly replayOf?: string
}

/** A message with what was sent. */
export interface AlertDeliveryDetail extends AlertDelivery {
  /** The same at every attempt and when it is sent again. */
  readonly messageId: string
  /** Without keys; absent for e-mail, and before the first attempt. */
  readonly body?: string
}

/** Newest first. */
export interface AlertDeliveryPage {
  readonly deliveries: readonly AlertDelivery[]
  /** The cursor for earlier ones; absent on the last page. */
  readonly nextCursor?: string
}

export interface DeliveryFilter {
  /** Absent: of all channels. */
  readonly channelId?: string
  /** From the previous page. */
  readonly cursor?: string
}
