import { Cron } from 'croner'
import { counted, estimated, type Figure } from '../../../core/catalog/estimates/figure.ts'
import { CRON_RULES } from '../../../core/catalog/schedules/schedule-rules.ts'
import type { Schedule } from '../../store/flows/flow-config.ts'

/** Every hour of a month is counted; more would block the process for too long. */
const MAX_COUNTED = 1_000

const DAY_MS = 86_400_000

/**
 * How often a schedule is due in the next days; for a very frequent one, as often as in its first thousand times.
 * @throws if the expression or the time zone is invalid
 */
export function countFirings({ cron, timezone }: Schedule, from: Date, days: number): Figure {
  const schedule = new Cron(cron, { ...CRON_RULES, timezone })
  const end = from.getTime() + days * DAY_MS
  let last = from
  let first: Date | undefined
  for (let count = 0; count < MAX_COUNTED; count++) {
    const next = schedule.nextRun(last)
    if (!next || next.getTime() > end) return counted(count)
    last = next
    first ??= next
  }
  const begin = (first ?? from).getTime()
  const pause = (last.getTime() - begin) / (MAX_COUNTED - 1)
  return estimated(Math.floor((end - begin) / pause) + 1)
}

/** On how many of the next days, by UTC, a schedule is due. @throws if the expression or the time zone is invalid */
export function countDays({ cron, timezone }: Schedule, from: Date, days: number): number {
  const schedule = new Cron(cron, { ...CRON_RULES, timezone })
  let found = 0
  for (let day = 0; day < days; found++) {
    const next = schedule.nextRun(new Date(from.getTime() + day * DAY_MS))
    // One that is never due is looked for over years, so it is not looked for again.
    if (!next) break
    day = Math.ceil((next.getTime() - from.getTime()) / DAY_MS)
    if (day > days) break
  }
  return found
}
