/** Filters of an audit log; absent ones do not filter. */
export interface AuditFilter {
  /** Noun and verb, for example `flow.created`. */
  readonly action?: string
  readonly actorUid?: string
  /** ISO 8601, included. */
  readonly from?: string
  /** ISO 8601, not included. */
  readonly to?: string
}
