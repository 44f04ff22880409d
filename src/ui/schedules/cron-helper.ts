import type { CronProblem } from '../../core/catalog/schedules/cron-problem.ts'
import type { Schedule } from '../../core/flows/flow.ts'
import type { Locale } from '../i18n/locale.ts'

/** Cron expressions for people. */
export interface CronHelper {
  /** As text, "At 6:00 AM, Monday through Friday"; nothing for an invalid expression. */
  inWords(cron: string, locale: Locale): string | undefined
  /** The next instants after the given one, earliest first; none for a schedule that is invalid or never due. */
  nextRuns(schedule: Schedule, count: number, after: Date): readonly Date[]
  /** The reason why it is not a valid schedule; nothing for a valid one. */
  problemOf(cron: string): CronProblem | undefined
}

/** Loads the helper; always the same one. */
export type LoadCronHelper = () => Promise<CronHelper>

/** A start-up step (spec §2). The libraries behind it, larger than the sign-in page, are loaded with the first visible schedule. */
export async function prepareCronHelper(): Promise<LoadCronHelper> {
  let loading: Promise<CronHelper> | undefined
  return () => {
    loading ??= import('./croner-cron-helper.ts').then(({ cronHelper }) => cronHelper)
    return loading
  }
}
