const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The unit, in milliseconds, in which the marks of an axis are round numbers. */
export const timeUnit = (highest: number): number =>
  [DAY, HOUR, MINUTE, SECOND].find((unit) => highest >= 3 * unit) ?? 1
