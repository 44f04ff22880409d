import { Cron } from 'croner'
import { CRON_RULES } from '../../../core/catalog/schedules/schedule-rules.ts'
import type { Schedule } from '../../store/flows/flow-config.ts'

/**
 * The first instant after `after` at which the schedule is due, in its time zone (core/catalog/schedules/schedule-rules.ts
 * has the rules for times that a clock change skips or repeats); nothing for a schedule that is never due.
 * @throws if the expression or the time zone is invalid
 */
export const nextDue = ({ cron, timezone }: Schedule, after: Date): Date | undefined =>
  new Cron(cron, { ...CRON_RULES, timezone }).nextRun(after) ?? undefined
