/** What happens if the destination cannot store a row: the stream fails, or the row is stored separately and counted. */
export const INVALID_POLICIES = ['fail', 'reject'] as const

export type InvalidPolicy = (typeof INVALID_POLICIES)[number]
