/** The position of an incremental stream. */
export interface StreamPosition {
  readonly entity: string
  readonly target: string
  readonly cursor: string
  /** In the source's notation; absent: it was reset, and the next run reads from the beginning. */
  readonly bound?: string
}
