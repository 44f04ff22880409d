import type { LogPosition } from '../ports/change-source.ts'

interface CutRequest {
  /** Whether the snapshot sees the rows of a transaction. */
  readonly sees: (transaction: string) => boolean
  /** Whether everything that the snapshot sees lies before a place in the log. */
  readonly isBefore: (position: LogPosition) => boolean
  /** Called when the destination has exactly what the snapshot sees; nothing is applied until it settles. Never rejects. */
  readonly onReached: () => Promise<void>
  /** The snapshot is no place in the log: it sees a transaction, but not one that was committed before. */
  readonly onMissed: () => void
}

/**
 * Where a batch has to end: after exactly the transactions that a snapshot of the source sees. The log has them in the order of their commits, and a
 * commit may be in the log for a moment before it is visible, so not every snapshot is such a place.
 */
export class LogCut {
  readonly request: CutRequest
  /** A transaction has come that the snapshot does not see, or everything that it sees. */
  isEnded = false
  /** Everything that the snapshot sees has come. */
  isPassed = false
  /** The batch that ends there is being applied, or has been. */
  isTaken = false

  constructor(request: CutRequest) {
    this.request = request
  }
}
