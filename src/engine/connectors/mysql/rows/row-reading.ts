import type { SourceColumn } from '../../../ports/source.ts'
import type { MysqlSession, RowHandlers } from '../driver/mysql-session.ts'
import { binaryFields } from './binary-field.ts'
import { BinaryRowWriter } from './binary-row-writer.ts'
import { type FieldReading, fieldReading, MYSQL_TEXT } from './field-reading.ts'
import { RowWriter, type WrittenRows } from './row-writer.ts'
import type { ZeroDates } from './zero-dates.ts'

/** How rows are queried and written in a format. */
export interface RowReading {
  /** The selected columns. */
  readonly expressions: readonly string[]
  /** Reserves space for one row. @returns the collected rows, when they should be passed on */
  makeRoom(start: number, end: number): WrittenRows | undefined
  /** Reads the row from the protocol into the reserved space. @throws ConnectorError; then the row is not part of the output */
  add(bytes: Buffer, start: number, end: number): void
  /** The remaining rows. */
  finish(): WrittenRows
  run(session: MysqlSession, statement: string, handlers: RowHandlers): Promise<unknown>
}

/** @param nativeText columns that need this server's own notation in every format */
export function rowReading(
  columns: readonly SourceColumn[],
  format: string,
  nativeText: readonly string[],
  zeroDates: ZeroDates,
): RowReading {
  const binary = binaryFields(columns, format)
  if (binary) {
    const writer = new BinaryRowWriter(binary, zeroDates)
    return {
      expressions: binary.map(({ expression }) => expression),
      makeRoom: (start, end) => writer.makeRoom(start, end),
      add: (bytes, start, end) => writer.add(bytes, start, end),
      finish: () => writer.finish(),
      run: (session, statement, handlers) => session.readBinary(statement, (column) => writer.expect(column), handlers),
    }
  }
  const fields = columns.map((column) => fieldReading(column, nativeText.includes(column.name) ? MYSQL_TEXT : format))
  return textReading(fields, format, zeroDates)
}

/** How fields are read in a format of texts. */
export function textReading(fields: readonly FieldReading[], format: string, zeroDates: ZeroDates): RowReading {
  const writer = new RowWriter(fields, format, zeroDates)
  return {
    expressions: fields.map(({ expression }) => expression),
    makeRoom: (start, end) => writer.makeRoom(start, end),
    add: (bytes, start, end) => writer.add(bytes, start, end),
    finish: () => writer.finish(),
    run: (session, statement, handlers) => session.read(statement, handlers),
  }
}
