import type { ConnectionType, RunMode } from '../../core/catalog/connections/connection-types.ts'
import type { OwnTypePolicy } from '../../core/catalog/policies/own-type-policies.ts'
import type { Moments } from './change-source.ts'
import type { SourceColumn } from './source.ts'
import type { VanishedHandling } from './vanished-rows.ts'

/** Who may commit. A destination refuses a commit whose epoch is lower than the highest one for this flow and target. */
export interface Fence {
  readonly flowId: string
  readonly runId: string
  /** Increases with every attempt of every run of the installation. */
  readonly epoch: bigint
  /** A table that is created is noted as the flow's own, in the same step, because its structure follows. */
  readonly copiesStructure?: true
  /** Nothing goes on with the run: what its earlier attempts have staged is of no use to anybody. */
  readonly endsRun?: true
}

/** How the columns of a source differ from those of the last run. */
export interface Drift {
  /** Whether the target may get columns, and wider types if no data is lost. */
  readonly mayWiden: boolean
  readonly added: readonly string[]
  /** Columns with another type than before. */
  readonly changed: readonly string[]
  /** Columns that no longer exist; the target keeps them, without a value in new rows. */
  readonly gone: readonly string[]
}

/** Distinguishes a repeated row from a new one: by its key and cursor, or by all columns. */
export interface Overlap {
  /** Columns that always have a value and identify rows; empty: as many rows as the target has with exactly the same values were already written. */
  readonly key: readonly string[]
  /** The cursor of the stream, if it reaches the target unchanged. */
  readonly cursor?: string
  /** How far the cursor, a number or a time, was read before, as common text: later rows are new. Absent: every row may already exist. */
  readonly until?: string
}

export interface TargetRequest {
  /** As a person wrote it, `schema.table` for databases. */
  readonly target: string
  readonly columns: readonly SourceColumn[]
  /** The system of the columns' `type`. A destination of another system uses their `value`. */
  readonly system?: ConnectionType
  /** Columns for which only the `value` counts, because steps created them. Absent: there are no steps. */
  readonly computed?: readonly string[]
  /** How user-defined types of the source are treated, if the destination is the same system. Absent: they are created there too. */
  readonly ownTypes?: OwnTypePolicy
  readonly mode: RunMode
  /** For `upsert`: names of the columns that identify rows. Absent: the source's key. */
  readonly key?: readonly string[]
  /** The column for each field, for destinations whose fields have fixed names. Absent: by equal names. */
  readonly mapping?: Readonly<Record<string, string>>
  /** Absent: they are equal, or there was no earlier run. */
  readonly drift?: Drift
  /** For a plan: a table that is there gets a name that ends with this, and the target is a new one. */
  readonly setsAside?: string
  /** Every row is checked by `refuses` before it is written, so a column may accept only some of the values. Absent: it must accept all. */
  readonly checksValues?: true
  /** The values that arrive are summed before they are in place; see `TargetSums.cells`. Absent: a destination that would pay for the sum does without it. */
  readonly sumsValues?: true
  /** Appended rows may already exist, because a part is read again. Absent: every row is new. */
  readonly overlap?: Overlap
  /** For `upsert`, what happens to rows that the source no longer has. Absent: they stay. */
  readonly vanished?: VanishedHandling
  /** For `upsert`, when the rows that come may be older than those that are there. Absent: they are newer. */
  readonly keepsNewer?: KeptNewer
  /** The queries that `find` of the load will get: rows are staged, and a query with an error fails the load before the first row. */
  readonly finds?: readonly string[]
  /**
   * A mirror follows the target from these rows on: they may be put in place only while it waits for them, and only if what they were read of is
   * after what it waits for, as this says.
   */
  readonly awaits?: Moments['isAfter']
  /** Nothing will be written: notes say what a run would do. */
  readonly isDry?: true
  readonly fence: Fence
}

/** Rows of the target stay although rows with their keys come. */
export interface KeptNewer {
  /** Those that are older by this column are updated. */
  readonly cursor?: string
  /** Those that are as old are updated too, and so are all without a column: nothing newer is known to have come. */
  readonly updatesAsOld?: true
}
