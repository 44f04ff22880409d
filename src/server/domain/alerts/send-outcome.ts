import type { Sentence } from '../../../core/catalog/sentence.ts'

/** The result of sending a message once. */
export interface SendOutcome {
  readonly isDelivered: boolean
  readonly isWorthRetrying: boolean
  /** The status of an HTTP answer. */
  readonly status?: number
  /** The receiver's answer, or the reason why there is none; for people. */
  readonly answer: Sentence
  /** What was sent over HTTP, without keys. */
  readonly body?: string
}
