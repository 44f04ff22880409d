import { stripVTControlCharacters } from 'node:util'

/** Colours take no room. */
const widthOf = (cell: string): number => stripVTControlCharacters(cell).length

/** Lines in which each cell begins below the one of the line before. */
export function inColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))))
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell))))
      .join('  ')
      .trimEnd(),
  )
}
