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

/** Which target is to be changed. */
export interface WantedTargetChange {
  readonly entity: string
  /** It gets another name, and the next run creates it again. Absent: it gets the columns of its stream. */
  readonly again?: true
}
