import type { SheetsClient, Tab } from '../access/sheets-client.ts'
import { rowsRange } from '../cells/a1.ts'

/** Number of cells that one call reads. */
const WINDOW_CELLS = 200_000

/** The number of the last row with content; 0 for none. Searches from the end, where rows are appended. */
export async function lastFilledRow(client: SheetsClient, { properties }: Tab): Promise<number> {
  const { title, gridProperties } = properties
  const step = Math.max(Math.floor(WINDOW_CELLS / gridProperties.columnCount), 1)
  for (let last = gridProperties.rowCount; last > 0; last -= step) {
    const first = Math.max(last - step + 1, 1)
    const rows = (await client.cells([rowsRange(title, first, last)])).get(title) ?? []
    const filled = rows.findLastIndex((row) => row.some(({ effectiveValue }) => effectiveValue !== undefined))
    if (filled >= 0) return first + filled
  }
  return 0
}
