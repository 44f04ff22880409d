import type { RunError } from '../../runs/run.ts'
import type { ColumnSide } from './step-names.ts'

/** A table or column that a flow refers to and that its source no longer has, or no longer shows. */
export interface MissingObject {
  readonly table: string
  /** Absent: the table itself is missing. */
  readonly column?: string
  /** Its type when the flow last succeeded, if known. */
  readonly type?: string
  /** The uses in the flow, in the order of the flow. */
  readonly uses: readonly MissingUse[]
  /** Possible replacements. */
  readonly choices: readonly string[]
  /** Of a table without a chosen target: where its rows have arrived. Those of a replacement go on to the same place. */
  readonly target?: string
  /** Of a column: new columns that get its name, because readers of the destination know it. Others would be missing under their own. */
  readonly renamed?: readonly string[]
  /** Of a column that a step renames: the name that the step gives it, if the source has that again. The step is not needed any more. */
  readonly undone?: string
  /** The replacement that is probably its new name. */
  readonly suggestion?: string
  /** The account of the source may not read it: it is not gone. */
  readonly refusal?: RunError
  /** Not offered if a selection would become empty, because that would mean everything. */
  readonly isRemovable: boolean
}

export type MissingUse =
  /** The table is moved, or the column is selected. */
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
  /** The table whose columns it names; none if it works on the table itself. */
  readonly sides: readonly ColumnSide[]
  /** Removing deletes the whole step; otherwise the step stays without the name. */
  readonly isRemoved: boolean
  /** The step also works on other tables that still have the column: only a person can decide. */
  readonly isShared: boolean
}
