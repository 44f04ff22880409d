/** What a run makes of the target of a stream: of what stands there, and of the rows that come. */
export const TARGET_EFFECTS = ['created', 'replaced', 'refilled', 'appended', 'upserted', 'sent'] as const

export type TargetEffect = (typeof TARGET_EFFECTS)[number]
