import type { Load, Target, TargetRequest } from './destination.ts'

/** Rows that are shown of those that differ, and characters of a value. */
export const SHOWN_ROWS = 100
export const SHOWN_CHARACTERS = 500

/** How rows that come differ from those that are there. */
export interface RowDifference {
  readonly created: number
  readonly changed: number
  readonly removed: number
  /** Come, and are there already, equal in every column that comes. */
  readonly unchanged: number
}

/** A row that differs: as text, in the order of the columns, null where there is no value. */
export interface RowChange {
  /** Absent for a row that would be new. */
  readonly before?: readonly (string | null)[]
  /** Absent for a row that would be gone. */
  readonly after?: readonly (string | null)[]
}

export interface DryRunRows {
  readonly difference: RowDifference
  readonly columns: readonly string[]
  /** Some of the rows, of every kind that there is; long values are cut. */
  readonly sample: readonly RowChange[]
}

/** A message as it would be sent. */
export interface DryRunMessage {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  /** For readers that show no HTML; a long one is cut. */
  readonly text: string
  readonly attachment: { readonly name: string; readonly bytes: number }
}

export type DryRunResult = DryRunRows | { readonly message: DryRunMessage }

/** Rows on their way to a comparison. Whatever becomes of it, nobody else sees them. */
export interface DryRunLoad extends Omit<Load, 'commit' | 'digest'> {
  /** Says, after `finish`, what the rows would change or become. Absent where their number is all. @throws ConnectorError */
  compare?(): Promise<DryRunResult>
}

/** A target that is told what a run would do to it, by the rules of the run. Nothing is left of it, and nobody is shut out. */
export interface DryRunTarget
  extends Pick<Target, 'isNew' | 'formats' | 'columns' | 'nativeText' | 'notes' | 'refuses'> {
  load(format: string): Promise<DryRunLoad>
}

/** @throws ConnectorError as `Destination.prepare` would */
export type PrepareDryRun = (request: TargetRequest) => Promise<DryRunTarget>
