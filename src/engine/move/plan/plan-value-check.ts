import { defined } from '../../../core/catalog/defined.ts'
import { CELL_HASHES, commonNotationOf } from '../../formats/common-text/cell-number.ts'
import type { Cell } from '../../ports/key-digest.ts'
import type { SourceColumn } from '../../ports/source.ts'
import type { Target, TargetSums } from '../../ports/target.ts'
import { TEXTS } from '../../ports/vanished-rows.ts'
import { keyAtSource, keyOf } from './key-at-source.ts'
import type { CheckedStream, KeyComparison } from './plan-check.ts'

/** Of a table that is read like a source, too. */
interface SummedStream extends Omit<CheckedStream, 'target'> {
  readonly target: { readonly columns: readonly string[]; readonly sums?: Pick<TargetSums, 'rows' | 'cells'> }
}

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
export function planValueCheck(stream: SummedStream): KeyComparison | undefined {
  const { source, entity, target, steps, mends } = stream
  const unchanged = target.columns.flatMap((landed) => {
    const read = keyAtSource([landed], steps)?.[0]
    return read === undefined || mends.some(({ column }) => column === landed) ? [] : [{ read, landed }]
  })
  const taken = target.sums?.rows(landedOf(unchanged)) ?? []
  const name = source.sums?.rows(entity, readOf(unchanged)).find((sum) => sum !== TEXTS && taken.includes(sum))
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
  { source, entity, target, columns, key }: SummedStream,
  unchanged: readonly UnchangedColumn[],
): KeyComparison | undefined {
  const theirs = source.sums?.cells(entity, readOf(unchanged))
  const ours = target.sums?.cells(landedOf(unchanged))
  const hash = theirs?.hashes.find((name) => ours?.hashes.includes(name))
  if (!theirs || !ours || hash === undefined) return undefined
  const summed = unchanged.flatMap((column, at) => {
    const landed = ours.cells[at]
    const read = readAs(theirs.cells[at], landed)
    return read && landed ? [{ ...column, cells: { read, landed } }] : []
  })
  const keys = keyOf(columns, key)
  if (summed.every(({ landed }) => keys.includes(landed))) return undefined
  const cells = comparedCells(hash, summed)
  if (theirs.table === undefined || theirs.table !== ours.table) return cells
  return { ...comparisonBy(theirs.table, unchanged), slower: cells }
}

/**
 * How the rows that are sent, as common text, are compared with those that arrive: for sources that sum nothing, and for rows that steps have made.
 * Values in their system's own notation are left out. @param columns as they reach the destination. @returns nothing if the destination sums none of the values
 */
export function planSentCheck(target: Target, columns: readonly SourceColumn[]): KeyComparison | undefined {
  const ours = target.sums?.cells(target.columns)
  const hash = Object.keys(CELL_HASHES).find((name) => ours?.hashes.includes(name))
  if (!ours || hash === undefined) return undefined
  const summed = target.columns.flatMap((name, at) => {
    const value = columns.find((column) => column.name === name)?.value
    const notation = value && commonNotationOf(value)
    const landed = target.nativeText?.includes(name) ? undefined : ours.cells[at]
    const read = readAs(notation && { notation, type: value.kind }, landed)
    return read && landed ? [{ read: name, landed: name, cells: { read, landed } }] : []
  })
  if (summed.length === 0) return undefined
  return { ...comparedCells(hash, summed), isOfSent: true }
}

interface SummedColumn extends UnchangedColumn {
  readonly cells: { readonly read: Cell; readonly landed: Cell }
}

const comparedCells = (hash: string, summed: readonly SummedColumn[]): KeyComparison =>
  withCells(comparisonBy(hash, summed), {
    read: summed.map((column) => column.cells.read),
    landed: summed.map((column) => column.cells.landed),
  })

/** How a cell is summed where it is read, so that the sum equals that of the cell that arrives. A UUID is always read in lower case. */
function readAs(read: Cell | undefined, landed: Cell | undefined): Cell | undefined {
  if (!read || !landed || read.notation === landed.notation) return read
  if (read.notation === 'uuid' && landed.notation === 'text') return read
  return read.notation === 'text' && landed.notation === 'filled text'
    ? { ...read, notation: 'filled text' }
    : undefined
}

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
export const comparisonOfOne = ({ read, landed, ...rest }: KeyComparison, at: number): KeyComparison => {
  const one = (digest: typeof read) => ({
    name: digest.name,
    columns: digest.columns.slice(at, at + 1),
    ...defined({ cells: digest.cells?.slice(at, at + 1) }),
  })
  return { ...rest, read: one(read), landed: one(landed) }
}
