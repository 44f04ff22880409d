import type { AppliedTable, ChangeLoad } from '../ports/change-batch.ts'
import type { LogPosition, Moments } from '../ports/change-source.ts'
import type { Problem } from '../ports/connector.ts'
import type { Source } from '../ports/source.ts'
import type { AdvancedNumbers, StructureBuilder } from '../ports/structure-builder.ts'
import type { MirroredDifference, ProvenTable } from './compare-mirrored.ts'
import type { AbsentObject } from './cut-over/absent-objects.ts'
import type { MirroredTables } from './mirrored-tables.ts'
import type { MomentStops } from './moment-stops.ts'
import type { ProvenSteps } from './steps/compare-stepped.ts'

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

/** A place in the log of the source at which all tables are compared. */
export interface CutOverPlace {
  readonly position: LogPosition | undefined
  /** When the source was there. */
  readonly asOf: Date
}

/** What has to be known before an application goes to the destination. */
export interface CutOverOutcome extends Partial<CutOverPlace> {
  /** Of all tables that can be compared, at that place. */
  readonly proofs: readonly TableProof[]
  /** Tables that did not follow there: they are paused, or wait for a copy. */
  readonly unsettled: readonly string[]
  /** Both sides of all tables were equal. */
  readonly isProven: boolean
  /** Set only if all is proven. */
  readonly numbers: readonly AdvancedNumbers[]
  readonly absent: readonly AbsentObject[]
  /** Why it could not be done, or not wholly. */
  readonly problem?: Problem
}

/** What has to be proven, and how both sides are read. */
export interface ProofRequest {
  readonly tables: readonly ProvenTable[]
  /** Of the tables that have some. */
  readonly steps?: ProvenSteps
  readonly openSource: () => Promise<Source>
  /** The destination, read like a source. */
  readonly openTarget: () => Promise<Source>
  /** The tables that should be compared now. */
  readonly due: () => readonly string[]
  /** A person waits for all of them at one place, before an application goes to the destination. Aborted: not any more. */
  readonly cutOver?: () => AbortSignal | undefined
  /** As of `StructureBuilder`. Absent: the destination numbers no rows. */
  readonly advance?: StructureBuilder['advance']
}

export interface ProofEvents {
  readonly onProof: (proof: TableProof) => void
  /** Rows that differed were sent again; those that have changed since were not. */
  readonly onRepaired: (applied: AppliedTable) => void
  /** Told before any change that comes after the place. */
  readonly onCutOverPlace?: (place: CutOverPlace) => void
  readonly onCutOver?: (outcome: CutOverOutcome) => void
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
