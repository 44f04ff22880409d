/**
 * A sum over the keys of rows, independent of their order, that two systems compute separately and that is equal for equal keys.
 * Digests have names, as formats do: two sides can be compared if they support the same name.
 */
export interface KeyDigest {
  readonly name: string
  /** Columns, in the order of the key. */
  readonly columns: readonly string[]
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
