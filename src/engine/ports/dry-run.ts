import type { Sentence } from '../../core/catalog/sentence.ts'
import type { Load } from './load.ts'
import type { Target } from './target.ts'
import type { TargetRequest } from './target-request.ts'
import type { KeyOrder, KeyRange, VanishedFound } from './vanished-rows.ts'

/** Limits of the sample: number of different rows, and characters of a value. */
export const SHOWN_ROWS = 100
export const SHOWN_CHARACTERS = 500

/** How the new rows differ from the existing ones. */
export interface RowDifference {
  readonly created: number
  readonly changed: number
  readonly removed: number
  /** Rows that would be marked, because the source no longer has their key. */
  readonly marked?: number
  /** New rows that already exist, equal in every moved column. */
  readonly unchanged: number
  /** Rows of which the destination was not asked whether they already exist. */
  readonly unknown?: number
}

/** A different row: as text, in the order of the columns, null for no value. */
export interface RowChange {
  /** Absent for a row that would be new. */
  readonly before?: readonly (string | null)[]
  /** Absent for a row that would be removed. */
  readonly after?: readonly (string | null)[]
}

/** Ranges of keys, which may contain equal rows too. */
export interface DifferingRows {
  readonly order: KeyOrder
  readonly ranges: readonly KeyRange[]
}

export interface DryRunRows {
  readonly difference: RowDifference
  readonly columns: readonly string[]
  /** Some rows of every kind that occurs; long values are cut. */
  readonly sample: readonly RowChange[]
  /** Notes for people about the comparison: its cost, and what it could not find out. */
  readonly notes?: readonly Sentence[]
  /** Of a comparison, where the source has rows that the target lacks or has with other values. */
  readonly differing?: DifferingRows
}

/** A message as it would be sent. */
export interface DryRunMessage {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  /** For readers without HTML; a long text is cut. */
  readonly text: string
  readonly attachment: { readonly name: string; readonly bytes: number }
}

export type DryRunResult = DryRunRows | { readonly message: DryRunMessage }

/** Receives rows for a comparison. Nobody else sees them, whatever the outcome is. */
export interface DryRunLoad extends Omit<Load, 'commit' | 'digest'> {
  /**
   * After `finish`, reports what the rows would change or become. Absent if their number is the only result.
   * @param accept as of `Load.commit`. @throws ConnectorError
   */
  compare?(accept?: (found: VanishedFound) => void): Promise<DryRunResult>
}

/** A target that reports what a run would do to it, by the rules of the run. It leaves nothing behind and locks nothing out. */
export interface DryRunTarget
  extends Pick<Target, 'isNew' | 'formats' | 'columns' | 'nativeText' | 'ignores' | 'notes' | 'checks'> {
  load(format: string): Promise<DryRunLoad>
}

/** @throws ConnectorError like `Destination.prepare` */
export type PrepareDryRun = (request: TargetRequest) => Promise<DryRunTarget>
