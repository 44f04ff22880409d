import type { Cell } from '../../ports/key-digest.ts'
import { TEXTS } from '../../ports/vanished-rows.ts'
import { keyAtSource, keyOf } from './key-at-source.ts'
import type { CheckedStream, KeyComparison } from './plan-check.ts'

/** A column that arrives as it was read. */
interface UnchangedColumn {
  readonly read: string
  readonly landed: string
}

/**
 * How the values are compared: by a hash of whole rows if both systems have the same, otherwise by a sum of the cells of all columns for which
 * both have the same notation, and by their own sums of whole tables if these are equal.
 * @returns nothing if no values besides the key can be compared
 */
export function planValueCheck(stream: CheckedStream): KeyComparison | undefined {
  const { source, entity, target, steps, mends } = stream
  const unchanged = target.columns.flatMap((landed) => {
    const read = keyAtSource([landed], steps)?.[0]
    return read === undefined || mends.some(({ column }) => column === landed) ? [] : [{ read, landed }]
  })
  const taken = target.rowSums?.(landedOf(unchanged)) ?? []
  const name = source.rowSums?.(entity, readOf(unchanged)).find((sum) => sum !== TEXTS && taken.includes(sum))
  return name === undefined ? cellComparison(stream, unchanged) : comparisonBy(name, unchanged)
}

const readOf = (columns: readonly UnchangedColumn[]) => columns.map(({ read }) => read)
const landedOf = (columns: readonly UnchangedColumn[]) => columns.map(({ landed }) => landed)

const comparisonBy = (name: string, columns: readonly UnchangedColumn[]): KeyComparison => ({
  read: { name, columns: readOf(columns) },
  landed: { name, columns: landedOf(columns) },
  areValues: true,
})

function cellComparison(
  { source, entity, target, columns, key }: CheckedStream,
  unchanged: readonly UnchangedColumn[],
): KeyComparison | undefined {
  const theirs = source.cellSums?.(entity, readOf(unchanged))
  const ours = target.cellSums?.(landedOf(unchanged))
  const hash = theirs?.hashes.find((name) => ours?.hashes.includes(name))
  if (!theirs || !ours || hash === undefined) return undefined
  const summed = unchanged.flatMap((column, at) => {
    const [read, landed] = [theirs.cells[at], ours.cells[at]]
    return read && landed && arrivesAs(read, landed) ? [{ ...column, cells: { read, landed } }] : []
  })
  const keys = keyOf(columns, key)
  if (summed.every(({ landed }) => keys.includes(landed))) return undefined
  const cells = withCells(comparisonBy(hash, summed), {
    read: summed.map((column) => column.cells.read),
    landed: summed.map((column) => column.cells.landed),
  })
  if (theirs.table === undefined || theirs.table !== ours.table) return cells
  return { ...comparisonBy(theirs.table, unchanged), slower: cells }
}

/** A UUID is always read in lower case. */
const arrivesAs = (read: Cell, landed: Cell): boolean =>
  read.notation === landed.notation || (read.notation === 'uuid' && landed.notation === 'text')

const withCells = (
  { read, landed, ...rest }: KeyComparison,
  cells: { readonly read: readonly Cell[]; readonly landed: readonly Cell[] },
): KeyComparison => ({
  ...rest,
  read: { ...read, cells: cells.read },
  landed: { ...landed, cells: cells.landed },
})

/** The same comparison without some columns of the source. @returns nothing if it has only sums of whole tables, or no columns are left */
export function comparisonWithout(comparison: KeyComparison, columns: ReadonlySet<string>): KeyComparison | undefined {
  if (!comparison.read.columns.some((name) => columns.has(name))) return comparison
  if (comparison.slower) return comparisonWithout(comparison.slower, columns)
  const { read, landed } = comparison
  if (!read.cells || !landed.cells) return undefined
  const isKept = (_: unknown, at: number) => !columns.has(read.columns[at] ?? '')
  if (!read.columns.some(isKept)) return undefined
  const kept = (digest: typeof read) => ({
    ...digest,
    columns: digest.columns.filter(isKept),
    cells: digest.cells?.filter(isKept) ?? [],
  })
  return { ...comparison, read: kept(read), landed: kept(landed) }
}

/** The comparison of one of its columns. */
export const comparisonOfOne = ({ read, landed }: KeyComparison, at: number): KeyComparison => {
  const one = (digest: typeof read) => ({
    name: digest.name,
    columns: digest.columns.slice(at, at + 1),
    ...(digest.cells && { cells: digest.cells.slice(at, at + 1) }),
  })
  return { read: one(read), landed: one(landed), areValues: true }
}
