/** What the account of a source may not read of a table. */
export interface RefusedAtSource {
  readonly table: string
  /** None: the whole table. */
  readonly columns: readonly string[]
}
