/**
 * A sum over the keys of rows, independent of their order, that two systems compute separately and that is equal for equal keys.
 * Digests have names, as formats do: two sides can be compared if they support the same name.
 */
export interface KeyDigest {
  readonly name: string
  /** Columns, in the order of the key. */
  readonly columns: readonly string[]
  /** The cells of these columns, for a sum of cells; see `CellSums`. */
  readonly cells?: readonly Cell[]
}

/**
 * How a value becomes a number, equally in all systems that have the notation:
 * - `whole`: the remainder by P, with the sign of the value; a boolean is 1 or 0. `day`: the days since the year 0. `moment`: the same for
 *   microseconds since 1970, in UTC.
 * - `decimal`: the hash of its text without zeros at the end. `double`: the hash of its shortest text if it is written without exponent, otherwise of
 *   its digits.
 * - `text`: the hash of its UTF-8. `filled text`: the same, and an empty text has no number. `uuid`: the hash of its text, in lower case. `bytes`:
 *   the hash of its bytes.
 * - `own …`: the hash of the system's own text, for two servers of one system.
 */
export type CellNotation =
  | 'whole'
  | 'day'
  | 'moment'
  | 'decimal'
  | 'double'
  | 'text'
  | 'filled text'
  | 'uuid'
  | 'bytes'
  | `own ${string}`

export interface Cell {
  readonly notation: CellNotation
  /** The type of its column, in its own system. */
  readonly type: string
}

/** What a system can sum of the values of some columns. */
export interface CellSums {
  /** The hashes that it has, cheapest first; the name of a digest is one of them. */
  readonly hashes: readonly string[]
  /** For each column. Absent: its values cannot be summed. */
  readonly cells: readonly (Cell | undefined)[]
  /** The name of a cheaper sum of whole tables, if these are all columns. Equal tables may differ in it, if they were created in different ways. */
  readonly table?: string
}

/** Rows as counted by a system's own query. */
export interface RowsFound {
  readonly rows: number
  /** The sum, if one was requested. */
  readonly keys?: string
}

/**
 * For whole-number keys of at most 64 bits, in any system whose SQL computes remainders with the sign of the dividend:
 * `x` = the remainder of the first column by P; then, column by column, `x` = (`x` × F + the remainder of the column) % P.
 * The digest is the sum of `x` and the sum of `x`², separated by a colon: exchanged rows would have to agree in both.
 * No step exceeds 64 bits, and the sums are exact.
 */
export const INTEGERS = 'integers'
export const P = 2_147_483_647
export const F = 1_000_003

/**
 * The number of a row in a sum of cells. The numbers of its cells, each times the factor of its column, are added; every 100 of them are replaced by the
 * remainder of their sum by P, and so are several of these remainders. The number is the remainder of `DIVIDEND` by this sum plus P plus 1. So the
 * sum over all rows changes if two rows exchange a cell, and each cell is computed once. Remainders have the sign of the dividend; no step exceeds 64
 * bits.
 */
export const factorOf = (column: number): number => ((column + 1) * 1_000_003) % LARGEST_FACTOR

/** Products of a number of a cell and a factor have at most 57 bits, so that a hundred of them can be added. */
const LARGEST_FACTOR = 16_777_213
export const ADDED = 100

/** The largest prime number of 63 bits. */
export const DIVIDEND = 9_223_372_036_854_775_783n

/** The number of a cell without a value: no hash of 32 bits and no remainder by P is larger. */
export const NO_VALUE = 4_400_000_009
