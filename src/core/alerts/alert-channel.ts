import type { AlertChannelKind, ChannelEvent, DeliveryState } from '../catalog/alert-events.ts'
import type { Sentence } from '../catalog/sentence.ts'

/** Where an organization is notified about its flows. */
export interface AlertChannelDraft {
  readonly kind: AlertChannelKind
  /** For all but e-mail. */
  readonly url?: string
  /** For a kind with a key; absent in a change: the stored one stays. */
  readonly key?: string
  /** For e-mail. */
  readonly recipients: readonly string[]
  readonly events: readonly ChannelEvent[]
  /** Per cent of a run's rows, for the event `rejected`. */
  readonly rejectsAbove: number
  /** Absent: all flows, including new ones. */
  readonly flowIds?: readonly string[]
  /** Empty or absent: it is named after its address or its recipients. */
  readonly name?: string
}

/** The last message of a channel that was tried. */
export interface LastDelivery {
  readonly id: string
  readonly state: DeliveryState
  /** ISO 8601. */
  readonly triedAt: string
  /** The status of the HTTP answer. */
  readonly status?: number
  /** The receiver's answer, or the reason why there is none. */
  readonly answer?: string
  readonly answerSentence?: Sentence
}

export interface AlertChannel extends Omit<AlertChannelDraft, 'kind' | 'key'> {
  readonly id: string
  /** One of the catalog's kinds, or a kind of a newer server. */
  readonly kind: string
  /** The file that owns it: the application only shows it. */
  readonly codeFile?: string
  /** Absent: nothing was sent in the last 30 days. */
  readonly lastDelivery?: LastDelivery
  /** The signing secret of a webhook, only in the answers that create or renew it. */
  readonly secret?: string
}

export interface AlertChannels {
  readonly channels: readonly AlertChannel[]
  /** Whether this server can send e-mail; absent if the server does not say. */
  readonly emailAvailable?: boolean
}
