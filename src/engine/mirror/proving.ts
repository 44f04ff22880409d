import type { AppliedTable, ChangeLoad } from '../ports/change-batch.ts'
import type { Moments } from '../ports/change-source.ts'
import type { Problem } from '../ports/connector.ts'
import type { Source } from '../ports/source.ts'
import type { MirroredDifference, ProvenTable } from './compare-mirrored.ts'
import type { MirroredTables } from './mirrored-tables.ts'
import type { MomentStops } from './moment-stops.ts'

/** What a comparison of a table has found. */
export interface TableProof {
  readonly entity: string
  /** The moment of the source and the destination that were compared. */
  readonly asOf: Date
  readonly endedAt: Date
  /** Absent: it could not be compared. */
  readonly difference?: MirroredDifference
  readonly problem?: Problem
}

/** What has to be proven, and how both sides are read. */
export interface ProofRequest {
  readonly tables: readonly ProvenTable[]
  readonly openSource: () => Promise<Source>
  /** The destination, read like a source. */
  readonly openTarget: () => Promise<Source>
  /** The tables that should be compared now. */
  readonly due: () => readonly string[]
}

export interface ProofEvents {
  readonly onProof: (proof: TableProof) => void
  /** Rows that differed were sent again; those that have changed since were not. */
  readonly onRepaired: (applied: AppliedTable) => void
}

export interface Proving extends ProofEvents {
  readonly tables: MirroredTables

  readonly proof: ProofRequest & { readonly moments: Moments }
  readonly load: ChangeLoad
  readonly stops: MomentStops
  readonly lookMs?: number
  readonly signal: AbortSignal
}

/** More rows are not sent again one by one. */
export const MOST_REPAIRED = 10_000
