import type { CutOverState } from '../catalog/mirrors/cut-over.ts'
import type { MirroredTableState, MirrorState, WantedMirror } from '../catalog/mirrors/mirror-states.ts'
import type { StructureKind } from '../catalog/runs/structure-objects.ts'
import type { Sentence } from '../catalog/sentence.ts'
import type { RunError } from '../runs/run.ts'

/** How a mirror is doing, in lists. */
export interface MirrorSummary {
  readonly wanted: WantedMirror
  readonly state: MirrorState
  /** From the commit at the source until the last changes were visible in the destination, in milliseconds. */
  readonly lagMs?: number
  /** ISO 8601: the destination has everything that the source had then. */
  readonly caughtUpAt?: string
  /** Tables that do not follow until somebody has looked at them. */
  readonly pausedTables?: number
  /** Why it does not follow. */
  readonly problem?: RunError
}

export interface ListedMirror extends MirrorSummary {
  readonly flowId: string
  readonly flowName: string
  readonly tables: number
  /** Those that do not follow. */
  readonly waitingTables: number
}

export interface Mirror extends MirrorSummary {
  readonly startedAt?: string
  /** When it tries again. */
  readonly nextTryAt?: string
  /** Of the last minute. */
  readonly changesPerSecond: number
  /** How much of its log the source keeps for it, and how much it may. */
  readonly heldBytes?: number
  readonly budgetBytes?: number
  /** Who keeps the source from forgetting its log, if that is not the mirror: a transaction that has been open for long. */
  readonly holder?: { readonly process: string; readonly account: string; readonly seconds: number }
  /** The place in the log up to which the destination has everything. */
  readonly position?: string
  readonly cutOver?: CutOver
  readonly tables: readonly MirroredTable[]
}

/** What has to be known before an application goes to the destination. */
export interface CutOver {
  readonly askedAt: string
  readonly state: CutOverState
  /** ISO 8601: when the source was at the place in its log at which all tables are compared. */
  readonly asOf?: string
  readonly position?: string
  /** Both sides of all tables were equal there. */
  readonly isProven?: boolean
  /** How many tables are compared, how many of them have been, and how many rows the source has in them. */
  readonly tables?: number
  readonly compared?: number
  readonly rows?: number
  readonly differing?: readonly string[]
  /** Tables that did not follow there. */
  readonly unsettled?: readonly string[]
  /** Tables that are not compared, because steps change their rows. */
  readonly changedBySteps?: readonly string[]
  readonly failed?: readonly { readonly entity: string; readonly problem: RunError }[]
  /** Changes that came after the place: somebody still writes. */
  readonly writtenAfter?: readonly { readonly entity: string; readonly changes: number }[]
  readonly numbers?: readonly CutOverNumbers[]
  /** What the source has beside its rows and the destination has not, with the first names of each kind. */
  readonly absent?: readonly AbsentObjects[]
  readonly problem?: RunError
}

/** A column of the destination that gives numbers: the last one before, and the last one that counts as given now. */
export interface CutOverNumbers {
  readonly table: string
  readonly column: string
  readonly before?: string
  readonly last?: string
  readonly problem?: RunError
}

export interface AbsentObjects {
  readonly kind: StructureKind
  readonly count: number
  readonly names: readonly string[]
}

export interface MirroredTable extends ChangeCounts {
  readonly entity: string
  readonly target: string
  readonly state: MirroredTableState
  /** ISO 8601: since when it has this state. */
  readonly since?: string
  /** The run that copies it, or has copied it. */
  readonly copyRunId?: string
  /** Why it is paused, or its copy failed. */
  readonly problem?: RunError
  /** When the last changes arrived. */
  readonly changedAt?: string
  /** ISO 8601, as all times here: the moment of both sides at which they were equal last. */
  readonly provenAt?: string
  /** When the last comparison ended. */
  readonly comparedAt?: string
  /** Since when somebody waits for a comparison. */
  readonly compareAskedAt?: string
  /** What the last comparison that found something has found. */
  readonly difference?: MirrorDifference
  /** Why the last comparison could not be made, or the rows not be sent again. */
  readonly proofProblem?: RunError
}

/** What both sides of a mirrored table did not have in common. */
export interface MirrorDifference {
  readonly asOf: string
  /** Rows that the destination lacked, rows with other values, and rows that only it had. */
  readonly missing: number
  readonly changed: number
  readonly extra: number
  /** The table has no key, so nobody knows which rows they are. */
  readonly isUnlocated?: boolean
  /** How many of them were sent again or removed; absent: not yet. */
  readonly repaired?: number
}

/** Changes since the mirror was started. */
export interface ChangeCounts {
  readonly inserted: number
  readonly updated: number
  readonly deleted: number
  /** Rows that were not in the destination as they had to be. */
  readonly divergent: number
}

interface WindowTable extends ChangeCounts {
  readonly entity: string
  /** Values -0 of the source that are 0 in the destination, which has no other. */
  readonly unsigned?: number
}

/** The receipt of a minute with changes. */
export interface MirrorWindow {
  readonly number: number
  readonly beganAt: string
  readonly endedAt: string
  readonly positionFrom?: string
  readonly positionTo: string
  readonly transactions: number
  readonly tables: readonly WindowTable[]
  readonly lagP50Ms: number
  readonly lagP99Ms: number
  /** SHA-256 of this receipt and of the hash of the one before. */
  readonly hash: string
  readonly previousHash?: string
}

/** Whether a source can be mirrored. */
export interface MirrorReadiness {
  readonly hindrances: readonly MirrorHindrance[]
  readonly tables: readonly {
    readonly entity: string
    readonly key: readonly string[]
    readonly computed: readonly string[]
  }[]
}

/** Something that keeps a mirror from starting, or is worth knowing before. */
export interface MirrorHindrance {
  readonly reason: string
  readonly sentence?: Sentence
  /** Absent: the source. */
  readonly side?: 'source' | 'destination'
  /** It may pause a table, or let it differ, but keeps nothing from starting. */
  readonly isNote?: boolean
  /** What has to be executed there, as it is. */
  readonly statement?: string
  /** The statement counts only after a restart of the server. */
  readonly needsRestart?: boolean
  /** Absent: it is about the source as a whole. */
  readonly entity?: string
}
