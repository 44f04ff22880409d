import { HASH_BITS, type KeyOrder, type KeyRange, type KeySpan, type KeySum } from '../../ports/vanished-rows.ts'

/** Keys of a range with at most so many are compared one by one. */
const FEW_KEYS = 16

/** A range is divided into parts of about so many keys. */
const KEYS_OF_PART = 4

interface Questions {
  /** How many ranges one question names: each is a search in an index, or a number in the list of a scan of all keys. */
  readonly named: number
  /** The sizes of ranges differ by a multiple of so many bits: ranges of hashes are told by their hexadecimal digits. */
  readonly step: number
  /** The most ranges of one answer, as a power of two: some megabytes while it is compared. */
  readonly answer: number
}

export const QUESTIONS: Readonly<Record<KeyOrder, Questions>> = {
  number: { named: 256, step: 1, answer: 15 },
  hash: { named: 4_096, step: 4, answer: 16 },
}

/** After an answer of so many sums the memory that it took is collected. */
const LARGE_ANSWER = 8_192

/** A range is divided into at most so many parts, as a power of two. */
const PART_BITS = 8

/** A range whose sums differ, with the number of its keys on both sides. */
export interface DifferingRange extends KeyRange {
  readonly source: number
  readonly target: number
}

/** The size of the ranges of the first question, which cover every key. @returns nothing if neither side has a key */
export function firstBits(order: KeyOrder, spans: readonly (KeySpan | undefined)[]): number | undefined {
  const { answer } = QUESTIONS[order]
  if (order === 'hash') return HASH_BITS - answer
  const ends = spans
    .flatMap((span) => (span ? [span.first, span.last] : []))
    .sort((one, other) => (one < other ? -1 : 1))
  const [first, last] = [ends[0], ends.at(-1)]
  if (first === undefined || last === undefined) return undefined
  let bits = 0
  while ((last >> BigInt(bits)) - (first >> BigInt(bits)) >= 1n << BigInt(answer)) bits++
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
  // The heap would grow by several answers before they are collected as garbage.
  if (source.length + target.length > LARGE_ANSWER) globalThis.gc?.()
  return [...differing, ...[...left.values()].map(({ first, rows }) => ({ first, bits, source: 0, target: rows }))]
}

/** All ranges of this size in which one side has keys. */
export function allRanges(
  bits: number,
  source: readonly KeySum[],
  target: readonly KeySum[],
): readonly DifferingRange[] {
  const left = new Map(target.map(({ first, rows }) => [first, rows]))
  const ranges = source.map(({ first, rows }) => {
    const there = left.get(first) ?? 0
    left.delete(first)
    return { first, bits, source: rows, target: there }
  })
  return [...ranges, ...[...left].map(([first, rows]) => ({ first, bits, source: 0, target: rows }))]
}

/** Whether its keys are compared one by one. Without keys of the source, none travels. */
export const isLeaf = ({ bits, source, target }: DifferingRange): boolean =>
  bits === 0 || source === 0 || Math.max(source, target) <= FEW_KEYS

/** The next ranges to divide, all of one size, and the size of their parts. */
export function nextParts(
  ranges: readonly DifferingRange[],
  order: KeyOrder,
): { readonly ranges: readonly DifferingRange[]; readonly bits: number; readonly rest: readonly DifferingRange[] } {
  const { named, step, answer } = QUESTIONS[order]
  const { bits = 0 } = ranges[0] ?? {}
  const most = ranges.reduce((keys, { source, target }) => Math.max(keys, source, target), 0)
  const wanted = Math.round(Math.log2(Math.max(most / KEYS_OF_PART, 2)))
  const fewer = Math.floor(wanted / step) * step
  const parts = Math.min(most <= FEW_KEYS * 2 ** fewer ? Math.max(fewer, step) : fewer + step, PART_BITS, bits)
  const count = Math.min(named, Math.ceil(2 ** answer / Math.min(2 ** parts, most)))
  return { ranges: ranges.slice(0, count), bits: bits - parts, rest: ranges.slice(count) }
}
