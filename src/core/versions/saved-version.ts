import type { AuditChange } from '../audit/audit-event.ts'

/** A saved state of a flow or a connection. */
export interface SavedVersion {
  readonly version: number
  /** ISO 8601. */
  readonly savedAt: string
  /** Absent for a state from before there were versions. */
  readonly savedBy?: { readonly uid: string; readonly name?: string }
  /** The differences to the version before; absent for the first. */
  readonly changes?: readonly AuditChange[]
  /** What the person who published it wrote about it. */
  readonly note?: string
}

/** Newest first. */
export interface VersionPage {
  readonly versions: readonly SavedVersion[]
  /** The cursor for earlier versions; absent on the last page. */
  readonly nextCursor?: string
}
