import type { Schedule } from '../../core/flows/flow.ts'
import type { Locale } from '../i18n/locale.ts'

/** Cron expressions for people. */
export interface CronHelper {
  /** In words, "At 06:00, Monday through Friday"; nothing for what is no cron expression. */
  inWords(cron: string, locale: Locale): string | undefined
  /** The next instants after that one, earliest first; none for a schedule that never comes or cannot be read. */
  nextRuns(schedule: Schedule, count: number, after: Date): readonly Date[]
}

/** Brings the helper; the same one, however often it is asked for. */
export type LoadCronHelper = () => Promise<CronHelper>

/** A start-up step (spec §2). The libraries behind it, larger than the sign-in page, come with the first schedule shown. */
export async function prepareCronHelper(): Promise<LoadCronHelper> {
  let loading: Promise<CronHelper> | undefined
  return () => {
    loading ??= loadCronHelper()
    return loading
  }
}

export async function loadCronHelper(): Promise<CronHelper> {
  const [{ Cron }, { toString: textOf }] = await Promise.all([
    import('croner'),
    import('cronstrue'),
    import('cronstrue/locales/de.js'),
  ])
  return {
    inWords: (cron, locale) => orNothing(() => textOf(cron, { locale, use24HourTimeFormat: true })),
    nextRuns: ({ cron, timezone }, count, after) =>
      orNothing(() => new Cron(cron, { timezone }).nextRuns(count, after)) ?? [],
  }
}

/** Both libraries refuse by throwing, and half of what is typed is not yet an expression. */
function orNothing<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch {
    return undefined
  }
}
