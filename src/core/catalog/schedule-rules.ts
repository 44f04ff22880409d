/** What happens to a scheduled run whose flow is still running: it is skipped, or it starts when the other run has ended. */
export const OVERLAP_POLICIES = ['skip', 'queue'] as const

export type OverlapPolicy = (typeof OVERLAP_POLICIES)[number]

/** The code of a run that did not take place because the one before it was still under way. */
export const SKIPPED = 'RUN_SKIPPED'

/**
 * How croner reads schedules, the same in the browser and on the server. Five fields: a minute is the finest. Where
 * clocks change, a time of day (`30 2 * * *`) that is left out comes at the next moment that exists, and one that comes
 * twice counts once; intervals (`0 * * * *`) go on in true time.
 */
export const CRON_RULES = { mode: '5-part', fixedTimeRule: 'no-wildcard' } as const
