import type { SampleRows } from '../connections/entity-rows.ts'

export type ColumnMark = 'new' | 'changed' | 'gone'

/** The changes of a step in the columns and cells of a sample. */
export interface SampleComparison {
  /** By name; a column without a mark is unchanged. */
  readonly before: ReadonlyMap<string, ColumnMark>
  readonly after: ReadonlyMap<string, ColumnMark>
  /** Whether the value of an existing column has changed; for rows after the step. */
  isChanged(row: number, column: string): boolean
  /** Whether the step leaves this row out; for rows before the step. */
  isGone(row: number): boolean
}

/** Steps that keep the order of all rows, so that values can be compared side by side. */
const KEEPS_ROWS = new Set(['select', 'rename', 'cast', 'compute', 'mask'])

export function compareSamples(type: string, before: SampleRows, after: SampleRows): SampleComparison {
  const placeBefore = new Map(before.columns.map(({ name }, place) => [name, place]))
  const placeAfter = new Map(after.columns.map(({ name }, place) => [name, place]))
  const isChanged = (row: number, column: string) => {
    const [from, to] = [placeBefore.get(column), placeAfter.get(column)]
    if (!KEEPS_ROWS.has(type) || from === undefined || to === undefined) return false
    return before.rows[row]?.[from] !== after.rows[row]?.[to]
  }
  const markOf = (name: string, newType: string): ColumnMark | undefined => {
    const place = placeBefore.get(name)
    if (place === undefined) return 'new'
    const isOther = before.columns[place]?.type !== newType || after.rows.some((_, row) => isChanged(row, name))
    return isOther ? 'changed' : undefined
  }
  return {
    before: marks(before, ({ name }) => (placeAfter.has(name) ? undefined : 'gone')),
    after: marks(after, ({ name, type: newType }) => markOf(name, newType)),
    isChanged,
    isGone: goneFrom(type, before, after),
  }
}

/** Steps that only leave rows out, and keep the order of the others. */
const LEAVES_OUT = new Set(['filter', 'limit'])

/** The rows after the step are looked for among those before it, one after the other: of as many shown, all that stay are shown. */
function goneFrom(type: string, before: SampleRows, after: SampleRows): (row: number) => boolean {
  if (!LEAVES_OUT.has(type)) return () => false
  const gone = new Set<number>()
  let next = 0
  for (const [place, row] of before.rows.entries()) {
    if (row.every((value, column) => value === after.rows[next]?.[column])) next++
    else gone.add(place)
  }
  return (row) => gone.has(row)
}

const marks = (
  { columns }: SampleRows,
  markOf: (column: SampleRows['columns'][number]) => ColumnMark | undefined,
): ReadonlyMap<string, ColumnMark> =>
  new Map(
    columns.flatMap((column) => {
      const mark = markOf(column)
      return mark ? [[column.name, mark] as const] : []
    }),
  )
