import { Cron } from 'croner'
import { toString as textOf } from 'cronstrue'
import 'cronstrue/locales/de.js'

import { cronProblem } from '../../core/catalog/schedules/cron-problem.ts'
import { CRON_RULES } from '../../core/catalog/schedules/schedule-rules.ts'
import { clockHour } from '../i18n/formats.ts'
import { regionalLocale } from '../i18n/regional-locale.ts'
import type { CronHelper } from './cron-helper.ts'

export const cronHelper: CronHelper = {
  inWords: (cron, locale) =>
    orNothing(() => {
      const isTwelveHours = clockHour(regionalLocale(locale)) === 'numeric'
      return textOf(cron, { locale, use24HourTimeFormat: !isTwelveHours, trimHoursLeadingZero: isTwelveHours })
    }),
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
