import type { Schedule } from '../../core/flows/flow.ts'
import type { Locale } from '../i18n/locale.ts'

/** Cron expressions for people. */
export interface CronHelper {
  /** In words, "At 06:00, Monday through Friday"; nothing for what is no cron expression. */
  inWords(cron: string, locale: Locale): string | undefined
  /** The next instants after that one, earliest first; none for a schedule that never comes or cannot be read. */
  nextRuns(schedule: Schedule, count: number, after: Date): readonly Date[]
}

/** A start-up step (spec §2): its code is a chunk of its own, asked for beside the translations. */
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
