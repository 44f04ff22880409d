/** A table that is gone at the source, or only a column of it. */
export interface GoneAtSource {
  readonly table: string
  readonly column?: string
}
