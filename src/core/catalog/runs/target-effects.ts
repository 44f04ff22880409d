/** What a run does with the target of a stream: with the existing rows, and with the new ones. */
export const TARGET_EFFECTS = ['created', 'replaced', 'refilled', 'appended', 'upserted', 'sent'] as const

export type TargetEffect = (typeof TARGET_EFFECTS)[number]
