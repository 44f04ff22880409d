export interface Plan {
  readonly id: string
  readonly name: string
  /** In whole US dollars. */
  readonly monthlyPrice?: number
  /** Rows written per month that the price includes. */
  readonly includedRows?: number
  readonly summary?: string
}

/** Data about an organization's plan and payments; any part may be missing on another host. */
export interface BillingAccount {
  /** `sandbox` if no payment provider is configured: nothing is charged. */
  readonly provider?: string
  readonly plan?: Plan
  /** The subscription's state, with the payment provider's name for it. */
  readonly status?: string
  /** ISO 8601. */
  readonly currentPeriodEnd?: string
  readonly cancelAtPeriodEnd?: boolean
  /** Whether the customer portal has anything to show. */
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

/** Stored as returned (spec §3), together with the known fields. */
export interface BillingStatus {
  readonly account?: BillingAccount
  readonly [other: string]: unknown
}

/** The address to which the browser is sent. */
export interface Redirect {
  readonly url: string
}
