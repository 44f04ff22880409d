import type { AddedColumn, DescribedTable, LoggedTable, LogPosition, Moment, Moments } from './change-source.ts'
import type { Problem } from './connector.ts'
import type { TableFailure } from './table-failure.ts'
import type { Fence } from './target-request.ts'

/** What a batch makes of a row, from its first change to its last. */
export interface ChangedRow {
  /** In COPY's text format, between these places of `bytes` of its table. */
  readonly start: number
  readonly end: number
  /** Places of columns whose values only the destination has. */
  readonly unchanged: readonly number[]
  /** The key that the row had before the batch. Absent: it did not exist. */
  readonly origin: string | undefined
}

/** The changes of one table in the order of the log, as `mirror/recorded-changes` writes them. */
export interface RecordedTable {
  readonly table: LoggedTable
  readonly bytes: Buffer
}

/** The last states of the rows of one table. A key is the text of its fields, with tabs between them, as latin1. */
export interface ChangedTable {
  readonly table: LoggedTable
  /** In which the rows are. */
  readonly bytes: Buffer
  /** All rows went away before those of this batch came. */
  readonly isEmptied: boolean
  /** The rows that exist after the batch, by their key. */
  readonly current: ReadonlyMap<string, ChangedRow>
  /** Keys of rows that existed before the batch, and do not any more or have another key. */
  readonly removed: ReadonlySet<string>
  /** Rows of a table without a key that come. */
  readonly added: readonly ChangedRow[]
  /** Rows of a table without a key that go, as text like keys, and how many equal ones do. */
  readonly taken: ReadonlyMap<string, number>
}

/** What the destination counted in one table; a destination that counts late has the final numbers after the commit. */
export interface AppliedTable {
  readonly name: string
  readonly inserted: number
  readonly updated: number
  readonly deleted: number
  /** Rows that were missing, or there already: the destination was not equal to the source before. */
  readonly divergent: number
  /** Values -0 that the destination has stored as 0, because it has no other. Absent: none. */
  readonly unsigned?: number
}

/** Why a table does not follow although no copy is awaited. */
export interface PausedTable {
  /** Absent: a person has paused it. */
  readonly problem?: Problem
  /** Its changes are not kept: only a copy helps. */
  readonly needsCopy?: true
}

/** The steps of a flow, which work row by row and keep the keys. */
export interface ChangeSteps {
  /** @returns the rows after the steps of their table, or as they are if it has none. @throws ConnectorError */
  apply(changed: ChangedTable): Promise<ChangedTable>
  /** Differs after the steps of a table have changed, so that it must be copied again. Nothing: it has none. */
  versionOf(entity: string): string | undefined
  /** Never throws. */
  end(): void
}

export interface ChangeLoadRequest {
  readonly fence: Fence
  /** Where the position and what waits are kept: in the place of one of the targets. */
  readonly schema: string
  /** The target of each table of the source, by its entity name. */
  readonly targets: ReadonlyMap<string, string>
  /** Of the source's system. */
  readonly moments: Moments
  /** How many bytes of changes may wait for one table; with more, only a copy helps. Absent: 4 GB. */
  readonly waitingBytes?: number
  /** How often a destination that pays for each batch gets one, in milliseconds. Absent: its default. */
  readonly everyMs?: number | undefined
  /** Absent: the rows arrive as they are. */
  readonly steps?: ChangeSteps | undefined
}

/** What a mirror would ask of its destination. */
export interface ChangeLoadPlan extends Pick<ChangeLoadRequest, 'everyMs'> {
  /** In the destination's notation. */
  readonly targets: readonly string[]
}

/** A table whose rows are those of the source at a moment: it was copied, or mended. */
export interface ArrivedCopy {
  readonly entity: string
  readonly moment: Moment
  /** A place in the log after which everything is newer. */
  readonly until: LogPosition
}

/** What has become of a table that was copied. */
export interface FollowedCopy {
  readonly entity: string
  readonly applied: readonly AppliedTable[]
  /** It does not follow, and the others do. */
  readonly failure?: TableFailure
}

