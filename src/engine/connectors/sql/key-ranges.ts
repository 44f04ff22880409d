import { defined } from '../../../core/catalog/defined.ts'
import type { Currency } from '../../ports/currency.ts'
import type { ValueType } from '../../ports/value-type.ts'
import { HASH_BITS, type KeyColumns, type KeyOrder, type KeyRange, type Spelling } from '../../ports/vanished-rows.ts'

export interface KeyColumn {
  readonly name: string
  readonly value: ValueType
  readonly currency?: Currency
  /** In its own system. */
  readonly type?: string
  /** Its texts may be equal although they differ. */
  readonly isLoose?: boolean
  readonly spelling?: Spelling
}

/** The text of a column in the spelling of both systems. @param catalog before the names of functions */
export function respelled(text: string, { spelling }: KeyColumn, catalog: string): string {
  switch (spelling) {
    case 'without spaces at the end':
      return `${catalog}rtrim(${text})`
    case 'in lower case':
      return `${catalog}lower(${text})`
    case 'without zeros at the beginning':
      return `TRIM(LEADING '0' FROM ${text})`
    default:
      return text
  }
}

/** Kinds of which two equal values have one text in all systems, as a key is hashed. */
const OF_ONE_TEXT: readonly ValueType['kind'][] = [
  ...(['boolean', 'integer', 'decimal', 'date', 'timestamp', 'text', 'bytes', 'uuid'] as const),
]

/** Whether two equal keys may have different texts, so that they may have different places by `hash`. */
export const mayBeRespelled = (columns: readonly KeyColumn[]): boolean =>
  columns.some(({ value, isLoose }) => isLoose || !OF_ONE_TEXT.includes(value.kind))

/** The named columns, in the order of the names. */
export const keyColumnsOf = (
  columns: readonly KeyColumn[],
  names: readonly string[],
  spellings: KeyColumns['spellings'] = {},
): readonly KeyColumn[] =>
  names.flatMap((name) => {
    const column = columns.find((one) => one.name === name)
    return column ? [defined({ ...column, spelling: spellings[name] })] : []
  })

/** The orders of a key with these columns, cheapest first: an index finds the ranges of `number`, while `hash` reads every key. */
export const keyOrdersOf = (columns: readonly KeyColumn[]): readonly KeyOrder[] => {
  const [first] = columns
  if (!first) return []
  const { value } = first
  const isNumber = columns.length === 1 && value.kind === 'integer' && !(value.bits === 64 && value.unsigned)
  return isNumber ? ['number', 'hash'] : ['hash']
}

/** Ranges that touch each other, as one: the first and the last place of each. */
export function joinedRanges(
  ranges: readonly KeyRange[],
): readonly { readonly first: bigint; readonly last: bigint }[] {
  const sorted = ranges.toSorted((one, other) => (one.first < other.first ? -1 : 1))
  const joined: { first: bigint; last: bigint }[] = []
  for (const range of sorted) {
    const last = lastOf(range)
    const before = joined.at(-1)
    if (before && before.last + 1n >= range.first) before.last = last
    else joined.push({ first: range.first, last })
  }
  return joined
}

export const lastOf = ({ first, bits }: KeyRange): bigint => first + (1n << BigInt(bits)) - 1n

/** How many of the first hexadecimal digits of a SHA-256 tell the range of this size in which a key is. */
export const digitsOf = (bits: number): number => (HASH_BITS - bits) / 4

/** Those digits of a range. */
export const prefixOf = ({ first, bits }: KeyRange): string =>
  (first >> BigInt(bits)).toString(16).padStart(digitsOf(bits), '0')

/** The digits of a SHA-256, from 1, that are summed: others than those of the place, and few enough for a number of 32 bits, whose sums cost the least. */
export const SUMMED_FROM = HASH_BITS / 4 + 1
export const SUMMED_DIGITS = 7
