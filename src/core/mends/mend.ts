import type { AuditChange } from '../audit/audit-event.ts'
import type { WriteMode } from '../catalog/connections/connection-types.ts'
import type { FlowConfig } from '../flows/flow.ts'

/** What changes in a flow so that its next run does not fail for the same reason. */
export type FlowAct =
  | 'take-columns'
  | 'ignore-columns'
  | 'leave-out'
  | 'replace-column'
  | 'replace-table'
  | 'drop-table'
  | 'reject-rows'
  | 'warn-only'
  | 'raise-vanished'
  | 'raise-budget'
  | 'read-empty-cursor'
  | 'skip-empty-cursor'
  | 'drop-cursor'
  | 'base-types'
  | 'read-zero-dates'
  | 'change-mode'

/** Texts for somebody who may change the other system, with the names of the error filled in. */
export type CopiedText =
  | 'grant'
  | 'owner'
  | 'access-rule'
  | 'create-database'
  | 'create-schema'
  | 'unique-index'
  | 'allow-null'
  | 'renew-password'
  | 'unlock-account'
  | 'find-holder'
  | 'list-sessions'
  | 'packet-size'
  | 'forwarding'
  | 'share-address'
  | 'iam-policy'
  | 'cloud-roles'
  | 'cloud-objects'
  | 'enable-api'

/** One act that removes the cause of a failure. */
export type Mend =
  | FlowMend
  | TargetMend
  /** The next run reads the table from the beginning. */
  | { readonly kind: 'position'; readonly entity: string }
  | { readonly kind: 'copy'; readonly what: CopiedText; readonly text: string }
  /** Nothing needs to be changed. */
  | { readonly kind: 'run-again' }

/** A change of the table at the destination. */
export type TargetMend =
  /** Its columns are added or widened; they are never narrowed. */
  | {
      readonly kind: 'target'
      readonly entity: string
      readonly missing: readonly string[]
      readonly narrow: readonly Narrow[]
    }
  /** It gets another name, and the next run creates it again. */
  | { readonly kind: 'again'; readonly entity: string; readonly target: string }

/** A new version of the flow. */
export interface FlowMend {
  readonly kind: 'flow'
  readonly act: FlowAct
  /** What the button names: columns, a table, a check, a limit. */
  readonly names: readonly string[]
  readonly config: FlowConfig
  /** The difference to the present version, as the list of versions shows it. */
  readonly changes: readonly AuditChange[]
  /** The name in the destination that stays although the source has another one: of a table, or of a column. */
  readonly keeps?: string
  /** A run has followed the change, so that the destination has a column of each name. */
  readonly followed?: FollowedRename
  /** The next run has to accept the changes that the stream stops at. */
  readonly takesNewColumns?: true
  /** A flow of all tables lists its tables from then on. */
  readonly listsTables?: true
}

export interface FollowedRename {
  /** How runs write the table. */
  readonly mode: WriteMode
  /** Rows that have arrived since, and are not read again, have no value in the column of the former name. */
  readonly isPart: boolean
  /** The destination drops the column of the new name: it replaces the whole table. */
  readonly drops?: true
  /** The statement that gives it to them. */
  readonly fills?: string
}

export interface Narrow {
  readonly name: string
  /** The type that it gets. */
  readonly type: string
}
