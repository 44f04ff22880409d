/** What happens to rows of a target, written by upsert, that the source no longer has: they stay, get the time in a column, or are removed. */
export const VANISHED_POLICIES = ['keep', 'mark', 'remove'] as const

export type VanishedPolicy = (typeof VANISHED_POLICIES)[number]

/** The column that gets the time, unless the stream names another one. */
export const MARK_COLUMN = 'deleted_at'

/** More than this share of the target's rows, in percent, stops the run, unless the stream names another one. */
export const VANISHED_PERCENT = 10

/** What a person decides about a run that was stopped because too many rows have vanished. */
export const VANISHED_DECISIONS = ['accept', 'keep'] as const

export type VanishedDecision = (typeof VANISHED_DECISIONS)[number]
