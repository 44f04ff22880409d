import type { ColumnSide } from './step-names.ts'

/** A table or column that a flow refers to and that its source has no longer. */
export interface Repair {
  readonly table: string
  /** Absent: the table itself is gone. */
  readonly column?: string
  /** What it was when the flow last succeeded, where that is known. */
  readonly type?: string
  /** Where the flow refers to it, in the order of the flow. */
  readonly uses: readonly RepairUse[]
  /** What could take its place. */
  readonly choices: readonly string[]
  /** The one of them that is probably its new name. */
  readonly suggestion?: string
  /** Not where a choice would become empty, which means everything. */
  readonly isRemovable: boolean
}

export type RepairUse =
  /** The table is moved, or the column is among those that are chosen. */
  | { readonly kind: 'moved' }
  | { readonly kind: 'key' }
  | { readonly kind: 'cursor' }
  | { readonly kind: 'mapping'; readonly field: string }
  | StepUse

export interface StepUse {
  readonly kind: 'step'
  readonly id: string
  readonly type: string
  /** Beginning with 1. */
  readonly place: number
  /** Whose columns it names so; none where it works on the table itself. */
  readonly sides: readonly ColumnSide[]
  /** Removing takes the step away as a whole; else it goes on without the name. */
  readonly isRemoved: boolean
  /** The step works on other tables as well, which still have the column: only a person can say what is meant. */
  readonly isShared: boolean
}
