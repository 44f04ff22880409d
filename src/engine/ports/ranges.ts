import type { KeyDigest, RowsFound } from './key-digest.ts'
import type { Load } from './load.ts'
import type { FindRows } from './staged-query.ts'

/** A part of a table on disk: blocks from `first` up to, but without, `end`. */
export interface BlockRange {
  readonly first: number
  readonly end: number
}

/** A range whose rows are in the staging table of the destination, whatever happens to the attempt that wrote them. */
export interface FinishedRange extends BlockRange {
  readonly rows: number
  readonly bytes: number
  /** The worker that wrote it, if it was not the worker of the run. */
  readonly assistant?: string
  /** The snapshot of the source that they were read from; see `RangedTable.snapshotId`. */
  readonly snapshotId: string
}

/** A table that can be read block by block. */
export interface RangedTable {
  /** Equal in two snapshots only if unchanged rows have the same positions and the same meaning in both. */
  readonly storage: string
  /** Identifies this snapshot for `isUnchanged` of a later one. */
  readonly snapshotId: string
  /** The number of blocks with all rows of this snapshot. */
  readonly blocks: number
  /**
   * Whether this snapshot has exactly the same rows in the range as an earlier one with an equal `storage`.
   * False in case of doubt. @throws ConnectorError
   */
  isUnchanged(range: FinishedRange): Promise<boolean>
}

/** The properties that ranges of all attempts of a run share. */
export interface Ranging {
  /** Finished ranges count only if this is equal: the selection of rows, and the way of splitting. */
  readonly plan: string
  /** The snapshot of this attempt. */
  readonly snapshotId: string
}

/** A range that only this worker moves until its load is committed or abandoned, or its session is lost. */
export interface TakenRange {
  readonly range: BlockRange
  /** Its rows outlive the attempt once they are committed. */
  readonly load: Load
}

/** Gives each range to one worker at a time, across processes. */
export interface RangeTaker {
  /**
   * Several may be claimed at once. @param when `free`: a range that nobody moves; `any`: waits for the ranges of others, whether they finish them or not
   * @returns nothing when no such range is left. @throws ConnectorError
   */
  take(when: 'free' | 'any'): Promise<TakenRange | undefined>
}

/** Ranges that another worker has listed. */
export interface JoinedRanges extends RangeTaker {
  /** Ends its sessions; uncommitted ranges are free again. Never throws. */
  leave(): Promise<void>
}

/** Receives rows range by range. Until `commit` has returned, readers see only the old rows. */
export interface RangedLoad extends RangeTaker {
  /** Identifies this load for `joinRanges` of an assistant. */
  readonly loadId: string
  /** Finished ranges of earlier attempts of this run. */
  readonly finished: readonly FinishedRange[]
  /** Deletes everything that earlier attempts left. @throws ConnectorError */
  startOver(): Promise<void>
  /** Lists the ranges to move, in order, in addition to the finished ones. @throws ConnectorError */
  list(ranges: readonly BlockRange[]): Promise<void>
  /** The ranges that are finished now, by any worker. @throws ConnectorError */
  look(): Promise<readonly FinishedRange[]>
  /** Ends the sessions of a silent assistant, so that its ranges are free again. @throws ConnectorError */
  blockOthers(assistant: string): Promise<void>
  /** Checks the staged rows of all ranges. @throws ConnectorError */
  digest(digest: KeyDigest | undefined): Promise<RowsFound>
  /** Like `find` of a load. */
  readonly find: FindRows
  /**
   * Puts the rows of all ranges in place in one step, if their number is correct and no newer attempt has begun. Leaves nothing else behind.
   * @throws ConnectorError
   */
  commit(total: { readonly ranges: number; readonly rows: number; readonly highWaterMark?: string }): Promise<void>
  /** Stops; finished ranges are kept for another attempt, or dropped if the destination can still be reached. Never throws. */
  abandon(finished: 'keep' | 'drop'): Promise<void>
}
