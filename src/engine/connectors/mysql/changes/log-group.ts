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
interface KeptEvent {
  readonly type: number
  readonly bytes: Buffer
}

/** More is read again from the log instead. */
const MAX_BYTES = 8 << 20

/** The rows of a prepared transaction, until it is committed or rolled back. */
export class KeptRows {
  #events: KeptEvent[] | undefined = []
  bytes = 0

  /** Absent: they are too many. */
  get events(): readonly KeptEvent[] | undefined {
    return this.#events
  }

  add(event: KeptEvent): void {
    this.bytes += event.bytes.length
    if (this.bytes > MAX_BYTES) this.drop()
    else this.#events?.push(event)
  }

  drop(): void {
    this.#events = undefined
    this.bytes = 0
  }
}
