import type { ConnectionType } from '../../core/catalog/connection-types.ts'
import type { InvalidPolicy } from '../../core/catalog/invalid-policies.ts'
import type { Sentence } from '../../core/catalog/sentence.ts'
import type { ZeroDatePolicy } from '../../core/catalog/zero-date-policies.ts'
import type { ValueType } from '../formats/common-text/value-type.ts'
import type { Column, Entity } from './connector.ts'
import type { KeyDigest, RowsFound } from './key-digest.ts'
import type { OwnType } from './own-type.ts'
import type { Pushdown } from './pushdown.ts'
import type { BlockRange, RangedTable } from './ranges.ts'
import type { RejectedRow } from './rejected-row.ts'

/** Takes the rows of one stream, in the format that both sides agreed on, as CopyData messages of Postgres. */
export interface RowSink {
  /**
   * @param frames whole or cut messages, given away: their memory is gone once they are sent
   * @param rows how many more rows have begun in them
   * @returns false when the other side is behind: write nothing until `drained`
   */
  write(frames: Buffer, rows: number): boolean
  drained(): Promise<void>
}

/** A column with what a destination needs to make one that is equal. */
export interface SourceColumn extends Column {
  /** What it holds, for destinations of another system than the one whose language `type` is in. */
  readonly value: ValueType
  /** How a generated column computes its value, in the source's SQL. */
  readonly expression?: string
  /** What its type is built of as far as somebody made it, with the type itself; each after those that it needs. */
  readonly ownTypes?: readonly OwnType[]
  /** The source demands a value, but its default is one that the common text cannot express and that is read as NULL. */
  readonly mayBeReadAsNull?: true
  /** The common text spells its values otherwise than its own system does: a list becomes JSON. */
  readonly hasNativeText?: true
}

export interface SourceEntity extends Omit<Entity, 'columns'> {
  readonly columns: readonly SourceColumn[]
  /** What a person should know before it is read, such as row security that hides rows. */
  readonly warning?: Sentence
  /** What it takes at the source, in bytes, about. Absent where that is not known. */
  readonly bytes?: number
}

/**
 * The part of an entity that an incremental run reads: rows whose `cursor` is at least `from` (before the last run's bound, because
 * rows below it may have been committed after it was read) and at most `until`. Bounds are common text.
 */
export interface Window {
  readonly cursor: string
  readonly from?: string
  /** Absent: no row has a value that tells how far was read. */
  readonly until?: string
  /** Rows whose cursor has no value. Absent: there are none. */
  readonly empty?: { readonly rows: number; readonly areRead: boolean }
  /** Rows whose value tells nothing of how far was read (see `CursorBounds`); they are read every time. Absent: there are none. */
  readonly ahead?: number
}

/** What a source's snapshot says of a cursor before it is read by it. */
export interface CursorBounds {
  /** The largest value that can be a mark: neither infinite nor NaN, and no time more than a day ahead of the source's clock. Absent: there is none. */
  readonly until?: string
  /** Rows whose cursor has no value. */
  readonly empty: number
  /** Rows with another value that cannot be a mark: the next run would look for what is newer, in vain. */
  readonly ahead: number
}

export interface ReadRequest {
  readonly entity: SourceEntity
  /** Names, in the order of the fields. */
  readonly columns: readonly string[]
  readonly format: string
  /** Those of the columns that are to be spelled as the source's system spells them, also in the common text. */
  readonly nativeText?: readonly string[]
  /** Absent: every row. */
  readonly window?: Window
  /** No more rows than that are looked at, the first ones; a source that goes on is stopped. */
  readonly limit?: number
  /** Blocks of a table that is `ranged`. Absent: all. */
  readonly range?: BlockRange
  /** What the source has said that it does (`pushdown`); `columns` are then those that leave it. */
  readonly pushdown?: Pushdown
  /** What becomes of dates that only MySQL has. Absent: they are NULL. */
  readonly zeroDates?: ZeroDatePolicy
  /** What becomes of a row with another value that the format cannot express. Absent: reading fails at it. */
  readonly onInvalid?: InvalidPolicy
  /** Takes the rows that are to be rejected; they count as read, and are not sent. Absent: reading fails at them. */
  readonly reject?: (row: RejectedRow) => void
  /** Is told at the end how many values of a column were read as NULL because the format cannot express them. */
  readonly onReadAsNull?: (column: string, rows: number) => void
}

