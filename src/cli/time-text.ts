/** A point in time in whole seconds, in UTC, as it is read in logs: `2026-11-26T15:40:47Z`. Nothing if there is none. */
export const timeText = (instant: string | null | undefined): string =>
  instant == null ? '' : `${new Date(instant).toISOString().slice(0, 19)}Z`
