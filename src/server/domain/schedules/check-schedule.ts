import {
  CRON_RANGES,
  type CronField,
  type CronProblem,
  cronProblem,
} from '../../../core/catalog/schedules/cron-problem.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { Schedule } from '../../store/flows/flow-config.ts'
import { invalid } from '../request-error.ts'
import { nextDue } from './next-due.ts'

/** @param field of the request. @throws RequestError invalid with the field, if a schedule is invalid or never due */
export function refuseWrongSchedule(schedule: Schedule | null | undefined, field = 'config.schedule'): void {
  if (!schedule) return
  const { cron, timezone } = schedule
  if (!isTimeZone(timezone))
    throw invalid(
      sentence`There is no time zone “${timezone}”. Use a name such as Europe/Berlin or UTC.`,
      `${field}.timezone`,
    )
  const now = new Date()
  const problem = cronProblem(cron, (expression) => nextDue({ cron: expression, timezone }, now))
  if (problem) throw invalid(sentenceOf(problem), `${field}.cron`)
}

function sentenceOf(problem: CronProblem): Sentence {
  switch (problem.kind) {
    case 'field-count':
      return sentence`A schedule has five fields: minute, hour, day of the month, month and day of the week, such as 0 6 * * 1-5.`
    case 'never':
      return sentence`No day matches this schedule.`
    case 'field': {
      const [least, most] = CRON_RANGES[problem.field]
      return sentence`The ${FIELD_NAMES[problem.field]} “${problem.value}” of the schedule cannot be read: use *, or ${least} to ${most}, also as 1-5, 1,5 or */2.`
    }
  }
}

const FIELD_NAMES: Readonly<Record<CronField, Sentence>> = {
  minute: sentence`minute`,
  hour: sentence`hour`,
  day: sentence`day`,
  month: sentence`month`,
  weekday: sentence`weekday`,
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== undefined
  } catch {
    return false
  }
}
