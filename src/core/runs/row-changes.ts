/** A row as it is and as it would be: text in the order of the columns, null where there is no value. */
export interface RowChange {
  /** Absent for a row that would be new. */
  readonly before?: readonly (string | null)[]
  /** Absent for a row that would be gone. */
  readonly after?: readonly (string | null)[]
}

export interface RowChanges {
  readonly columns: readonly string[]
  /** Some of them, a hundred at most. */
  readonly rows: readonly RowChange[]
  /** Instead of rows, where they would be sent in a message. */
  readonly message?: PlannedMessage
}

/** A message as a run would send it. */
export interface PlannedMessage {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly attachment: { readonly name: string; readonly bytes: number }
}
