import type { RunMode } from '../../core/catalog/connections/connection-types.ts'
import type { Figure } from '../../core/catalog/estimates/figure.ts'
import type { FigureName, QuotaName } from '../../core/catalog/estimates/figure-names.ts'
import type { Sentence } from '../../core/catalog/sentence.ts'
import type { SourceEntity, Window } from './source.ts'

/** A limit of a vendor. */
export interface Quota {
  readonly name: QuotaName
  readonly most: number
  /** What the run would need of it. */
  readonly needed: Figure
  /** What is left of it; unknown if the vendor does not say. */
  readonly left: Figure
}

/** What a run would cost one end of a flow. A figure that nobody can tell is unknown, never guessed; one that makes no sense here is absent. */
export interface SideEstimate {
  /** What the first run of a day costs, if others on that day cost nothing more. Absent: each run costs `figures.dollars`. */
  readonly dollarsOfDay?: Figure
  readonly figures: Readonly<Partial<Record<FigureName, Figure>>>
  readonly quotas: readonly Quota[]
  /** For people: what the figures leave out. */
  readonly notes: readonly Sentence[]
}

/** The rows of one stream that a run would read. */
export interface PlannedRead {
  readonly entity: SourceEntity
  /** Absent: every row. */
  readonly window?: Window
}

/** One stream as it leaves the source, or reaches the destination. */
export interface StreamAmount {
  readonly rows: Figure
  readonly bytes: Figure
}

export interface SourceEstimate extends SideEstimate {
  /** In the order of the reads. */
  readonly reads: readonly StreamAmount[]
}

/** One stream that a run would write. */
export interface PlannedWrite extends StreamAmount {
  /** In the destination's notation. */
  readonly target: string
  readonly mode: RunMode
  /** The number of columns after the steps; unknown if only a run shows it. */
  readonly columns: Figure
  /** The stream reads only new rows. */
  readonly isIncremental: boolean
  /** The values that arrive are summed. */
  readonly sumsValues: boolean
}
