import type { Cell, SheetsClient, Tab } from '../access/sheets-client.ts'
import { rowsRange } from '../cells/a1.ts'

/** Number of cells per call: about four megabytes of JSON, well below Google's limit of three minutes. */
export const PAGE_CELLS = 50_000

/** A mostly empty tab is read in larger steps, because empty cells cost nothing. */
const LARGEST_STEP_CELLS = 800_000

/** Whether a tab is read with one call, and therefore completely as of one moment. */
export const isOnePage = ({
  properties: {
    gridProperties: { rowCount, columnCount },
  },
}: Tab): boolean => rowCount * columnCount <= PAGE_CELLS

/** How many calls read all rows of a tab at most; fewer if many cells are empty. */
export const pagesOf = ({
  properties: {
    gridProperties: { rowCount, columnCount },
  },
}: Tab): number => Math.ceil(rowCount / Math.max(Math.floor(PAGE_CELLS / Math.max(columnCount, 1)), 1))

/** All rows of a tab from the first on, in pages. @throws VendorError `ENTITY_NOT_FOUND` if the tab was renamed */
export async function* tabPages(
  client: SheetsClient,
  { properties }: Tab,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  const { title, gridProperties } = properties
  let step = Math.max(Math.floor(PAGE_CELLS / gridProperties.columnCount), 1)
  const largest = Math.max(Math.floor(LARGEST_STEP_CELLS / gridProperties.columnCount), 1)
  for (let first = 1; first <= gridProperties.rowCount; ) {
    const last = Math.min(first + step - 1, gridProperties.rowCount)
    const rows = (await client.cells([rowsRange(title, first, last)])).get(title) ?? []
    // Empty rows at the end of the range are absent, but count as lines.
    yield rows.concat(Array.from({ length: last - first + 1 - rows.length }, () => []))
    const filled = rows.reduce((sum, row) => sum + row.length, 0)
    if (filled < PAGE_CELLS / 4) step = Math.min(step * 2, largest)
    else step = Math.max(Math.floor(PAGE_CELLS / gridProperties.columnCount), 1)
    first = last + 1
  }
}
