import type { CronProblem } from '../../core/catalog/cron-problem.ts'
import type { Schedule } from '../../core/flows/flow.ts'
import type { Locale } from '../i18n/locale.ts'

/** Cron expressions for people. */
export interface CronHelper {
  /** In words, "At 06:00, Monday through Friday"; nothing for an invalid expression. */
  inWords(cron: string, locale: Locale): string | undefined
  /** The next instants after that one, earliest first; none for a schedule that never comes or cannot be read. */
  nextRuns(schedule: Schedule, count: number, after: Date): readonly Date[]
  /** Why it is not a schedule; nothing for a valid one. */
  problemOf(cron: string): CronProblem | undefined
}

/** Brings the helper; the same one, however often it is asked for. */
export type LoadCronHelper = () => Promise<CronHelper>

/** A start-up step (spec §2). The libraries behind it, larger than the sign-in page, come with the first schedule shown. */
export async function prepareCronHelper(): Promise<LoadCronHelper> {
  let loading: Promise<CronHelper> | undefined
  return () => {
    loading ??= import('./croner-cron-helper.ts').then(({ cronHelper }) => cronHelper)
    return loading
  }
}
