/** A row before and after the run: text in the order of the columns, null for no value. */
export interface RowChange {
  /** Absent for a row that would be new. */
  readonly before?: readonly (string | null)[]
  /** Absent for a row that would be removed. */
  readonly after?: readonly (string | null)[]
}

export interface RowChanges {
  readonly columns: readonly string[]
  /** At most a hundred of them. */
  readonly rows: readonly RowChange[]
  /** Instead of rows, if they would be sent in a message. */
  readonly message?: PlannedMessage
}

/** The message that a run would send. */
export interface PlannedMessage {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly attachment: { readonly name: string; readonly bytes: number }
}