/** How a destination wants its batches: each ends at the next commit of the source after one of the numbers is reached. */
export interface BatchPace {
  /** A batch follows the last one not before this time, in milliseconds. */
  readonly everyMs: number
  readonly changes: number
  /** Of changes; also the most that is kept in memory. */
  readonly bytes: number
  /** One transaction of the source that has more is not split; the load may then let some of its tables wait. */
  readonly tables: number
}

/** Writes changes into a destination. One at a time; errors are ConnectorErrors. */
export interface ChangeLoad {
  /** Absent: small batches, as fast as they come. */
  readonly pace?: BatchPace
  /** The place in the log up to which the destination has everything. */
  readonly position: LogPosition | undefined
  /** The tables whose changes wait until a copy of them is complete. */
  readonly waiting: ReadonlySet<string>
  /** Tables that wait for a copy whose changes are not kept any more: `hold` must name a moment of now. */
  readonly outgrown: ReadonlySet<string>
  readonly paused: ReadonlyMap<string, PausedTable>
  /** Tables that have their copy, and of whose waiting changes some may be applied: `drain` goes on. */
  readonly draining: ReadonlySet<string>
  /** Tables that have exactly what the source had at `position`. Absent: that is not known, so nothing is proven. */
  readonly settled?: ReadonlySet<string>
  /** Called before changes of a table are applied, in their transaction. @param isEmptied by TRUNCATE. @throws TableFailure if they cannot be */
  beforeTable: ((table: LoggedTable, isEmptied: boolean) => Promise<void>) | undefined
  /** How a table was when its last changes were applied, or its copy was asked for. */
  shapeOf(entity: string): DescribedTable | undefined
  /** Part of the open transaction, which begins with it. */
  noteShape(entity: string, shape: DescribedTable): Promise<void>
  /**
   * Adds columns to the target, unless it has them: part of the open transaction. @returns the names of those that it has already
   * @throws TableFailure with `columns` if the system adds none in a transaction
   */
  addColumns(entity: string, columns: readonly AddedColumn[]): Promise<readonly string[]>
  /** Adds columns while no transaction is open, before their place in the log comes again. @throws TableFailure if a copy is needed */
  prepareColumns?(entity: string, columns: readonly AddedColumn[]): Promise<void>
  /** Whether everything before a place in the log is in the destination. */
  hasPassed(place: LogPosition): boolean
  /** A new log: nothing of an older one is known any more. All tables wait for copies that see what had begun at `since`. */
  begin(position: LogPosition, since: Moment, entities: readonly string[]): Promise<void>
  /** Other tables than before; those that are new wait. */
  choose(since: Moment, entities: readonly string[]): Promise<void>
  /** The table waits for another copy. */
  hold(entity: string, since: Moment): Promise<void>
  /** The changes of a table wait, without a copy. */
  pause(entity: string, why: PausedTable): Promise<void>
  /** Applies what waits for a table that has been paused, and follows from then on. @throws TableFailure */
  resume(entity: string): Promise<readonly AppliedTable[]>
  /** Applies what waits for tables of `draining`, which follow from then on, in the same transactions. */
  drain(entities: readonly string[]): Promise<readonly FollowedCopy[]>
  /** The tables that wait and have a copy, with what it sees. */
  copies(): Promise<ReadonlyMap<string, Moment>>
  /**
   * Copies of tables are in place: applies what waits, except for what the copies see, and follows from then on. All in the same transactions, so that many
   * tables cost no more than one.
   */
  follow(copies: readonly ArrivedCopy[]): Promise<readonly FollowedCopy[]>
  /**
   * Like `follow`, of a table that was equal once: its rows become those of the moment by changes, in the transaction in which it has them. Absent: only
   * copies make tables equal. @throws TableFailure
   */
  mend?(changes: RecordedTable | undefined, copy: ArrivedCopy): Promise<readonly AppliedTable[]>
  /** Writes into an open transaction, which begins with the first call; nobody sees it yet. @throws TableFailure */
  apply(tables: readonly RecordedTable[]): Promise<readonly AppliedTable[]>
  /** Makes everything visible, together with its position. @throws ConnectorError `FENCED` */
  commit(position: LogPosition): Promise<void>
  /** What is not committed goes away. Never throws. */
  rollBack(): Promise<void>
  /** Ends the session. Never throws. */
  abandon(): Promise<void>
}
