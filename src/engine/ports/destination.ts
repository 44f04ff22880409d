import type { RunMode } from '../../core/catalog/connections/connection-types.ts'
import type { ColumnNote } from '../../core/catalog/runs/column-notes.ts'
import type { TargetEffect } from '../../core/catalog/runs/target-effects.ts'
import type { Sentence } from '../../core/catalog/sentence.ts'
import type { PrepareDryRun } from './dry-run.ts'
import type { PlannedWrite, SideEstimate } from './estimate.ts'
import type { JoinedRanges } from './ranges.ts'
import type { SqlNotation } from './staged-query.ts'
import type { StructureBuilder } from './structure-builder.ts'
import type { IgnoredColumns, Target } from './target.ts'
import type { Fence, TargetRequest } from './target-request.ts'

/** Where entities of a source go by default: within the place of the connection, whatever the source calls its own database. */
export interface DefaultPlaces {
  /** @param namespace the prefix of entity names in the source's own database */
  of(entity: string, namespace: string | undefined): string
  /** Whether entities of a flow that were written under their name at the source stay there; otherwise that place may belong to somebody else. */
  readonly areKept: boolean
}

export interface ParallelLoads {
  /** How many loads of independent targets may run at once. */
  readonly atOnce: number
  /** How many of them may be large, because of the memory that each needs. Absent: as many as the cores allow. */
  readonly large?: number
  /**
   * Does for several targets at once what `prepare` would do for each; `prepare` is still called for each and reports its errors.
   * @throws ConnectorError when that cannot be done
   */
  prepare(requests: readonly TargetRequest[]): Promise<void>
}

/** The last commits of other flows, by target. A target that no other flow has written is not in it. */
export type TargetWriters = Readonly<Record<string, string>>

/** A target that SQL may change before the rows come. */
export interface HeldTarget {
  readonly target: string
  readonly fence: Fence
  /** Whether its rows will be replaced. */
  readonly isAlone: boolean
}

/** The destination of one run. */
export interface Destination {
  /** Equal for two connections to the same database, otherwise different. */
  readonly identity: string
  /**
   * The same that also outlasts a restart, an upgrade and another name of the server; a copy of the server may have the same one.
   * Absent: `identity` does.
   */
  lastingIdentity?(): Promise<string>
  /** The server and its version, for people: `PostgreSQL 17.2`. */
  readonly serverVersion?: string
  /** Absent: one target at a time. */
  readonly loads?: ParallelLoads
  /** How queries over staged rows are written. */
  readonly sql?: SqlNotation
  /** Whether it can find rows that the source no longer has; `whole`: only if every row of the source was staged. */
  readonly findsVanished?: 'whole' | true
  /** The modes that it supports; the first is the default of a flow. */
  readonly modes: readonly RunMode[]
  /** The canonical notation of a target's name, so that two notations of one table are recognized. */
  nameOf(target: string): string
  /** Targets whose names differ only in case are one. Absent: they are two. */
  readonly ignoresCase?: true
  /** Absent: the default target of an entity has the name of the entity. */
  readonly places?: DefaultPlaces
  /**
   * The result of `prepare`, by the same rules. Nothing is written and nothing is locked out: the fence is not raised.
   * @throws ConnectorError like `prepare`
   */
  plan(request: TargetRequest): Promise<TargetPlan>
  /**
   * Changes the columns of an existing target, and nothing else, by the statement of its plan.
   * Absent if the system cannot. @throws ConnectorError `TARGET_CHANGED` if the plan now has another statement, or none: nothing was changed
   */
  changeTarget?(request: TargetRequest, statement: string): Promise<void>
  /**
   * Checks that the target can store the rows, and locks out older attempts (the fence); no row is read or written yet.
   * @throws ConnectorError that names every problematic column
   */
  prepare(request: TargetRequest): Promise<Target>
  /**
   * Takes part in the ranges of an attempt of another worker; present if targets have `ranges`.
   * @param loadId of that worker's load. @param assistant the name of this worker. @throws ConnectorError
   */
  joinRanges?(loadId: string, fence: Fence, assistant: string): Promise<JoinedRanges>
  /**
   * Holds targets that the SQL before the rows may change, until their loads begin: runs of other flows may not write them meanwhile, as the rows
   * of this run will not let them. If the account may have only one session, they are held while the SQL is executed.
   * @returns who has written them so far; nothing if they are not held yet. @throws ConnectorError `CONFLICT` if a run has a target
   */
  holdTargets?(targets: readonly HeldTarget[]): Promise<TargetWriters | undefined>
  /**
   * Executes what a person wrote – one statement, or several separated by semicolons – in a session of its own, with the rights of the connection.
   * Ended with its work when the signal is aborted. Absent if the system has no SQL.
   * @param mayBegin asked when nothing else is left to do before; the SQL follows at once, or never if it rejects
   * @throws ConnectorError with the server's message, and its position in the text if the server says it; `CONFLICT` if a run has a held target
   */
  executeSql?(sql: string, mayBegin: () => Promise<void>): Promise<void>
  /** What these writes, in their order, would cost. Changes nothing. @throws ConnectorError */
  estimate?(writes: readonly PlannedWrite[]): Promise<SideEstimate>
  /** Builds indexes, constraints, defaults, views and comments of tables that the flow creates. Absent if it cannot. */
  readonly structure?: StructureBuilder
  /** Receives rows only to report what they would change. Absent if the only result is their number. */
  readonly prepareDryRun?: PrepareDryRun
  close(): Promise<void>
}

/** A moved column as it will be in the target. */
export interface PlannedColumn {
  readonly name: string
  /** The type in the target's notation. */
  readonly type: string
  readonly notes: readonly ColumnNote[]
}

/** What a run would do with a target. */
export interface TargetPlan {
  readonly effect: TargetEffect
  /** The columns of the request, in its order. */
  readonly columns: readonly PlannedColumn[]
  /** Notes for people about how the rows are stored, in addition to the effect. */
  readonly notes: readonly Sentence[]
  /** The statement by which columns of the existing target are added or widened. Absent: they stay as they are. */
  readonly statement?: string
  /** As of `Target`. */
  readonly ignores?: IgnoredColumns
}
