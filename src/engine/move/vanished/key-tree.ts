import { HASH_BITS, type KeyOrder, type KeyRange, type KeySpan, type KeySum } from '../../ports/vanished-rows.ts'

/** Keys of a range with at most so many are compared one by one. */
const FEW_KEYS = 16

/** A range is divided into parts of about so many keys. */
const KEYS_OF_PART = 4

/** The most ranges of one answer, as a power of two: some megabytes while it is compared. */
const ANSWER_BITS = 16

/** A range is divided into at most so many parts, as a power of two. */
const PART_BITS = 8

/** A range whose sums differ, with the number of its keys on both sides. */
export interface DifferingRange extends KeyRange {
  readonly source: number
  readonly target: number
}

/** The size of the ranges of the first question, which cover every key. @returns nothing if neither side has a key */
export function firstBits(order: KeyOrder, spans: readonly (KeySpan | undefined)[]): number | undefined {
  if (order === 'hash') return HASH_BITS - ANSWER_BITS
  const ends = spans
    .flatMap((span) => (span ? [span.first, span.last] : []))
    .sort((one, other) => (one < other ? -1 : 1))
  const [first, last] = [ends[0], ends.at(-1)]
  if (first === undefined || last === undefined) return undefined
  let bits = 0
  while ((last >> BigInt(bits)) - (first >> BigInt(bits)) >= 1n << BigInt(ANSWER_BITS)) bits++
  return bits
}

/** The ranges of this size whose keys differ. */
export function differingRanges(
  bits: number,
  source: readonly KeySum[],
  target: readonly KeySum[],
): readonly DifferingRange[] {
  const left = new Map(target.map((sum) => [sum.first, sum]))
  const differing: DifferingRange[] = []
  for (const { first, rows, sum } of source) {
    const there = left.get(first)
    left.delete(first)
    if (there?.rows !== rows || there.sum !== sum)
      differing.push({ first, bits, source: rows, target: there?.rows ?? 0 })
  }
  return [...differing, ...[...left.values()].map(({ first, rows }) => ({ first, bits, source: 0, target: rows }))]
}

/** Whether its keys are compared one by one. Without keys of the source, none travels. */
export const isLeaf = ({ bits, source, target }: DifferingRange): boolean =>
  bits === 0 || source === 0 || Math.max(source, target) <= FEW_KEYS

/**
 * The next ranges to divide, all of one size, and the size of their parts.
 * @param named how many ranges one question may name. @param step the sizes of ranges differ by a multiple of so many bits
 */
export function nextParts(
  ranges: readonly DifferingRange[],
  { named, step }: { readonly named: number; readonly step: number },
): { readonly ranges: readonly DifferingRange[]; readonly bits: number; readonly rest: readonly DifferingRange[] } {
  const { bits = 0 } = ranges[0] ?? {}
  const most = ranges.reduce((keys, { source, target }) => Math.max(keys, source, target), 0)
  const wanted = Math.round(Math.log2(Math.max(most / KEYS_OF_PART, 2)))
  const fewer = Math.floor(wanted / step) * step
  const parts = Math.min(most <= FEW_KEYS * 2 ** fewer ? Math.max(fewer, step) : fewer + step, PART_BITS, bits)
  const count = Math.min(named, Math.ceil(2 ** ANSWER_BITS / Math.min(2 ** parts, most)))
  return { ranges: ranges.slice(0, count), bits: bits - parts, rest: ranges.slice(count) }
}
