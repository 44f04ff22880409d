import type { Load } from './destination.ts'
import type { KeyDigest, RowsFound } from './key-digest.ts'

/** A part of a table as it lies on disk: blocks from `first` up to, and without, `end`. */
export interface BlockRange {
  readonly first: number
  readonly end: number
}

/** A range whose rows stand in the staging table of the destination, whatever becomes of the attempt that brought them. */
export interface FinishedRange extends BlockRange {
  readonly rows: number
  readonly bytes: number
  /** Who brought it, where that was not the worker that has the run. */
  readonly assistant?: string
  /** The snapshot of the source that they were read from; see `RangedTable.snapshotId`. */
  readonly snapshotId: string
}

/** A table that can be read block by block. */
export interface RangedTable {
  /** Equal in two snapshots only while rows that nobody touched lie where they lay and mean what they meant. */
  readonly storage: string
  /** Names this snapshot to `isUnchanged` of a later one. */
  readonly snapshotId: string
  /** How many blocks hold every row of this snapshot. */
  readonly blocks: number
  /**
   * Whether this snapshot has exactly the rows in the range that were read in an earlier one, whose `storage` was equal.
   * When in doubt it does not. @throws ConnectorError
   */
  isUnchanged(range: FinishedRange): Promise<boolean>
}

/** What the ranges of all attempts of a run have in common. */
export interface Ranging {
  /** Finished ranges count only where this is equal: which rows, and how they were cut. */
  readonly plan: string
  /** The snapshot that this attempt reads from. */
  readonly snapshotId: string
}

/** A range that is this worker's alone until its load is committed or abandoned, or its session is gone. */
export interface TakenRange {
  readonly range: BlockRange
  /** Its rows outlive the attempt once they are committed. */
  readonly load: Load
}

/** Gives each range to one worker at a time, whichever process that is in. */
export interface RangeTaker {
  /**
   * Several may be taken at once. @param when `free`: one that nobody moves; `any`: waits for those that others move, whether they finish them or not
   * @returns nothing when no such range is left. @throws ConnectorError
   */
  take(when: 'free' | 'any'): Promise<TakenRange | undefined>
}

/** Ranges that another worker has listed. */
export interface JoinedRanges extends RangeTaker {
  /** Ends its sessions; what is not committed is free again. Never throws. */
  leave(): Promise<void>
}

/** Rows on their way range by range. Until `commit` has returned, readers see the old rows and nothing else. */
export interface RangedLoad extends RangeTaker {
  /** Names this load to `joinRanges` of a worker that may take ranges too. */
  readonly loadId: string
  /** What earlier attempts of this run have left. */
  readonly finished: readonly FinishedRange[]
  /** Throws everything that earlier attempts left away. @throws ConnectorError */
  startOver(): Promise<void>
  /** Lists the ranges that are to be taken, in order, beside those that are finished. @throws ConnectorError */
  list(ranges: readonly BlockRange[]): Promise<void>
  /** What is finished by now, whoever brought it. @throws ConnectorError */
  look(): Promise<readonly FinishedRange[]>
  /** Ends what a silent assistant does, so that its ranges are free again. @throws ConnectorError */
  shutOut(assistant: string): Promise<void>
  /** Looks at the rows of all ranges where they wait. @throws ConnectorError */
  digest(digest: KeyDigest | undefined): Promise<RowsFound>
  /**
   * Puts the rows of all ranges in place in one step, if they are these many and no newer attempt has begun. Nothing is left beside them.
   * @throws ConnectorError
   */
  commit(total: { readonly ranges: number; readonly rows: number }): Promise<void>
  /** Stops; finished ranges are kept for another attempt, or dropped where the destination can still be reached. Never throws. */
  abandon(finished: 'keep' | 'drop'): Promise<void>
}
