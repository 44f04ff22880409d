const DAY_MS = 24 * 60 * 60 * 1000

/** The time of the permanent deletion. */
export const daysAfter = (instant: Date, days: number): Date => new Date(instant.getTime() + days * DAY_MS)
