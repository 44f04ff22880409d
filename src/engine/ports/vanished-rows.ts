import type { RowSink } from './source.ts'

/** What happens to rows of the target whose key the source no longer has. */
export interface VanishedHandling {
  /** The column that gets the time of the run. Absent: the rows are removed. */
  readonly column?: string
  /** The time of the run. */
  readonly at: Date
}

/**
 * How keys are laid out on a line of whole numbers, equally by two systems:
 * - `number`: a key of one signed whole-number column, of at most 64 bits, has its own value as its place;
 * - `hash`: the place is the first 48 bits of the SHA-256 of the key's text, the text of each column as `keyText` of a connector writes it.
 *   A destination that takes keys of different texts for equal says so (`mayBeRespelled`).
 */
export type KeyOrder = 'number' | 'hash'

/** The number of bits of a place by `hash`. */
export const HASH_BITS = 48

/** The places from `first` up to, but without, `first` + 2^`bits`; `first` is a multiple of 2^`bits`. */
export interface KeyRange {
  readonly first: bigint
  readonly bits: number
}

/** Keys of a table, by their columns in the order of the key. */
export interface KeyColumns {
  readonly order: KeyOrder
  readonly columns: readonly string[]
  /** Of columns whose values the two systems spell differently: what makes their texts equal. */
  readonly spellings?: Readonly<Record<string, Spelling>>
}

/** Spaces at the end of a text do not count, or neither does its case, or zeros at its beginning. */
export type Spelling = 'without spaces at the end' | 'in lower case' | 'without zeros at the beginning'

/** The keys in some ranges. */
export interface KeySelection extends KeyColumns {
  /** Absent: every key. */
  readonly within?: readonly KeyRange[]
  /** Only of rows in which this column is empty: not of those that are marked as gone. */
  readonly unmarked?: string
}

/** A question for the sums of ranges of this size. */
export interface KeyQuestion extends KeySelection {
  readonly bits: number
  /** Columns whose values are summed with the key. Different texts for one value only cost time. Absent: only keys are summed. */
  readonly values?: readonly string[]
  /** How rows are summed, one of the names that `sums.rows` of both sides have. Absent: `TEXTS`. */
  readonly by?: string
}

/** The sum of a row is taken from the SHA-256 of the texts of its key and its values, as `keyText` of a connector writes them. */
export const TEXTS = 'texts'

/** The keys of one range that is not empty. The sum is independent of their order, and equal for equal keys in all systems. */
export interface KeySum {
  readonly first: bigint
  readonly rows: number
  readonly sum: string
}

/** The smallest and the largest place of the keys of a table that is not empty. */
export interface KeySpan {
  readonly first: bigint
  readonly last: bigint
}

/** Receives keys of the source, in common text. */
export interface KeyIntake extends RowSink {
  /** Aborted, with a ConnectorError, as soon as a key is refused. */
  readonly failure: AbortSignal
  /** Compares the target's keys in the ranges with the received ones. @throws ConnectorError */
  finish(): Promise<void>
}

export interface VanishedFound {
  /** Rows of the target before the run, without those that were marked before. */
  readonly rows: number
  /** Those of them whose key the source no longer has. */
  readonly vanished: number
}

/**
 * Finds the rows of a target whose key the source no longer has, after all rows were staged and before they are put in place. Nothing in the
 * target changes; the rows that were found are removed or marked by `commit`. Rows with the key of a staged row are never among them.
 */
export interface VanishedSearch {
  /** Cheapest first. */
  readonly orders: readonly KeyOrder[]
  /** Equal keys may have different texts, and so be in different ranges: the source's keys of all ranges that differ are needed. */
  readonly mayBeRespelled: boolean
  /** For a run that has read every row: finds the rows whose key was not staged. @throws ConnectorError */
  takeUnstaged(): Promise<void>
  /** For the order `number`. @returns nothing if there is no key. @throws ConnectorError */
  span(): Promise<KeySpan | undefined>
  /** The sums of the keys that the target would have if nothing vanished. @throws ConnectorError */
  sums(question: Omit<KeyQuestion, 'columns'>): Promise<readonly KeySum[]>
  /** Takes the source's keys of these ranges: rows of the target without such a key have vanished. @throws ConnectorError */
  receive(ranges: Pick<Required<KeySelection>, 'order' | 'within'>): Promise<KeyIntake>
  /** @throws ConnectorError */
  found(): Promise<VanishedFound>
}
