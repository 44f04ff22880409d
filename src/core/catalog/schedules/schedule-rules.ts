/** What happens to a scheduled run whose flow is still running: it is skipped, or it starts when the other run has ended. */
export const OVERLAP_POLICIES = ['skip', 'queue'] as const

export type OverlapPolicy = (typeof OVERLAP_POLICIES)[number]

/** The code of a run that did not take place because the previous one was still active. */
export const SKIPPED = 'RUN_SKIPPED'

/**
 * How croner reads schedules, the same in the browser and on the server. Five fields: a minute is the smallest unit. When
 * clocks change, a skipped time of day (`30 2 * * *`) moves to the next existing moment, and a repeated one
 * counts once; intervals (`0 * * * *`) continue in real time.
 */
export const CRON_RULES = { mode: '5-part', fixedTimeRule: 'no-wildcard' } as const
