import { counted, estimated, type Figure, roughly, sumOf, UNKNOWN } from '../../../core/catalog/estimates/figure.ts'
import type { PlannedRead, PlannedWrite, SideEstimate, SourceEstimate, StreamAmount } from '../../ports/estimate.ts'

/** In bytes. The rows of a smaller table are counted, which takes some milliseconds. */
const SMALL_TABLE = 16 << 20

/** More tables would take longer than a person waits. */
const MAX_COUNTED = 100

interface Tables {
  /** Counts the rows of a read. @returns nothing if they are not visible any more */
  count(read: PlannedRead): Promise<number | undefined>
  /** The server's own estimate of a part of a table. */
  guess(read: PlannedRead): Promise<number | undefined>
}

/** The estimate of a database: rows of small tables are counted, others are from the server's statistics. @throws ConnectorError */
export async function estimateTables(reads: readonly PlannedRead[], tables: Tables): Promise<SourceEstimate> {
  const amounts: StreamAmount[] = []
  for (const [index, read] of reads.entries())
    amounts.push(amountOf(read, await rowsOf(read, tables, index < MAX_COUNTED)))
  return { reads: amounts, figures: totalOf(amounts), quotas: [], notes: [] }
}

/** The estimate of a database that is written to. */
export const estimateWrites = (writes: readonly PlannedWrite[]): SideEstimate => ({
  figures: totalOf(writes),
  quotas: [],
  notes: [],
})

const totalOf = (amounts: readonly StreamAmount[]) => ({
  rows: sumOf(amounts.map(({ rows }) => rows)),
  bytes: sumOf(amounts.map(({ bytes }) => bytes)),
})

async function rowsOf(read: PlannedRead, tables: Tables, mayAsk: boolean): Promise<Figure> {
  const { entity, window } = read
  if (mayAsk && entity.bytes !== undefined && entity.bytes < SMALL_TABLE) {
    const rows = await tables.count(read)
    return rows === undefined ? UNKNOWN : counted(rows)
  }
  const rows =
    mayAsk && (window || entity.estimatedRows === undefined) ? await tables.guess(read) : entity.estimatedRows
  if (rows !== undefined && (mayAsk || !window)) return estimated(rows)
  return entity.estimatedRows === undefined ? UNKNOWN : estimated(entity.estimatedRows, 'most')
}

/** The size of a table is known, that of a part of it by its share of the rows. */
function amountOf({ entity, window }: PlannedRead, rows: Figure): StreamAmount {
  const { bytes, estimatedRows } = entity
  if (bytes === undefined) return { rows, bytes: UNKNOWN }
  if (!window) return { rows, bytes: estimated(bytes) }
  if (rows.amount === undefined || !estimatedRows) return { rows, bytes: estimated(bytes, 'most') }
  const share = Math.min(rows.amount / estimatedRows, 1)
  return { rows, bytes: roughly(estimated(Math.round(bytes * share), rows.bound)) }
}
