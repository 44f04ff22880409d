import type { GtidSet } from './gtid-set.ts'

/** The log must be read on from the place that has been reached, with tables as they are then. */
export class ReadAgain extends Error {}

/** A transaction that was prepared earlier, and as which one of the log it is committed. */
export interface CommittedElsewhere {
  readonly xid: string
  /** What stands in the log before its rows. */
  readonly before: GtidSet
  readonly gtid: string
  /** In milliseconds since 1970. */
  readonly committedAt: number
}

/** The rows of a transaction were too many to be kept: they must be read now, further ahead in the log. */
export class ReadPrepared extends Error {
  readonly wanted: CommittedElsewhere

  constructor(wanted: CommittedElsewhere) {
    super('the rows of a prepared transaction are needed')
    this.wanted = wanted
  }
}

/** They have been read. */
export class PreparedIsRead extends Error {}
