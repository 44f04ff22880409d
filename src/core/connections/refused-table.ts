import type { RunError } from '../runs/run.ts'

/** A table that discovery did not show, or columns of one. */
export interface AbsentTable {
  readonly entity: string
  /** None: the whole table. */
  readonly columns: readonly string[]
}

/** One that the account of the source may not read: it is not gone. */
export interface RefusedTable extends AbsentTable {
  readonly error: RunError
}
