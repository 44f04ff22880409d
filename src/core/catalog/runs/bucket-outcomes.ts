/** How the runs of a flow ended in a part of a period. */
export const BUCKET_OUTCOMES = ['succeeded', 'failed', 'mixed'] as const

export type BucketOutcome = (typeof BUCKET_OUTCOMES)[number]
