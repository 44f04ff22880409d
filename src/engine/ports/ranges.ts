import type { KeyDigest, RowsFound } from './key-digest.ts'
import type { Load, PublishResult } from './load.ts'
import type { FindRows } from './staged-query.ts'

/** A part of a table: places from `first` up to, but without, `end`. Places are blocks on disk, or whole numbers of a key. */
export interface TableRange {
  readonly first: bigint
  readonly end: bigint
}

/** A range whose rows are in the staging table of the destination, whatever happens to the attempt that wrote them. */
export interface FinishedRange extends TableRange {
  readonly rows: number
  readonly bytes: number
  /** The worker that wrote it, if it was not the worker of the run. */
  readonly assistant?: string
  /** As it was passed to `commit`: what the source shows of the rows later, if they are unchanged. */
  readonly proof: string
}

/** The rows of a range as an earlier attempt read them. */
export interface RowsBefore {
  /** See `RangedHistory`. */
  readonly snapshotId: string
  readonly rows: number
}

/** A source that knows without reading them whether rows have changed since an earlier snapshot. */
export interface RangedHistory {
  /** Identifies this snapshot for `isUnchanged` of a later one. */
  readonly snapshotId: string
  /**
   * Whether this snapshot has exactly the same rows in the range as an earlier one of a table with an equal `storage`.
   * False in case of doubt. @throws ConnectorError
   */
  isUnchanged(range: TableRange, before: RowsBefore): Promise<boolean>
}

/** A table that can be read range by range. */
export interface RangedTable {
  /** Equal in two snapshots only if unchanged rows have the same places and the same meaning in both. */
  readonly storage: string
  /** The approximate size of its rows, in blocks of the server. */
  readonly blocks: number
  /**
   * The ranges with all rows of this snapshot that are in no finished range, in order. @param blocks the approximate size of a range
   * @throws ConnectorError
   */
  ranges(blocks: number, finished: readonly TableRange[]): Promise<readonly TableRange[]>
  /** Absent: the rows of a range come in the same order each time, so that `sum` of the source shows whether they have changed. */
  readonly history?: RangedHistory
}

/** A range that only this worker moves until its load is committed or abandoned, or its session is lost. */
export interface TakenRange {
  readonly range: TableRange
  /** Its rows outlive the attempt once they are committed, with their proof. */
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
  /** Identifies this load for `joinRanges` of an assistant. Absent: no other worker can help. */
  readonly loadId?: string
  /** How many ranges it takes at once. Absent: as many as come. */
  readonly atOnce?: number
  /** Finished ranges of earlier attempts of this run. */
  readonly finished: readonly FinishedRange[]
  /** Deletes everything that earlier attempts left. @throws ConnectorError */
  startOver(): Promise<void>
  /** Lists the ranges to move, in order, in addition to the finished ones. @throws ConnectorError */
  list(ranges: readonly TableRange[]): Promise<void>
  /** The ranges that are finished now, by any worker. @throws ConnectorError */
  look(): Promise<readonly FinishedRange[]>
  /** Ends the sessions of a silent assistant, so that its ranges are free again. @throws ConnectorError */
  blockOthers(assistant: string): Promise<void>
  /** Checks the staged rows of all ranges. Absent if they cannot be queried. @throws ConnectorError */
  digest?(digest: KeyDigest | undefined): Promise<RowsFound>
  /** Like `find` of a load. */
  readonly find?: FindRows
  /**
   * Puts the rows of all ranges in place in one step, if their number is correct and no newer attempt has begun. Leaves nothing else behind.
   * @returns what is not in place unchanged. @throws ConnectorError
   */
  commit(total: {
    readonly ranges: number
    readonly rows: number
    readonly highWaterMark?: string
  }): Promise<PublishResult>
  /** Stops; finished ranges are kept for another attempt, or dropped if the destination can still be reached. Never throws. */
  abandon(finished: 'keep' | 'drop'): Promise<void>
}
