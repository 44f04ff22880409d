/** Some of the rows that did not pass a check, as texts, in the order of the columns. */
export interface CheckRows {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}
