import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Row } from './bigquery-table.ts'
import { openSession } from './open-session.ts'

interface ParquetFile {
  readonly types: ReadonlyMap<string, string>
  readonly count: number
  readonly rows: readonly Row[]
}

/** @param keepsRows otherwise they are only counted */
export async function readParquet(bytes: Buffer, keepsRows: boolean): Promise<ParquetFile> {
  const folder = await mkdtemp(join(tmpdir(), 'stand-in-'))
  const path = join(folder, 'object.parquet')
  await writeFile(path, bytes)
  const connection = await openSession()
  try {
    const described = await connection.runAndReadAll(`SELECT * FROM '${path}' LIMIT 0`)
    const types = new Map(described.columnNames().map((name, at) => [name, String(described.columnType(at))]))
    const counted = await connection.runAndReadAll(`SELECT count(*) FROM '${path}'`)
    const count = Number(counted.getRows()[0]?.[0])
    if (!keepsRows) return { types, count, rows: [] }
    const texts = await connection.runAndReadAll(`SELECT COLUMNS(*)::VARCHAR FROM '${path}'`)
    const rows = texts.getRowObjects() as unknown as Row[]
    return { types, count, rows: rows.map((row) => withZeros(row, types)) }
  } finally {
    connection.closeSync()
    await rm(folder, { recursive: true })
  }
}

/** BigQuery writes a zero before the point, where DuckDB has none. */
const withZeros = (row: Row, types: ParquetFile['types']): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      types.get(name)?.startsWith('DECIMAL') ? (value?.replace(/^(-?)\./, '$10.') ?? null) : value,
    ]),
  )
