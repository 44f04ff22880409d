import { defined } from '../../../core/catalog/defined.ts'
import { RowDecoder } from '../../formats/common-text/row-decoder.ts'
import { type RowChange, SHOWN_CHARACTERS, SHOWN_ROWS } from '../../ports/dry-run.ts'
import type { KeyReader, Source, SourceEntity } from '../../ports/source.ts'
import { COMMON_TEXT, type Field, type ValueType } from '../../ports/value-type.ts'
import type { KeyColumns, KeyOrder, KeyRange, Spelling } from '../../ports/vanished-rows.ts'
import { at } from '../run/errors-at.ts'
import {
  allRanges,
  type DifferingRange,
  differingRanges,
  firstBits,
  isLeaf,
  nextParts,
  QUESTIONS,
} from '../vanished/key-tree.ts'
import { isSameValue, spelled } from './same-value.ts'

/** One of the two tables; both are read as sources are. */
export interface ComparedTable {
  readonly side: 'source' | 'destination'
  readonly from: Source
  /** Absent: that of `from`. */
  readonly read?: Source['read']
  readonly keys: KeyReader
  readonly entity: SourceEntity
  /** The columns that identify rows, and those that are compared, with the names of this table. */
  readonly key: readonly string[]
  readonly values: readonly string[]
  /** Columns that are read in the notation of their system. */
  readonly nativeText: readonly string[]
  readonly spellings?: KeyColumns['spellings']
  /** The column in which rows are marked that the source does not have any more: only others are compared. */
  readonly unmarked?: string
}

export interface Comparison {
  readonly source: ComparedTable
  readonly target: ComparedTable
  readonly order: KeyOrder
  /** How both servers sum rows. */
  readonly by: string
  /** The kinds of the key and then of the values, and how two texts of them are made equal. */
  readonly kinds: readonly ValueType[]
  readonly spellings: readonly (Spelling | undefined)[]
  /** Steps leave out rows of the source: those that the target lacks are only counted. */
  readonly leavesOut: boolean
  /** Sums tell nothing of the values: the rows of all ranges are read. */
  readonly readsAll?: true
  /** Receives every row that differs, with its key and values uncut: the target's before the source's. Absent: only some are read. */
  readonly onDifferent?: (row: RowChange) => void
  readonly signal: AbortSignal
}

/** What two tables do not have in common. */
export interface TableDifferences {
  /** Rows of the source that the target lacks, rows with other values, rows that only the target has, and equal rows. */
  readonly missing: number
  readonly changed: number
  readonly extra: number
  readonly equal: number
  /** Some of them: the target's row before the source's. */
  readonly sample: readonly RowChange[]
  /** The ranges of keys in which the source has rows that differ; cut off at `MAX_RANGES`. */
  readonly ranges: readonly KeyRange[]
  /** The same, with ranges in which only the target has rows. */
  readonly places: readonly KeyRange[]
}

/** As many ranges can be sent again in one run. */
export const MAX_RANGES = 4_096

/**
 * Compares two tables range by range: each server sums the rows of ranges of keys; ranges whose sums differ are divided until they are small,
 * and only their rows are read, from both sides, and compared value by value. Memory is the same for tables of any size.
 * @throws ConnectorError, or the signal's reason
 */
export async function compareTables(comparison: Comparison): Promise<TableDifferences> {
  const { order, signal } = comparison
  const found = new Found()
  const bits = firstBits(order, order === 'number' ? await spansOf(comparison) : [])
  if (bits === undefined) return found.result(0)
  const first = await sums(comparison, bits)
  const { named } = QUESTIONS[order]
  const waiting: (readonly DifferingRange[])[] = [first.differing]
  for (let ranges = waiting.pop(); ranges; ranges = waiting.pop()) {
    signal.throwIfAborted()
    const isSmall = comparison.readsAll ? isRead : hasFew
    const small = ranges.filter(isSmall)
    for (let from = 0, some = together(small, 0, named); some.length > 0; some = together(small, from, named)) {
      await compareRows(comparison, some, found)
      from += some.length
    }
    const large = ranges.filter((range) => !isSmall(range))
    if (large.length === 0) continue
    const { bits: size, ranges: divided, rest } = nextParts(large, order)
    if (rest.length > 0) waiting.push(rest)
    waiting.push((await sums(comparison, size, divided)).differing)
  }
  return found.result(comparison.readsAll ? found.read : first.rows)
}

/** So many rows of one side are in memory at once, unless a range has more. */
const ROWS_AT_ONCE = 4_096

/** The next ranges of which the rows are read together. */
function together(ranges: readonly DifferingRange[], from: number, named: number): readonly DifferingRange[] {
  let [to, rows] = [from, 0]
  for (; to < ranges.length && to < from + named && rows < ROWS_AT_ONCE; to++)
    rows += Math.max(ranges[to]?.source ?? 0, ranges[to]?.target ?? 0)
  return ranges.slice(from, to)
}

/** A range of which all rows are read. */
const isRead = ({ bits, source, target }: DifferingRange) => bits === 0 || Math.max(source, target) <= ROWS_AT_ONCE / 8

/** Compares only the rows in small ranges that have differed before. @throws ConnectorError, or the signal's reason */
export async function compareRanges(comparison: Comparison, places: readonly KeyRange[]): Promise<TableDifferences> {
  const { named } = QUESTIONS[comparison.order]
  const found = new Found()
  const ranges = places.map((place) => ({ ...place, source: 1, target: 1 }))
  for (let from = 0; from < ranges.length; from += named)
    await compareRows(comparison, ranges.slice(from, from + named), found)
  return found.result(0)
}

/** Without rows on one side, the others need not be divided further: all of them differ. */
const hasFew = (range: DifferingRange) => isLeaf(range) || range.target === 0

