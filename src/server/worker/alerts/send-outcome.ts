/** What came of handing a message over once. */
export interface SendOutcome {
  readonly isDelivered: boolean
  readonly isWorthRetrying: boolean
  /** Of an HTTP answer. */
  readonly status?: number
  /** What the receiver said, or why there is no answer; for a person. */
  readonly answer: string
}
