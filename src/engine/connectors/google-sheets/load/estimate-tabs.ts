import {
  counted,
  estimated,
  type Figure,
  sumOf,
  UNKNOWN,
  withAmount,
} from '../../../../core/catalog/estimates/figure.ts'
import type { PlannedWrite, SideEstimate } from '../../../ports/estimate.ts'
import { GOOGLE_CALLS_A_MINUTE } from '../access/google-access.ts'
import type { Spreadsheet, Tab } from '../access/sheets-client.ts'
import { titleOf } from '../tabs/tab-name.ts'
import { PAGE_CELLS } from '../tabs/tab-pages.ts'
import { MAX_CELLS } from '../tabs/tab-plan.ts'
import { CHUNK_BYTES } from './staging-writer.ts'

/** The hidden tab, the rows put in place, and the mark of the run. */
const CALLS_BESIDE_ROWS = 3

/** Rows of a tab are written beside the old ones first, so both need room at the same time. */
export function estimateTabs(writes: readonly PlannedWrite[], { sheets }: Spreadsheet): SideEstimate {
  const used = sheets.reduce((sum, tab) => sum + cellsOf(tab), 0)
  const cells = writes.map(cellsFor)
  const calls = sumOf(writes.map(callsFor))
  return {
    figures: { rows: sumOf(writes.map(({ rows }) => rows)), cells: sumOf(cells), calls },
    quotas: [
      {
        name: 'spreadsheet_cells',
        most: MAX_CELLS,
        needed: peakOf(writes, cells, sheets),
        left: counted(Math.max(MAX_CELLS - used, 0)),
      },
      { name: 'sheets_writes_a_minute', most: GOOGLE_CALLS_A_MINUTE, needed: calls, left: UNKNOWN },
    ],
    notes: [],
  }
}

const cellsOf = ({ properties: { gridProperties } }: Tab): number =>
  gridProperties.rowCount * gridProperties.columnCount

/** The rows and the header. */
function cellsFor({ rows, columns }: PlannedWrite): Figure {
  if (rows.amount === undefined || columns.amount === undefined) return UNKNOWN
  const cells = (rows.amount + 1) * columns.amount
  return rows.certainty === 'counted' && columns.certainty === 'counted' ? counted(cells) : estimated(cells, rows.bound)
}

/** The most cells that the spreadsheet has at once in addition to its present ones: streams are written one after the other. */
function peakOf(writes: readonly PlannedWrite[], cells: readonly Figure[], sheets: readonly Tab[]): Figure {
  let more = 0
  let peak = 0
  for (const [index, { target, mode }] of writes.entries()) {
    const coming = cells[index]?.amount ?? 0
    const old = sheets.find(({ properties }) => properties.title === titleOf(target))
    peak = Math.max(peak, more + coming)
    more += coming - (old && mode === 'replace' ? cellsOf(old) : 0)
  }
  return withAmount(sumOf(cells), () => peak)
}

function callsFor(write: PlannedWrite): Figure {
  const { bytes, sumsValues } = write
  if (bytes.amount === undefined) return estimated(CALLS_BESIDE_ROWS + 1, 'least')
  const read = sumsValues ? Math.ceil((cellsFor(write).amount ?? 1) / PAGE_CELLS) : 0
  return estimated(Math.max(Math.ceil(bytes.amount / CHUNK_BYTES), 1) + read + CALLS_BESIDE_ROWS, bytes.bound)
}
