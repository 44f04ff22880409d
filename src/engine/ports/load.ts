import type { KeyDigest, RowsFound } from './key-digest.ts'
import type { RejectedRow } from './rejected-row.ts'
import type { RowSink } from './source.ts'
import type { FindRows } from './staged-query.ts'
import type { VanishedFound, VanishedSearch } from './vanished-rows.ts'

/** What happened to rows that are not in the target unchanged. */
export interface PublishResult {
  /** Rows that already existed and were not written a second time. */
  readonly repeated?: number
  /** Rows with the same key as a later row. */
  readonly superseded?: number
  /** Rows of whose keys the target has rows that are as new or newer. */
  readonly outdated?: number
  /** Rows that were removed, or marked, because the source no longer has their key. */
  readonly vanished?: number
  readonly altered?: AlteredRows
  /** How many values -0 of which columns the destination has stored as 0, because it has no other. */
  readonly unsigned?: ReadonlyMap<string, number>
}

/** Rows that are in place otherwise than they were written, because something of the target changes them. */
export interface AlteredRows {
  readonly rows: number
  readonly columns: readonly string[]
  /** The names of the triggers and rules. */
  readonly by: string
}

/** What remains to be done between `finish` and `commit` of a load of raw rows. */
export interface Deriving {
  /**
   * Receives the rows of `Derivation.others` at this place. Each is to be filled before `derive`, one after the other. @throws ConnectorError
   */
  other(place: number): Promise<Pick<Load, 'write' | 'drained' | 'failure' | 'finish'>>
  /** Runs the steps. @returns the number of rows after them, which `commit` puts in place. @throws ConnectorError */
  derive(): Promise<number>
}

/** Receives rows. Until `commit` has returned, readers see only the old rows. */
export interface Load extends RowSink {
  /** Aborted, with a ConnectorError, as soon as the destination refuses a row or is lost. */
  readonly failure: AbortSignal
  /** Marks the end of the rows. @returns the number of rows counted by the destination. @throws ConnectorError */
  finish(): Promise<number>
  /**
   * After `finish`, checks the staged rows with a separate query of the destination. Absent if rows are not
   * staged. @throws ConnectorError
   */
  digest?(digest: KeyDigest | undefined): Promise<RowsFound>
  /** Present if the rows are raw. `digest` is of them, `find` of the rows after the steps. */
  readonly deriving?: Deriving
  /** Queries the staged rows after `finish`, and changes nothing. Present if the request had `finds`. */
  readonly find?: FindRows
  /** Present if vanished rows are to be found: the target existed before. */
  readonly vanished?: VanishedSearch
  /**
   * Puts the rows in place in one step, and removes or marks the vanished rows in the same step, if no newer attempt has begun, and
   * stores with them the id of this run and the upper bound of what it read.
   * @param accept for a load without `vanished`: called before anything changes with rows of the target that were not staged, and throws if
   *   they are too many. Without it, none is removed or marked.
   * @returns what is not in place unchanged. @throws ConnectorError
   */
  commit(highWaterMark?: string, accept?: (found: VanishedFound) => void): Promise<PublishResult>
  /**
   * After a `commit` that was refused with `CONSTRAINT`: removes the staged rows that break a constraint of the target, reports them, and
   * leaves the rest ready for another `commit`. Absent if the staged rows cannot be queried, or the request had no `checksValues`.
   * @returns the number of removed rows: zero if the cause was not found. @throws ConnectorError
   */
  removeViolations?(reject: (row: RejectedRow) => void): Promise<number>
  /** Rolls everything back and stops the server's work. Never throws; does nothing after `commit`. */
  abandon(): Promise<void>
}
