export interface Plan {
  readonly id: string
  readonly name: string
  /** In whole US dollars. */
  readonly monthlyPrice?: number
  /** Rows written a month that the price includes. */
  readonly includedRows?: number
  readonly summary?: string
}

/** What is known of an organization's plan and payments; any part may be missing elsewhere. */
export interface BillingAccount {
  /** `sandbox` where no payment provider is configured: nothing is charged. */
  readonly provider?: string
  readonly plan?: Plan
  /** The subscription's state in the payment provider's words. */
  readonly status?: string
  /** ISO 8601. */
  readonly currentPeriodEnd?: string
  readonly cancelAtPeriodEnd?: boolean
  /** Whether there is anything that the customer portal could show. */
  readonly hasCustomer?: boolean
  readonly usage?: BillingUsage
}

export interface BillingUsage {
  /** ISO 8601. */
  readonly since: string
  readonly rowsWritten: number
  readonly runs: number
  readonly members: number
}

/** Stored as returned (spec §3), with what we know of it beside. */
export interface BillingStatus {
  readonly account?: BillingAccount
  readonly [other: string]: unknown
}

/** Where the browser is to be sent. */
export interface Redirect {
  readonly url: string
}
