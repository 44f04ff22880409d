import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import type { Cell } from '../access/sheets-client.ts'
import { columnLetters } from '../cells/a1.ts'
import { type CellKind, type ColumnKind, columnKind, kindOf } from '../cells/cell-kind.ts'

/** A column of a tab, and its position in the rows: empty columns are left out, and the positions of the others stay. */
export interface SheetColumn {
  readonly name: string
  readonly index: number
  readonly kind: ColumnKind
}

interface Seen {
  readonly kinds: Set<CellKind>
  errors: number
  firstError?: string
}

/** Derives the columns of a tab from its cells. The first added row has their names. */
export class TabScan {
  #header: readonly Cell[] | undefined
  #rows = 0
  /** Number of scanned rows including empty ones: the row number of the last one. */
  #line = 0
  readonly #seen: Seen[] = []

  add(rows: readonly (readonly Cell[])[]): void {
    for (const row of rows) {
      this.#line++
      if (this.#header) this.#addRow(row)
      else this.#header = row
    }
  }

  /** Number of rows with data. */
  get rows(): number {
    return this.#rows
  }

  columns(): readonly SheetColumn[] {
    const names = new Set<string>()
    return Array.from({ length: Math.max(this.#header?.length ?? 0, this.#seen.length) }, (_, index) => index).flatMap(
      (index) => {
        const header = headerText(this.#header?.[index])
        const kinds = this.#seen[index]?.kinds ?? new Set<CellKind>()
        if (header === '' && [...kinds].every((kind) => kind === 'blank')) return []
        return [{ name: unused(header || `column_${columnLetters(index)}`, names), index, kind: columnKind(kinds) }]
      },
    )
  }

  /** Warnings for a person before the tab is read. */
  warnings(): readonly Sentence[] {
    return this.columns().flatMap(({ name, index, kind }) => {
      const { errors = 0, firstError, kinds } = this.#seen[index] ?? {}
      const mixed = [...(kinds ?? [])].filter((held) => held !== 'text' && held !== 'blank' && held !== 'error')
      return [
        ...(errors > 0
          ? [
              errors === 1
                ? sentence`${name} has 1 cell with an error, read as NULL (the first: ${firstError ?? ''}).`
                : sentence`${name} has ${errors} cells with an error, read as NULL (the first: ${firstError ?? ''}).`,
            ]
          : []),
        ...(kind === 'text' && mixed.length > 0
          ? [
              sentence`${name} holds values of different types (${[...mixed, ...(kinds?.has('text') ? ['text'] : [])].join(', ')}) and is read as text.`,
            ]
          : []),
      ]
    })
  }

  #addRow(row: readonly Cell[]): void {
    if (!hasData(row)) return
    this.#rows++
    row.forEach((cell, index) => {
      const kind = kindOf(cell)
      if (kind === undefined) return
      const seen = this.#at(index)
      seen.kinds.add(kind)
      if (kind !== 'error') return
      seen.errors++
      seen.firstError ??= `${cell.formattedValue ?? '#ERROR!'} in ${columnLetters(index)}${this.#line}`
    })
  }

  #at(index: number): Seen {
    const seen = this.#seen[index] ?? { kinds: new Set(), errors: 0 }
    this.#seen[index] = seen
    return seen
  }
}

/** Empty rows, and rows with only formulas that show nothing, are not counted as rows. */
export const hasData = (row: readonly Cell[]): boolean =>
  row.some((cell) => {
    const kind = kindOf(cell)
    return kind !== undefined && kind !== 'blank'
  })

/** The displayed name of a column; a header with an error counts as missing. */
export const headerText = (cell: Cell | undefined): string =>
  cell && kindOf(cell) !== 'error' ? (cell.formattedValue ?? '').trim() : ''

/** Some systems treat names that differ only in case as the same name. */
function unused(name: string, names: Set<string>): string {
  let free = name
  for (let number = 2; names.has(free.toLowerCase()); number++) free = `${name}_${number}`
  names.add(free.toLowerCase())
  return free
}
