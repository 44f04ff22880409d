import type { WriteMode } from '../catalog/connection-types.ts'
import type { DriftPolicy } from '../catalog/drift-policies.ts'
import type { EmptyCursorPolicy } from '../catalog/empty-cursor-policies.ts'
import type { InvalidPolicy } from '../catalog/invalid-policies.ts'
import type { OwnTypePolicy } from '../catalog/own-type-policies.ts'
import type { RunStatus } from '../catalog/run-states.ts'
import type { OverlapPolicy } from '../catalog/schedule-rules.ts'
import type { ZeroDatePolicy } from '../catalog/zero-date-policies.ts'
import type { RunSummary } from '../runs/run.ts'

/** The end of a flow; name and type may be missing where the server tells only the id. */
export interface FlowConnection {
  readonly id: string
  readonly name?: string
  readonly type?: string
}

/** What a server keeps with it that we do not know, sent back as it came. */
interface Kept {
  readonly other?: Readonly<Record<string, unknown>>
}

export interface FlowStream extends Kept {
  readonly entity: string
  readonly target?: string
  readonly mode: WriteMode
  readonly key?: readonly string[]
  readonly cursor?: string
  /** Fields of the destination, and the column for each; absent: the column of that name. */
  readonly mapping?: Readonly<Record<string, string>>
  /** Absent: every column. */
  readonly columns?: readonly string[]
  /** Absent: the target follows. */
  readonly drift?: DriftPolicy
  /** Absent: the run fails. */
  readonly onInvalid?: InvalidPolicy
  /** How dates such as 0000-00-00 are handled; absent: they are read as NULL. */
  readonly zeroDates?: ZeroDatePolicy
  /** How rows without a value in the cursor are handled; absent: they are read every time. */
  readonly emptyCursor?: EmptyCursorPolicy
  /** How types that the source database defines are handled; absent: they are created in the destination too. */
  readonly ownTypes?: OwnTypePolicy
}

export interface Transformation extends Kept {
  readonly id: string
  readonly type: string
  /** Absent: every stream. */
  readonly stream?: string
  readonly settings: Readonly<Record<string, unknown>>
}

export interface Schedule {
  readonly cron: string
  readonly timezone: string
  /** Absent: a run is skipped while the one before it is under way. */
  readonly overlap?: OverlapPolicy
}

export interface FlowConfig extends Kept {
  /** None listed: every entity of the source, replaced. */
  readonly streams: readonly FlowStream[]
  readonly transformations: readonly Transformation[]
  /** Absent: on demand. */
  readonly schedule?: Schedule
}

export interface Flow {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly version?: number
  readonly sourceConnection?: FlowConnection
  readonly destinationConnection?: FlowConnection
  readonly config: FlowConfig
  readonly lastRun?: RunSummary
  /** How its last runs ended, the newest last. */
  readonly recentStates?: readonly RunStatus[]
  /** How old its rows may become; null or absent: nothing is promised. */
  readonly freshnessMinutes?: number | null
  /** Since when the promise is broken. */
  readonly lateSince?: string
  readonly createdAt?: string
  readonly updatedAt?: string
}

export interface FlowDraft {
  readonly name: string
  readonly enabled?: boolean
  readonly sourceConnection: FlowConnection
  readonly destinationConnection: FlowConnection
  readonly config?: FlowConfig
}

export interface FlowChange {
  readonly freshnessMinutes?: number | null
  readonly name?: string
  readonly enabled?: boolean
  readonly sourceConnection?: FlowConnection
  readonly destinationConnection?: FlowConnection
  readonly config?: FlowConfig
}
