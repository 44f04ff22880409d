import { Cron } from 'croner'
import { CRON_RULES } from '../../../core/catalog/schedule-rules.ts'
import type { Schedule } from '../../store/flows/flow-config.ts'

/**
 * The first instant after `after` at which the schedule is due, by the clocks of its time zone (core/catalog/schedule-rules.ts
 * says what becomes of times that a change of clocks leaves out or repeats); nothing for one that never comes.
 * @throws where the expression or the time zone cannot be read
 */
export const nextDue = ({ cron, timezone }: Schedule, after: Date): Date | undefined =>
  new Cron(cron, { ...CRON_RULES, timezone }).nextRun(after) ?? undefined