class Found {
  missing = 0
  changed = 0
  extra = 0
  /** Rows of the source that were read. */
  read = 0
  readonly #sample: RowChange[] = []
  readonly #ranges: KeyRange[] = []
  readonly #places: KeyRange[] = []

  get hasRoom(): boolean {
    return this.#sample.length < SHOWN_ROWS
  }

  show(before: readonly Field[] | undefined, after: readonly Field[] | undefined): void {
    if (!this.hasRoom) return
    this.#sample.push(defined({ before: before?.map(cut), after: after?.map(cut) }))
  }

  note(range: KeyRange): void {
    add(this.#ranges, range)
    this.place(range)
  }

  place(range: KeyRange): void {
    add(this.#places, range)
  }

  /** @param rows of the source */
  result(rows: number): TableDifferences {
    const { missing, changed, extra } = this
    return {
      missing,
      changed,
      extra,
      equal: rows - missing - changed,
      sample: this.#sample,
      ranges: this.#ranges,
      places: this.#places,
    }
  }
}

function add(ranges: KeyRange[], { first, bits }: KeyRange): void {
  if (ranges.length < MAX_RANGES) ranges.push({ first, bits })
}

const cut = (value: Field): Field => value?.slice(0, SHOWN_CHARACTERS) ?? null

const spansOf = ({ source, target }: Comparison) =>
  Promise.all([source, target].map(({ side, keys, entity, key }) => at(side, keys.span(entity, key[0] ?? ''))))

/** The ranges of this size whose rows differ, and the number of the source's rows in all of them. */
async function sums({ source, target, order, by, readsAll }: Comparison, bits: number, within?: readonly KeyRange[]) {
  const question = { order, bits, ...defined({ within }) }
  const [there = [], here = []] = await Promise.all(
    [source, target].map(({ side, keys, entity, key, values, unmarked, spellings }) => {
      const summed = readsAll ? {} : { by, values }
      return at(side, keys.sums(entity, { ...question, ...summed, columns: key, ...defined({ unmarked, spellings }) }))
    }),
  )
  const rows = there.reduce((sum, range) => sum + range.rows, 0)
  return { rows, differing: readsAll ? allRanges(bits, there, here) : differingRanges(bits, there, here) }
}

/** Rows of ranges in which only one side has any. */
async function countAlone(comparison: Comparison, alone: readonly DifferingRange[], found: Found): Promise<void> {
  const { source, target, leavesOut } = comparison
  for (const range of alone) {
    found.missing += range.source
    found.extra += range.target
    if (range.source > 0) found.note(range)
    else found.place(range)
  }
  if (!found.hasRoom) return
  if (!leavesOut) for (const row of await rowsIn(comparison, source, alone, SHOWN_ROWS)) found.show(undefined, row)
  for (const row of await rowsIn(comparison, target, alone, SHOWN_ROWS)) found.show(row, undefined)
}

/** Reads the rows of small ranges from both sides. */
async function compareRows(comparison: Comparison, ranges: readonly DifferingRange[], found: Found): Promise<void> {
  const { source, target, kinds, spellings, leavesOut, readsAll } = comparison
  const isAlone = (range: DifferingRange) => !readsAll && (range.source === 0 || range.target === 0)
  await countAlone(comparison, ranges.filter(isAlone), found)
  const both = ranges.filter((range) => !isAlone(range))
  const [theirs, ours] = await Promise.all([rowsIn(comparison, source, both), rowsIn(comparison, target, both)])
  const keyOf = (row: readonly Field[]) =>
    JSON.stringify(
      source.key.map((_, column) => spelled(row[column] ?? '', kinds[column]?.kind ?? 'text', spellings[column])),
    )
  const left = new Map(ours.map((row) => [keyOf(row), row]))
  found.read += theirs.length
  let isDifferent = false
  const report = (row: RowChange) => comparison.onDifferent?.(row)
  for (const row of theirs) {
    const key = keyOf(row)
    const own = left.get(key)
    left.delete(key)
    if (
      own &&
      row.every((value, column) => isSameValue(value, own[column] ?? null, kinds[column] ?? TEXT, spellings[column]))
    )
      continue
    isDifferent = true
    if (own) found.changed++
    else found.missing++
    if (own || !leavesOut) found.show(own, row)
    report(defined({ before: own, after: row }))
  }
  for (const row of left.values()) {
    found.extra++
    found.show(row, undefined)
    report({ before: row })
  }
  if (isDifferent) for (const range of both) found.note(range)
  else if (left.size > 0) for (const range of both) found.place(range)
}

const TEXT: ValueType = { kind: 'text' }

/** @param limit absent: all rows */
async function rowsIn(
  { order, signal, onDifferent }: Pick<Comparison, 'order' | 'signal' | 'onDifferent'>,
  { side, from, read, entity, key, values, nativeText, unmarked, spellings }: ComparedTable,
  within: readonly KeyRange[],
  limit?: number,
): Promise<readonly (readonly Field[])[]> {
  if (within.length === 0) return []
  const decoder = new RowDecoder({ showsReplacements: !onDifferent })
  const rows: (readonly Field[])[] = []
  const sink = {
    write: (frames: Buffer) => {
      rows.push(...decoder.push(frames))
      return true
    },
    drained: async () => {},
  }
  const keys = { order, columns: key, within, ...defined({ unmarked, spellings }) }
  const limited = limit === undefined ? {} : { limit }
  const request = { entity, columns: [...key, ...values], format: COMMON_TEXT, nativeText, keys, ...limited }
  await at(side, read ? read(request, sink, signal) : from.read(request, sink, signal))
  return limit === undefined ? rows : rows.slice(0, limit)
}
