/** How far an incremental stream has been read. */
export interface StreamPosition {
  readonly entity: string
  readonly target: string
  readonly cursor: string
  /** As the source writes it; absent: it was reset, and the next run starts from the beginning. */
  readonly bound?: string
}
