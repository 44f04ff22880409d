/** The change of a target by which it can store the rows of its stream. */
export interface TargetChange {
  readonly target: string
  /** Executed as it is. */
  readonly statement: string
  readonly columns: readonly {
    readonly name: string
    readonly type?: string
    readonly change: 'added' | 'widened'
  }[]
}
