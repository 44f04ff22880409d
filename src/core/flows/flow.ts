import type { AuditChange } from '../audit/audit-event.ts'
import type { Budget } from '../catalog/budgets.ts'
import type { DataCheck, UnknownCheck } from '../catalog/checks/data-checks.ts'
import type { WriteMode } from '../catalog/connections/connection-types.ts'
import type { DriftPolicy } from '../catalog/policies/drift-policies.ts'
import type { EmptyCursorPolicy } from '../catalog/policies/empty-cursor-policies.ts'
import type { InvalidPolicy } from '../catalog/policies/invalid-policies.ts'
import type { OwnTypePolicy } from '../catalog/policies/own-type-policies.ts'
import type { VanishedPolicy } from '../catalog/policies/vanished-policies.ts'
import type { VerifyPolicy } from '../catalog/policies/verify-policies.ts'
import type { ZeroDatePolicy } from '../catalog/policies/zero-date-policies.ts'
import type { Publishing } from '../catalog/publishing.ts'
import type { RunStatus } from '../catalog/runs/run-states.ts'
import type { AfterPolicy } from '../catalog/schedules/flow-order.ts'
import type { OverlapPolicy } from '../catalog/schedules/schedule-rules.ts'
import type { MirrorSummary } from '../mirrors/mirror.ts'
import type { RunSummary } from '../runs/run.ts'

/** The source or destination of a flow; name and type may be missing if the server returns only the id. */
export interface FlowConnection {
  readonly id: string
  readonly name?: string
  readonly type?: string
  /** A stand-in on the machine of the server plays the system. */
  readonly isStandIn?: boolean
}

/** Unknown fields of the server, sent back unchanged. */
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
  /** How rows of the target that the source no longer has are handled; absent: they stay. */
  readonly onVanished?: VanishedPolicy
  /** The column that marks them; absent: `deleted_at`. */
  readonly vanishedColumn?: string
  /** More than this share of the target's rows stops the run; absent: 10. */
  readonly vanishedPercent?: number
  /** What is compared before readers see the rows; absent: the keys. */
  readonly verify?: VerifyPolicy
  /** Conditions that the rows must meet before readers see them. */
  readonly checks?: readonly (DataCheck | UnknownCheck)[]
}

export interface Transformation extends Kept {
  readonly id: string
  readonly type: string
  /** Absent: every stream. */
  readonly stream?: string
  /** What people call it; absent: by its type. */
  readonly name?: string
  /** A comment beside it, for people. */
  readonly note?: string
  readonly settings: Readonly<Record<string, unknown>>
}

export interface Schedule {
  readonly cron: string
  readonly timezone: string
  /** Absent: a run is skipped while the previous one is active. */
  readonly overlap?: OverlapPolicy
}

export interface StartsAfter {
  readonly flowIds: readonly string[]
  readonly when: AfterPolicy
}

/** A text on the picture of a flow; no run reads it. */
export interface CanvasComment {
  readonly id: string
  readonly text: string
  readonly x: number
  readonly y: number
}

export interface FlowConfig extends Kept {
  /** Empty: every entity of the source, replaced. */
  readonly streams: readonly FlowStream[]
  readonly transformations: readonly Transformation[]
  /** Absent with `after`: on demand. */
  readonly schedule?: Schedule
  /** Executed in the destination before the first row is moved, and after all have arrived. */
  readonly sqlBefore?: string
  readonly sqlAfter?: string
  /** What it may spend in a calendar month (UTC). */
  readonly budget?: Budget
  /** `all`: tables that the flow creates get the structure of the source; absent: only rows. */
  readonly structure?: 'all'
  /** Only workers of this class take its runs; absent: those without a class. */
  readonly workerClass?: string
  /** Of a mirror whose destination gets batches in an interval. Absent: the usual one. */
  readonly mirrorSeconds?: number
  /** Absent: none. */
  readonly comments?: readonly CanvasComment[]
  /** The flows after which it starts, beside its schedule; some of them may not exist any more. */
  readonly after?: StartsAfter
}

export interface FlowOwner {
  readonly uid: string
  readonly name?: string
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
  /** ISO 8601; absent: none yet. */
  readonly lastSuccessAt?: string
  /** The results of its last runs, the newest last. */
  readonly recentStates?: readonly RunStatus[]
  /** Its freshness in minutes; null or absent: none. */
  readonly freshnessMinutes?: number | null
  /** The time since when it is late. */
  readonly lateSince?: string
  /** The file that owns it: only applying files changes it. */
  readonly codeFile?: string
  /** Whom to ask about it; null or absent: nobody. */
  readonly owner?: FlowOwner | null
  readonly tags?: readonly string[]
  /** The number of the state that an editor shows; absent: its server has no drafts. */
  readonly edition?: number
  /** Edits that are not published yet. */
  readonly draft?: DraftSummary
  /** When edits are used by its runs; absent: as the organization says. */
  readonly publishing?: Publishing
  /** Of a flow whose tables have the mode `mirror`. */
  readonly mirror?: MirrorSummary
  readonly createdAt?: string
  readonly updatedAt?: string
}

export interface DraftSummary {
  readonly changes: number
  /** ISO 8601. */
  readonly updatedAt: string
  readonly updatedBy: { readonly uid: string; readonly name?: string }
}

/** A flow with its draft, as an editor shows it; its version and its runs are those of the published one. */
export interface EditedFlow extends Flow {
  /** What the draft changes. */
  readonly draftChanges?: readonly AuditChange[]
  /** Edits are used by the next run, once all steps are finished. */
  readonly publishesAtOnce?: boolean
  /** What was published when the draft was begun, if what was published since changes the same part. */
  readonly base?: FlowVersion
  /** The last person who saved or published something. */
  readonly changedBy?: DraftSummary['updatedBy']
}

export interface FlowDraft {
  readonly name: string
  readonly enabled?: boolean
  readonly sourceConnection: FlowConnection
  readonly destinationConnection: FlowConnection
  readonly config?: FlowConfig
}

/** What a saved version of a flow was; its connections may not exist any more. */
export type FlowVersion = Required<Omit<FlowChange, 'owner' | 'tags'>>

/** What of a flow is changed, apart from what is no part of a version. */
export interface FlowChange {
  readonly freshnessMinutes?: number | null
  /** Null: nobody. */
  readonly owner?: FlowOwner | null
  readonly tags?: readonly string[]
  readonly name?: string
  readonly enabled?: boolean
  readonly sourceConnection?: FlowConnection
  readonly destinationConnection?: FlowConnection
  readonly config?: FlowConfig
}
