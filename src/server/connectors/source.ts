import type { Column, Entity } from './connector.ts'

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
  /** How a generated column computes its value, in the source's SQL. */
  readonly expression?: string
  /** The values of an enumerated type, in order, and its name. */
  readonly enumeration?: {
    readonly type: string
    readonly labels: readonly string[]
  }
}

export interface SourceEntity extends Omit<Entity, 'columns'> {
  readonly columns: readonly SourceColumn[]
  /** What a person should know before it is read, such as row security that hides rows. */
  readonly warning?: string
}

/** One run's view of a source: everything read through it is of the same moment. */
export interface Source {
  /** Equal for two connections to the same database, and for no others. */
  readonly identity: string
  /** Those named and found, or all that this account can read, in stable order. @throws ConnectorError */
  entities(only?: readonly string[]): Promise<readonly SourceEntity[]>
  /** Formats these columns can be read in, cheapest first. Two sides understand each other where the names are equal. */
  formats(entity: SourceEntity, columns: readonly string[]): readonly string[]
  /**
   * Reads an entity to its end. An aborted signal stops the server's work too.
   * @returns the rows by the source's own count. @throws ConnectorError, or the signal's reason
   */
  read(
    entity: SourceEntity,
    columns: readonly string[],
    format: string,
    sink: RowSink,
    signal: AbortSignal,
  ): Promise<number>
  close(): Promise<void>
}
