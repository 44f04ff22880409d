/** What becomes of a stream's run when a row cannot stand in the destination: it fails, or the row is kept aside and counted. */
export const INVALID_POLICIES = ['fail', 'reject'] as const

export type InvalidPolicy = (typeof INVALID_POLICIES)[number]
