/** The outcome of sending a message. */
export type DeliveryStatus =
  /** It is being sent, or its sender failed meanwhile: the outcome is unknown. */
  | 'sending'
  | 'delivered'
  /** Certainly not accepted: it may be sent again. */
  | 'refused'
  /** It may have been accepted, completely or partly: it is never sent again automatically. */
  | 'unknown'

export interface Delivery {
  readonly status: DeliveryStatus
  readonly rows: number
}

/** Records, outside of the run, what one run sends to systems that would accept a duplicate. Shared by all attempts of the run. */
export interface Outbox {
  find(target: string): Promise<Delivery | undefined>
  /** Claims the right to send; at most one attempt gets it, until it ends as refused. @returns whether the caller got it */
  claim(target: string, rows: number): Promise<boolean>
  finalize(target: string, status: Exclude<DeliveryStatus, 'sending'>): Promise<void>
}

/** The run for which a connector works. */
export interface RunContext {
  readonly flowName: string
  readonly startedAt: Date
  readonly outbox: Outbox
}
