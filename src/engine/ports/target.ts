import type { Sentence } from '../../core/catalog/sentence.ts'
import type { Derivation } from './derivation.ts'
import type { Ignored } from './ignored.ts'
import type { CellSums } from './key-digest.ts'
import type { Load } from './load.ts'
import type { RangedLoad } from './ranges.ts'
import type { Field, ValueMend } from './value-type.ts'

/** What a target ignores when it compares values of these columns. */
export type IgnoredColumns = Readonly<Record<string, Ignored>>

/** Rows that an earlier attempt of the same run put in place before it was interrupted. */
export interface Committed {
  readonly rows: number
  /** As it was passed to `commit`. */
  readonly highWaterMark?: string
}

/** The reason why the target cannot store a row. */
export interface RowProblem {
  readonly column: string
  /** A message for people that never quotes the value: "accepts at most 5 characters". */
  readonly rule: Sentence
  /** Changes after which the column would accept the value, the one that loses least first. */
  readonly mends?: readonly ValueMend[]
  /** The wider type that the column could get, in the target's notation, and that accepts the value. */
  readonly widerType?: string
}

export interface Target {
  /** The target did not exist, so an incremental stream starts from the beginning. */
  readonly isNew: boolean
  /** Present if this run has already committed here; nothing must be repeated. */
  readonly committed?: Committed
  readonly formats: readonly string[]
  /** All columns that the target has after the run, in the target's notation. */
  readonly after?: readonly { readonly name: string; readonly type: string }[]
  /** The columns to read, in this order, without those that the destination computes itself. */
  readonly columns: readonly string[]
  /** The columns that need the source system's own notation instead of common text. */
  readonly nativeText?: readonly string[]
  /** Putting the rows in place neither changes nor waits for any other target. */
  readonly standsAlone?: true
  /** The rows go away in one message: nobody can ask for them, and they have no keys. */
  readonly isMessage?: true
  /** The columns whose values it takes for equal although they differ. */
  readonly ignores?: IgnoredColumns
  /** It keeps values of some columns in a form of its own, in which a part of them may be lost; notes name them. Such rows are not called verified. */
  readonly reshapes?: true
  /** Existing rows of an `overlap` are left out. */
  readonly leavesOutRepeated?: true
  /** Notes for people about how the rows are stored. */
  readonly notes: readonly Sentence[]
  /** Absent: every value in stored form fits, or the system accepts everything. */
  readonly checks?: RowChecks
  /** Rows that break a constraint of the target can be rejected: loads have `removeViolations`. */
  readonly removesViolations?: true
  /** Absent if staged rows cannot be queried; otherwise loads have `digest`. */
  readonly sums?: TargetSums
  /** Opens a staging place beside the target that nobody else sees. @throws ConnectorError */
  load(format: string): Promise<Load>
  /** Absent: rows are not written range by range. */
  readonly ranges?: TargetRanges
  /**
   * The same target for rows as they are before these steps, which it runs itself; loads then have `deriving`. Absent: it runs no steps.
   * @returns nothing if a result could be another one than the engine's
   */
  derived?(steps: Derivation): Promise<Target | undefined>
}

/** Finds out whether the target can store rows before they are written. */
export interface RowChecks {
  /** @param row common text, in the order of `columns`. @returns nothing if the target can store it */
  refuses(row: readonly Field[]): RowProblem | undefined
  /** The columns of which `refuses` refuses a missing value. */
  readonly required: readonly string[]
}

/** What the destination can sum of staged rows, which `digest` of a load then takes; see `SourceSums`. */
export interface TargetSums {
  /** The digests of these columns, cheapest first; see `KeyDigest`. */
  digests(columns: readonly string[]): readonly string[]
  /** How whole rows with these columns can be summed. */
  rows(columns: readonly string[]): readonly string[]
  /** What can be summed of the values of these columns. Nothing: no values. */
  cells(columns: readonly string[]): CellSums | undefined
}

export interface TargetRanges {
  /**
   * Like `load` of the target, for rows that are written range by range and outlive the attempt. Also opened to find out what an earlier
   * attempt has left. @param plan finished ranges count only if this is equal: the places and the selection of the rows
   * @param readers how many ranges can be read at once. @returns nothing if the table can only be filled in one piece, or faster. @throws ConnectorError
   */
  load(format: string, plan: string, readers: number): Promise<RangedLoad | undefined>
  /**
   * Whether no transaction has an earlier snapshot of the destination, for which rows of several transactions would have to wait before they
   * are put in place. Absent: rows never wait for that. @throws ConnectorError
   */
  isSeenByAll?(): Promise<boolean>
}
