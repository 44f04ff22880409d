import { CELL_HASHES, commonNotationOf } from '../../../formats/common-text/cell-number.ts'
import { CellSum } from '../../../formats/common-text/cell-sum.ts'
import type { CellNotation, CellSums, KeyDigest, RowsFound } from '../../../ports/key-digest.ts'
import type { Field, ValueType } from '../../../ports/value-type.ts'
import type { Cell, SheetsClient } from '../access/sheets-client.ts'
import { dateText, timestampText } from '../cells/serial-date.ts'
import { tabPages } from '../tabs/tab-pages.ts'
import type { TabPlan } from '../tabs/tab-plan.ts'
import type { Staging } from './staging-tab.ts'

/** What can be summed of the cells of these columns, as they are read back. */
export const cellSumsOf = ({ columns }: TabPlan, names: readonly string[]): CellSums => ({
  hashes: Object.keys(CELL_HASHES),
  cells: names.map((wanted) => {
    const value = columns.find(({ name }) => name === wanted)?.value
    const notation = value && heldAs(value)
    return notation && { notation, type: value.kind }
  }),
})

/** A cell without a text is empty, and the fraction of a day of a time of day is not its text. */
function heldAs(value: ValueType): CellNotation | undefined {
  if (value.kind === 'time' && !value.zoned) return undefined
  const notation = commonNotationOf(value)
  return notation === 'text' ? 'filled text' : notation
}

interface StagedRows {
  readonly client: SheetsClient
  readonly plan: TabPlan
  readonly staging: Staging
  /** Lines of the staging tab that were written, with the header if it has one. */
  readonly lines: () => number
}

/** Reads the staging tab, and sums its rows here: Google has no function for it. */
export class StagedSum {
  readonly #staged: StagedRows
  #last: { readonly columns: readonly string[]; readonly sum: CellSum } | undefined

  constructor(staged: StagedRows) {
    this.#staged = staged
  }

  /** The sum of one column of the last question is known, so the tab is not read again. @throws VendorError */
  async digest(digest: KeyDigest | undefined): Promise<RowsFound> {
    const [only, ...others] = digest?.columns ?? []
    const known = others.length === 0 ? this.#last?.sum.ofColumns[this.#last.columns.indexOf(only ?? '')] : undefined
    if (this.#last && known !== undefined) return { rows: this.#last.sum.rows, keys: known }
    const { columns, positions } = this.#staged.plan
    const names = columns.map(({ name }) => name)
    const sum = new CellSum(digest ?? NOTHING, names)
    for await (const row of this.#rows())
      sum.add(columns.map(({ value }, at) => textOf(row[positions[at] ?? at], value)))
    if (!digest) return { rows: sum.rows }
    this.#last = { columns: digest.columns, sum }
    return { rows: sum.rows, keys: sum.digest }
  }

  async *#rows(): AsyncGenerator<readonly Cell[]> {
    const { client, plan, staging, lines } = this.#staged
    const gridProperties = { rowCount: lines(), columnCount: plan.width, frozenRowCount: 0 }
    let left = plan.strategy === 'append' ? 0 : 1
    for await (const page of tabPages(client, { properties: { ...staging, sheetType: 'GRID', gridProperties } }))
      for (const row of page) if (left-- <= 0) yield row
  }
}

/** The rows are only counted. */
const NOTHING: KeyDigest = { name: 'crc32', columns: [], cells: [] }

/** A cell as the common text from which `cellOfText` made it. */
function textOf(cell: Cell | undefined, { kind }: ValueType): Field {
  const { numberValue, stringValue, boolValue } = cell?.effectiveValue ?? {}
  if (boolValue !== undefined) return boolValue ? 't' : 'f'
  if (numberValue === undefined) return stringValue ?? null
  if (kind === 'date') return dateText(numberValue)
  return kind === 'timestamp' ? timestampText(numberValue) : String(numberValue)
}
