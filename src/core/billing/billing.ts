/** Stored as returned (spec §3): nothing in it may be relied on. */
export type BillingStatus = Readonly<Record<string, unknown>>

export interface Plan {
  readonly id: string
  readonly name: string
  readonly [other: string]: unknown
}

/** Where the browser is to be sent. */
export interface Redirect {
  readonly url: string
}
