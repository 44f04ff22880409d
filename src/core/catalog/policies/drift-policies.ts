/** What happens to a stream when its source has changed its columns: the target follows, new columns are left out, or the run stops. */
export const DRIFT_POLICIES = ['follow', 'ignore', 'stop'] as const

export type DriftPolicy = (typeof DRIFT_POLICIES)[number]