/** A source's word that it does steps itself. */
export interface PushdownAnswer {
  /** The rows that come to the steps, where they leave some out; absent: as many as are sent. */
  readonly rows?: number
}

/** One run's snapshot of a source: everything is read as it was at one moment. */
export interface Source {
  /** Whose language the columns' `type` is in; `ownTypes` and `expression` too. Absent: nobody's, and only the `value` tells. */
  readonly system?: ConnectionType
  /** Equal for two connections to the same database, and for no others. */
  readonly identity: string
  /** What names of entities begin with, before a dot, that stand where the connection looks first. Absent where names have one part. */
  readonly namespace?: string
  /** Names the snapshot to `openSource` of another process, for as long as this source is open. Absent where it cannot be shared. */
  readonly snapshotName?: string
  /** How many reads may be under way at once. Absent: one. */
  readonly readsAtOnce?: number
  /** Those named and found, or all that this account can read, in stable order. @throws ConnectorError */
  entities(only?: readonly string[]): Promise<readonly SourceEntity[]>
  /**
   * Readies several reads at once of entities that were found, if that pays; `readsAtOnce` tells how many there are then. Asked before anything
   * else, because the snapshot may be taken again later. Absent where nothing has to be readied. @throws ConnectorError
   */
  readyReads?(entities: readonly SourceEntity[]): Promise<void>
  /**
   * Formats these columns can be read in, cheapest first. Two sides understand each other where the names are equal; a source that can write
   * what only some targets take looks among the names that the target has.
   */
  formats(entity: SourceEntity, columns: readonly string[], taken: readonly string[]): readonly string[]
  /**
   * How far a column reaches in this snapshot, as common text at the source's own precision.
   * Absent where a source cannot be read by a cursor. @throws ConnectorError
   */
  cursorBounds?(entity: SourceEntity, cursor: string): Promise<CursorBounds>
  /**
   * Whether the source does these steps to a read in the common text with the very same results as the engine, to the letter. It looks at the
   * rows where that depends on them. Absent where a source does no steps.
   * @returns nothing where the engine has to do them. @throws ConnectorError
   */
  pushdown?(read: Pick<ReadRequest, 'entity' | 'window'>, steps: Pushdown): Promise<PushdownAnswer | undefined>
  /** How these columns of it, or those that leave the steps, are read block by block; nothing where they cannot be. @throws ConnectorError */
  ranged?(entity: SourceEntity, columns: readonly string[], steps?: Pushdown): Promise<RangedTable | undefined>
  /**
   * Reads an entity, or a part of it, to its end. An aborted signal stops the server's work too.
   * @returns the rows by the source's own count. @throws ConnectorError, or the signal's reason
   */
  read(request: ReadRequest, sink: RowSink, signal: AbortSignal): Promise<number>
  /** The ways in which these columns of it can be summed up, cheapest first; see `KeyDigest`. Absent where a source cannot. */
  digests?(entity: SourceEntity, columns: readonly string[]): readonly string[]
  /**
   * Looks once more, by a query of its own, at the rows that `read` has read in this snapshot.
   * @returns nothing where they can no longer be seen, such as those of a table that was emptied since. @throws ConnectorError
   */
  digest?(read: Pick<ReadRequest, 'entity' | 'window'>, digest: KeyDigest): Promise<RowsFound | undefined>
  /** What a person should know after everything was read, such as what it cost. */
  notes?(): readonly Sentence[]
  close(): Promise<void>
}
