/** A transaction or a statement in the log, from its global id to its end. */
export interface LogGroup {
  readonly gtid: string
  /** The destination has it. */
  readonly isKnown: boolean
  /** Ends with its first statement. Absent: the statement tells (MySQL). */
  readonly isStatement: boolean | undefined
  /** Of a transaction that is only prepared: its rows wait here until it is committed. */
  readonly xid: string | undefined
  /** In milliseconds since 1970, if the global id has it. */
  readonly committedAt: number | undefined
}

/** An event that waits for the end of its prepared transaction. */
export interface KeptEvent {
  readonly type: number
  readonly bytes: Buffer
}
