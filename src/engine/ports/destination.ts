import type { ColumnNote } from '../../core/catalog/column-notes.ts'
import type { ConnectionType, WriteMode } from '../../core/catalog/connection-types.ts'
import type { OwnTypePolicy } from '../../core/catalog/own-type-policies.ts'
import type { Sentence } from '../../core/catalog/sentence.ts'
import type { TargetEffect } from '../../core/catalog/target-effects.ts'
import type { Field } from '../formats/common-text/row-encoder.ts'
import type { PrepareDryRun } from './dry-run.ts'
import type { KeyDigest, RowsFound } from './key-digest.ts'
import type { JoinedRanges, RangedLoad, Ranging } from './ranges.ts'
import type { RowSink, SourceColumn } from './source.ts'

/** Who may commit. A destination refuses a commit whose epoch is below the one it has seen for this flow and target. */
export interface Fence {
  readonly flowId: string
  readonly runId: string
  /** Grows with every attempt of every run of the installation. */
  readonly epoch: bigint
}

/** How the columns of a source differ from those that the last run brought. */
export interface Drift {
  /** Whether the target may get columns, and wider types where nothing is lost. */
  readonly mayWiden: boolean
  readonly added: readonly string[]
  /** Of another type than before. */
  readonly changed: readonly string[]
  /** No longer there; the target keeps them, without a value in new rows. */
  readonly gone: readonly string[]
}

/** Tells a row that comes again from a new one: by its key and cursor, or by all of it. */
export interface Overlap {
  /** Columns that always have a value and tell rows apart; empty: as many rows as are there with the very same values came before. */
  readonly key: readonly string[]
  /** The column by which the stream goes on, where it comes to the target as it was read. */
  readonly cursor?: string
  /** How far the cursor, a number or a time, was read before, as common text: rows beyond are new. Absent: each of them may be there. */
  readonly until?: string
}

/** What became of rows that do not stand in the target as they came. */
export interface Placed {
  /** Were there already, and were not put in place a second time. */
  readonly repeated?: number
  /** Had the key of a row that came after them. */
  readonly superseded?: number
}

export interface TargetRequest {
  /** As a person wrote it, `schema.table` for databases. */
  readonly target: string
  readonly columns: readonly SourceColumn[]
  /** Whose language the columns' `type` is in. A destination of another system goes by their `value`. */
  readonly system?: ConnectionType
  /** Columns of which the `value` alone tells, because steps made them. Absent: rows come through no steps. */
  readonly computed?: readonly string[]
  /** What becomes of types that somebody made in the source, where the destination speaks the same language. Absent: they are made there too. */
  readonly ownTypes?: OwnTypePolicy
  readonly mode: WriteMode
  /** For `upsert`: names of the columns that tell rows apart. Absent: the source's key. */
  readonly key?: readonly string[]
  /** Which column is which field, for destinations whose fields have fixed names. Absent: by equal names. */
  readonly mapping?: Readonly<Record<string, string>>
  /** Absent: they are the same, or there was no run before. */
  readonly drift?: Drift
  /** Rows to append may be there already, because a part of what was read before is read again. Absent: every row is new. */
  readonly overlap?: Overlap
  readonly fence: Fence
}

/** One run's way into a destination. */
export interface Destination {
  /** Equal for two connections to the same database, and for no others. */
  readonly identity: string
  /** How many loads of targets that stand alone may be under way at once. Absent: one. */
  readonly loadsAtOnce?: number
  /** What it can do with rows; the first is what it does when a flow says nothing. */
  readonly modes: readonly WriteMode[]
  /** The one spelling of a target's name, so that two names of one table are seen to be one. */
  nameOf(target: string): string
  /**
   * Where an entity comes to stand when nobody says where: within what the connection names, whatever the source calls its own database.
   * Absent: by the name that it has at the source.
   * @param namespace what entity names of the source's own database begin with
   */
  ownPlaceOf?(entity: string, namespace: string | undefined): string
  /**
   * Whether entities of a flow that came to stand under the name that they have at the source go on there. Absent: that place may be somebody
   * else's.
   */
  readonly keepsPlaces?: true
  /**
   * What `prepare` would come to, by the same rules. Nothing is written and nobody is shut out: the fence is not raised.
   * @throws ConnectorError as `prepare` would
   */
  plan(request: TargetRequest): Promise<TargetPlan>
  /**
   * Does for several targets at once what `prepare` of each would do alone, as far as that spares questions; `prepare` is still asked for each,
   * and says what is wrong with it. Absent where nothing is spared. @throws ConnectorError when that cannot be done
   */
  prepareAll?(requests: readonly TargetRequest[]): Promise<void>
  /**
   * Checks that the rows can land, and shuts older attempts out (the fence); no row is read or written yet.
   * @throws ConnectorError that names every column in the way
   */
  prepare(request: TargetRequest): Promise<Target>
  /**
   * Takes part in the ranges of an attempt that another worker has begun; present where `loadRanges` of a target is.
   * @param loadId of that worker's load. @param assistant what this worker is called. @throws ConnectorError
   */
  joinRanges?(loadId: string, fence: Fence, assistant: string): Promise<JoinedRanges>
  /** Takes rows only to say what they would change. Absent where that is their number and nothing else. */
  readonly prepareDryRun?: PrepareDryRun
  close(): Promise<void>
}

