import { useLingui } from '@lingui/react/macro'

import { CRON_RANGES, type CronField, type CronProblem } from '../../core/catalog/schedules/cron-problem.ts'

/** The problem of a cron expression, and how to correct it. */
export function useCronProblemText(): (problem: CronProblem) => string {
  const { t } = useLingui()
  const fields: Readonly<Record<CronField, string>> = {
    minute: t`The minute`,
    hour: t`The hour`,
    day: t`The day of the month`,
    month: t`The month`,
    weekday: t`The day of the week`,
  }
  return (problem) => {
    switch (problem.kind) {
      case 'field-count':
        return t`Five fields are needed: minute, hour, day of the month, month and day of the week, such as 0 6 * * 1-5.`
      case 'never':
        return t`No day matches this schedule.`
      case 'field': {
        const [least, most] = CRON_RANGES[problem.field]
        const { value } = problem
        return t`${fields[problem.field]} “${value}” cannot be read. Use *, or ${least} to ${most}, also as 1-5, 1,5 or */2.`
      }
    }
  }
}
