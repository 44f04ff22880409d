import type { AuditFilter } from '../../../core/audit/audit-filter.ts'
import { defined } from '../../../core/catalog/defined.ts'

interface InAddress {
  readonly action: string | undefined
  readonly person: string | undefined
  readonly from: string | undefined
  readonly to: string | undefined
}

/** The filter of the address in the form for the log: whole days of this browser's calendar, the last one included. */
export function auditFilterOf({ action, person, from, to }: InAddress): AuditFilter {
  const begin = startOf(from, 0)
  const end = startOf(to, 1)
  return defined({ action, actorUid: person, from: begin, to: end })
}

/** The start of a day, some days later; nothing for an invalid day. Without adding 24 hours, because a day may have 23 or 25. */
function startOf(day: string | undefined, daysLater: number): string | undefined {
  const start = new Date(`${day}T00:00`)
  if (Number.isNaN(start.getTime())) return undefined
  start.setDate(start.getDate() + daysLater)
  return start.toISOString()
}
