/** What became of a message that was to be handed over. */
export type DeliveryStatus =
  /** It is on its way, or its sender died on the way: nobody can know. */
  | 'sending'
  | 'delivered'
  /** Surely not taken: it may be sent again. */
  | 'refused'
  /** It may have been taken, in whole or in part: it is never sent again by itself. */
  | 'unknown'

export interface Delivery {
  readonly status: DeliveryStatus
  readonly rows: number
}

/**
 * Remembers, outside of the run, what one run hands over to systems that take the same thing twice. Shared by all attempts of the run.
 */
export interface Outbox {
  find(target: string): Promise<Delivery | undefined>
  /** Claims the right to send; at most one attempt gets it, until it ends as refused. @returns whether it is the caller's */
  claim(target: string, rows: number): Promise<boolean>
  finalize(target: string, status: Exclude<DeliveryStatus, 'sending'>): Promise<void>
}

/** The run that a connector works for. */
export interface RunContext {
  readonly flowName: string
  readonly startedAt: Date
  readonly outbox: Outbox
}
