export const CRON_FIELDS = ['minute', 'hour', 'day', 'month', 'weekday'] as const

export type CronField = (typeof CRON_FIELDS)[number]

/** The minimum and the maximum of each field. */
export const CRON_RANGES: Readonly<Record<CronField, readonly [number, number]>> = {
  minute: [0, 59],
  hour: [0, 23],
  day: [1, 31],
  month: [1, 12],
  weekday: [0, 7],
}

export type CronProblem =
  | { readonly kind: 'field-count' }
  | { readonly kind: 'field'; readonly field: CronField; readonly value: string }
  | { readonly kind: 'never' }

/**
 * The reason why a cron expression is not a valid schedule, with the wrong field; nothing for a valid one.
 * @param nextOf the next time of an expression; nothing if there is none. Throws for an invalid expression
 */
export function cronProblem(cron: string, nextOf: (cron: string) => Date | undefined): CronProblem | undefined {
  const values = cron.trim().split(/\s+/)
  // The library also reads dates and nicknames such as @daily; here they are not valid schedules.
  if (values.length !== CRON_FIELDS.length) return { kind: 'field-count' }
  const isReadable = (expression: string) => {
    try {
      nextOf(expression)
      return true
    } catch {
      return false
    }
  }
  for (const [index, field] of CRON_FIELDS.entries()) {
    const value = values[index] ?? ''
    if (!isReadable(CRON_FIELDS.map((other) => (other === field ? value : '*')).join(' ')))
      return { kind: 'field', field, value }
  }
  return nextOf(cron) === undefined ? { kind: 'never' } : undefined
}
