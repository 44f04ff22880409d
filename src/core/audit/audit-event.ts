/** Something that a person did in an organization. */
export interface AuditEvent {
  readonly id: number
  /** ISO 8601. */
  readonly at: string
  readonly actorUid: string
  readonly actorName?: string
  /** Noun and verb, for example `flow.created`. */
  readonly action: string
  readonly targetId?: string
  readonly targetName?: string
  /** Where the call came from. */
  readonly address?: string
}

/** Newest first. */
export interface AuditPage {
  readonly events: readonly AuditEvent[]
  /** Where earlier events begin; absent on the last page. */
  readonly nextCursor?: string
}
