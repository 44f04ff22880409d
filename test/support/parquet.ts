import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { DuckDBInstance } from '@duckdb/node-api'

import { RowEncoder } from '../../src/engine/formats/common-text/row-encoder.ts'
import type { ParquetColumn } from '../../src/engine/formats/parquet/file-metadata.ts'
import type { TakeBytes } from '../../src/engine/formats/parquet/parquet-file.ts'
import { ParquetWriter, type RefusedValue } from '../../src/engine/formats/parquet/parquet-writer.ts'
import type { Field } from '../../src/engine/ports/value-type.ts'

export const refuse = ({ row, column, text }: RefusedValue<ParquetColumn>) =>
  new Error(`row ${row}: ${column.name} ${text ?? 'is NULL'}`)

export function framesOf(rows: readonly (readonly Field[])[]): Buffer {
  const encoder = new RowEncoder()
  for (const row of rows) encoder.add(row)
  return Buffer.from(encoder.take().frames)
}

/** Keeps the bytes of a file, which are not there for long. */
export const keepIn =
  (parts: Buffer[]): TakeBytes =>
  async (bytes) => {
    parts.push(Buffer.from(bytes))
  }

/** What somebody else reads in a file, as text. */
export async function readParquet(file: readonly Buffer[]): Promise<readonly (readonly unknown[])[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parquet-'))
  const path = join(folder, 'read.parquet')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    await writeFile(path, Buffer.concat(file))
    await connection.run(`SET TimeZone = 'UTC'`)
    // A text that begins with a byte order mark would lose it in DuckDB's client.
    const reader = await connection.runAndReadAll(`SELECT '.' || COLUMNS(*)::VARCHAR FROM '${path}'`)
    return reader.getRowsJS().map((row) => row.map((value) => (value === null ? null : String(value).slice(1))))
  } finally {
    connection.closeSync()
    instance.closeSync()
    await rm(folder, { recursive: true })
  }
}

/** Rows through a file, pushed in pieces of an odd size, as a network cuts them. */
export async function throughParquet(columns: readonly ParquetColumn[], rows: readonly (readonly Field[])[]) {
  const parts: Buffer[] = []
  const writer = new ParquetWriter({ columns, required: [], isNumbered: false, refuse, take: keepIn(parts) })
  const frames = framesOf(rows)
  const piece = Math.max(Math.ceil(frames.length / 7), 1)
  for (let at = 0; at < frames.length; at += piece) writer.add(frames.subarray(at, at + piece))
  await writer.endGroup()
  await writer.endFile()
  return readParquet(parts)
}
