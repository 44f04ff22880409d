const DAY_MS = 24 * 60 * 60 * 1000

/** When something that was deleted is gone for good. */
export const daysAfter = (instant: Date, days: number): Date => new Date(instant.getTime() + days * DAY_MS)
