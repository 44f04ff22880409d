import { Cron } from 'croner'
import { toString as textOf } from 'cronstrue'
import 'cronstrue/locales/de.js'

import { cronProblem } from '../../core/catalog/schedules/cron-problem.ts'
import { CRON_RULES } from '../../core/catalog/schedules/schedule-rules.ts'
import type { CronHelper } from './cron-helper.ts'

export const cronHelper: CronHelper = {
  inWords: (cron, locale) =>
    orNothing(() =>
      textOf(cron, { locale, use24HourTimeFormat: locale !== 'en', trimHoursLeadingZero: locale === 'en' }),
    ),
  nextRuns: ({ cron, timezone }, count, after) =>
    orNothing(() => new Cron(cron, { ...CRON_RULES, timezone }).nextRuns(count, after)) ?? [],
  problemOf: (cron) => cronProblem(cron, (expression) => new Cron(expression, CRON_RULES).nextRun() ?? undefined),
}

/** Both libraries throw on invalid input, and a half-typed expression is often invalid. */
function orNothing<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch {
    return undefined
  }
}