/** A column that comes, as it will stand in the target. */
export interface PlannedColumn {
  readonly name: string
  /** As the target spells it. */
  readonly type: string
  readonly notes: readonly ColumnNote[]
}

/** What a run would make of a target. */
export interface TargetPlan {
  readonly effect: TargetEffect
  /** Those of the request, in its order. */
  readonly columns: readonly PlannedColumn[]
  /** What a person should know about how the rows land, beyond the effect. */
  readonly notes: readonly Sentence[]
}

/** What an earlier attempt of the same run put in place before it was interrupted. */
export interface Committed {
  readonly rows: number
  /** As it was given to `commit`. */
  readonly highWaterMark?: string
}

/** Why a row cannot stand in the target. */
export interface RowProblem {
  readonly column: string
  /** In words for a person that never quote the value: "accepts at most 5 characters". */
  readonly rule: Sentence
}

export interface Target {
  /** There was nothing of that name, so an incremental stream starts from the beginning. */
  readonly isNew: boolean
  /** Present when this very run has committed here already; nothing is to be done again. */
  readonly committed?: Committed
  readonly formats: readonly string[]
  /** The columns to read, in this order; those that the destination computes itself are left out. */
  readonly columns: readonly string[]
  /** Those of the columns that take what the source's own system writes, and not what the common text makes of it. */
  readonly nativeText?: readonly string[]
  /** No other target is touched or waited for when its rows are put in place. */
  readonly standsAlone?: true
  /** Rows of an `overlap` that are there already are left out. */
  readonly leavesOutRepeated?: true
  /** What a person should know about how the rows land. */
  readonly notes: readonly Sentence[]
  /**
   * Whether a row of common text, in the order of `columns`, cannot stand in the target. Absent: every value can that comes as the source
   * stores it, or the system takes whatever it is given.
   */
  refuses?(row: readonly Field[]): RowProblem | undefined
  /** The ways in which these columns can be summed up where the rows wait, cheapest first; see `KeyDigest`. Absent where it cannot be asked. */
  digests?(columns: readonly string[]): readonly string[]
  /** Opens a place beside the target that nobody else sees. @throws ConnectorError */
  load(format: string): Promise<Load>
  /**
   * The same for rows that come range by range and outlive the attempt; present where that can be. Also open to be asked what an earlier attempt
   * has left. @throws ConnectorError
   */
  loadRanges?(format: string, ranging: Ranging): Promise<RangedLoad>
  /**
   * Whether nobody looks at the destination as it was a while ago, who would have to be waited for before rows of several transactions are shown.
   * Present where `loadRanges` is. @throws ConnectorError
   */
  isSeenByAll?(): Promise<boolean>
}

/** Rows on their way. Until `commit` has returned, readers see the old rows and nothing else. */
export interface Load extends RowSink {
  /** Aborted, with a ConnectorError, as soon as the destination refuses a row or is lost. */
  readonly failure: AbortSignal
  /** Says that all rows were written. @returns the rows by the destination's own count. @throws ConnectorError */
  finish(): Promise<number>
  /**
   * Looks, after `finish`, at the rows where they wait to be put in place, by a query of the destination's own. Absent where they do not wait
   * anywhere. @throws ConnectorError
   */
  digest?(digest: KeyDigest | undefined): Promise<RowsFound>
  /**
   * Puts the rows in place in one step, if no newer attempt has begun, and remembers beside them that this run did, with the upper bound
   * of what it read. @throws ConnectorError
   */
  commit(highWaterMark?: string): Promise<void>
  /** Asked after `commit`. Absent: all rows stand as they came. */
  placed?(): Placed
  /** Takes everything back and stops the server's work. Never throws; nothing happens after `commit`. */
  abandon(): Promise<void>
}
