import type { DataCheck } from '../../../core/catalog/checks/data-checks.ts'
import type { RunMode } from '../../../core/catalog/connections/connection-types.ts'
import type { DriftPolicy } from '../../../core/catalog/policies/drift-policies.ts'
import type { EmptyCursorPolicy } from '../../../core/catalog/policies/empty-cursor-policies.ts'
import type { InvalidPolicy } from '../../../core/catalog/policies/invalid-policies.ts'
import type { OwnTypePolicy } from '../../../core/catalog/policies/own-type-policies.ts'
import type { VerifyPolicy } from '../../../core/catalog/policies/verify-policies.ts'
import type { ZeroDatePolicy } from '../../../core/catalog/policies/zero-date-policies.ts'
import type { DifferingRows } from '../../ports/dry-run.ts'
import type { KeptNewer } from '../../ports/target-request.ts'
import type { ValueMend } from '../../ports/value-type.ts'
import type { KnownColumn } from '../plan/resolve-drift.ts'

/** The settings of one stream of a flow. Names are entity names from `discover`. */
export interface StreamRequest {
  readonly entity: string
  /** Absent: the destination's default target for it. */
  readonly target?: string
  readonly mode: RunMode
  /** Absent: every column. */
  readonly columns?: readonly string[]
  /** For `upsert`. Absent: the source's key. */
  readonly key?: readonly string[]
  /** For destinations whose fields have fixed names: the column for each field. Absent: by equal names. */
  readonly mapping?: Readonly<Record<string, string>>
  /** Reads only rows that are new since `after`, the upper bound of the last run that succeeded; absent: from the beginning. */
  readonly cursor?: { readonly column: string; readonly after?: string }
  /** What the run does when the source has changed its columns. Absent: the target follows. */
  readonly drift?: DriftPolicy
  /** What the run does when the target cannot store a row. Absent: it fails. */
  readonly onInvalid?: InvalidPolicy
  /** How dates that only MySQL has are read. Absent: as NULL. */
  readonly zeroDates?: ZeroDatePolicy
  /** How user-defined types of the source database are treated. Absent: they are created in the destination too. */
  readonly ownTypes?: OwnTypePolicy
  /** How rows without a value in the cursor are treated. Absent: they are read every time. */
  readonly emptyCursor?: EmptyCursorPolicy
  /** How values are changed that the target refuses, for rows that are sent again. Absent: such rows are rejected. */
  readonly mends?: readonly ColumnMend[]
  /** How the target changes besides. Absent: only as `drift` says. */
  readonly change?: TargetChange
  /** Reads only these rows, whatever was read before. Absent: with a `cursor` what is new, otherwise all. */
  readonly selection?: RowSelection
  /** For `upsert`, rows of the target stay that are not older by this column of the source; without a column, all whose keys come. */
  readonly keepsNewer?: KeptNewer
  /** For `upsert`, what happens to rows of the target that the source no longer has. Absent: they stay. */
  readonly vanished?: VanishedPolicy
  /** A mirror follows the table from this copy on: what the snapshot sees is noted with the rows. */
  readonly isFollowed?: true
  /** What is compared before the rows are put in place, where both systems can sum it. Absent: the keys. */
  readonly verify?: VerifyPolicy
  /** Conditions that the rows must meet before they are put in place. */
  readonly checks?: readonly DataCheck[]
}

export type TargetChange =
  /** The target gets all columns that it lacks, and wider types where its own are too narrow. */
  | { readonly kind: 'fit' }
  /** These columns get the type of the rows' column, if it is wider. */
  | { readonly kind: 'widen'; readonly columns: readonly string[] }
  /** The table that is there gets a name that ends with this, and the stream creates its target again. */
  | { readonly kind: 'again'; readonly ending: string }

export type RowSelection =
  /** By the cursor, both bounds included. */
  | { readonly kind: 'part'; readonly from?: string | undefined; readonly to?: string | undefined }
  /** By keys. */
  | ({ readonly kind: 'differing' } & DifferingRows)

/** What a run does with vanished rows, and how many it accepts. */
export interface VanishedPolicy {
  /** The column that gets the time of the run. Absent: the rows are removed. */
  readonly column?: string
  /** More than this share of the target's rows, in percent, fails the stream. */
  readonly limit: number
  /** As many rows as this are accepted in this run, whatever their share is. */
  readonly allowed?: number
}

/** A change of the values of one column. */
export interface ColumnMend {
  /** As it reaches the destination. */
  readonly column: string
  readonly mend: ValueMend
}

/** A stream with its target in the destination's notation. */
export interface SpelledStream extends StreamRequest {
  readonly target: string
}

/** The state of a stream after the last run that succeeded. */
export interface StreamState {
  /** How far an incremental stream was read; without a bound, its position was reset, or no value could be a mark. */
  readonly cursor?: {
    readonly column: string
    readonly highWaterMark?: string
    /** Rows after the bound were read too, or may have been. */
    readonly hasReadBeyond?: boolean
    /** The rows came from another entity: the source renamed it, or the flow was given another one. */
    readonly isOfAnother?: true
  }
  readonly columns?: readonly KnownColumn[]
  /** The columns of the target after it. */
  readonly target?: readonly string[]
  /** The number of rows that it wrote. */
  readonly rows?: number
}
