import type { AlertChannelKind, AlertEvent } from '../catalog/alert-events.ts'

/** Where an organization is notified about its flows. */
export interface AlertChannelDraft {
  readonly kind: AlertChannelKind
  /** Of a webhook. */
  readonly url?: string
  /** Of e-mail. */
  readonly recipients: readonly string[]
  readonly events: readonly AlertEvent[]
  /** Per cent of a run's rows, for the event `rejected`. */
  readonly rejectsAbove: number
  /** Absent: all flows, those to come too. */
  readonly flowIds?: readonly string[]
}

export interface AlertChannel extends AlertChannelDraft {
  readonly id: string
  /** What a webhook's messages are signed with, only in the answers that create or renew it. */
  readonly secret?: string
}

export interface AlertChannels {
  readonly channels: readonly AlertChannel[]
  /** Whether this server can send e-mail; absent where it does not tell. */
  readonly isEmailAvailable?: boolean
}
