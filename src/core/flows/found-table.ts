/** A table with a flow that moves it. */
export interface FoundTable {
  readonly entity: string
  /** Absent: the destination names it. */
  readonly target?: string
  readonly flow: { readonly id: string; readonly name: string }
}
