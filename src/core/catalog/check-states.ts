/** How far a stream's rows were looked at in the destination before they were put in place. */
export const CHECK_STATES = ['verified', 'counted', 'failed'] as const

export type CheckState = (typeof CHECK_STATES)[number]

/** Why no keys were compared. */
export const UNCHECKED_REASONS = [
  /** The destination cannot be asked before the rows count; its answer to what it took is all there is. */
  'answered',
  'no-key',
  /** Steps make other rows or other keys of those that were read. */
  'steps',
  'rejected',
  /** The two systems have no sum over these types in common. */
  'types',
  /** The source's table was emptied or rewritten after it was read. */
  'source-changed',
  /** An earlier attempt put the rows in place, and was interrupted before it could tell. */
  'interrupted',
] as const

export type UncheckedReason = (typeof UNCHECKED_REASONS)[number]
