/** How a stream's rows were checked in the destination before they were put in place. */
export const CHECK_STATES = ['verified', 'counted', 'failed'] as const

export type CheckState = (typeof CHECK_STATES)[number]

/** The reasons why no keys were compared. */
export const UNCHECKED_REASONS = [
  /** The destination cannot be queried before the rows count; only its answer to the rows is known. */
  'answered',
  /** The rows are in a message, which has no keys. */
  'message',
  'no-key',
  /** Steps create other rows or other keys than those that were read. */
  'steps',
  'rejected',
  /** Only rows with chosen keys were read. */
  'some-rows',
  /** The two systems have no common digest for these types. */
  'types',
  /** The values were compared with those that were sent, but nobody counted the rows at the source. */
  'uncounted',
  /** The source's table was emptied or rewritten after the read. */
  'source-changed',
  /** Triggers or rules of the target have changed rows after they were compared. */
  'altered',
  /** The target keeps some values in a form of its own, in which a part of them may be lost. */
  'reshaped',
  /** An earlier attempt put the rows in place, and was interrupted before it could report. */
  'interrupted',
] as const

export type UncheckedReason = (typeof UNCHECKED_REASONS)[number]
