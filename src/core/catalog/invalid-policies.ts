/** What happens when the destination cannot hold a row: the run of the stream fails, or the row is stored separately and counted. */
export const INVALID_POLICIES = ['fail', 'reject'] as const

export type InvalidPolicy = (typeof INVALID_POLICIES)[number]
