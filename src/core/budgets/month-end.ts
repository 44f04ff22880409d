/** From less of a month nothing can be said about all of it. */
const LEAST_SHARE = 1 / 31

/**
 * What will be spent at the end of a calendar month (UTC) if it goes on like this; nothing on its first day.
 * @param month its first day, as `2026-01-01`
 */
export function monthEnd(spent: number, month: string, now: number): number | undefined {
  const start = Date.parse(`${month}T00:00:00Z`)
  const begun = new Date(start)
  const end = Date.UTC(begun.getUTCFullYear(), begun.getUTCMonth() + 1, 1)
  const share = (now - start) / (end - start)
  return share >= LEAST_SHARE ? spent / Math.min(share, 1) : undefined
}
