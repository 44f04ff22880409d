/**
 * A sum over the keys of rows, whatever order they are in, that two systems work out by themselves and that comes out equal for equal keys.
 * Ways to do so have names, as formats have: two sides can be compared where they know a name in common.
 */
export interface KeyDigest {
  readonly name: string
  /** Columns, in the order of the key. */
  readonly columns: readonly string[]
}

/** Rows as a system's own query finds them. */
export interface RowsFound {
  readonly rows: number
  /** The sum, where one was asked for. */
  readonly keys?: string
}

/**
 * For keys of whole numbers of 64 bits at most, in any system whose SQL takes remainders with the sign of the dividend:
 * `x` = the remainder of the first column by P; then, column by column, `x` = (`x` × F + the remainder of the column) % P.
 * The digest is the sum of `x` and the sum of `x`², with a colon between: two rows that were exchanged for others have to agree in both.
 * No step leaves 64 bits, and the sums are exact.
 */
export const INTEGERS = 'integers'
export const P = 2_147_483_647
export const F = 1_000_003
