import { Trans, useLingui } from '@lingui/react/macro'

import type { Schedule } from '../../core/flows/flow.ts'
import { useOrganizationState } from '../access/use-active-organization.ts'
import { chooseLocale } from '../i18n/locale.ts'
import { regionalLocale } from '../i18n/regional-locale.ts'
import { useNow } from '../i18n/use-now.ts'
import { useCron } from './cron.tsx'
import styles from './schedule-dialog.module.css'
import { inZone } from './time-zones.ts'

const SHOWN = 3

/** The schedule as text, and its next times. */
export function SchedulePreview({ schedule }: { schedule: Schedule }) {
  const { t, i18n } = useLingui()
  const { inWords, nextRuns } = useCron()
  const now = useNow()
  const { active } = useOrganizationState()
  const locale = chooseLocale([i18n.locale])
  const next = nextRuns(schedule, SHOWN, new Date(now))
  const zone = schedule.timezone.replaceAll('_', ' ')
  if (next.length === 0) return null
  return (
    <section className={styles['preview']} aria-label={t`Next runs`}>
      <p className={styles['words']}>
        {inWords(schedule.cron, locale)} <span className={styles['zone']}>({zone})</span>
      </p>
      <p className={styles['next']}>
        <Trans>Next runs</Trans>
      </p>
      {active?.schedulesPaused ? (
        <p className={styles['times']}>
          <Trans>Paused after the restore</Trans>
        </p>
      ) : (
        <ol className={styles['times']}>
          {next.map((at) => (
            <li key={at.getTime()}>
              <time dateTime={at.toISOString()}>{inZone(at, schedule.timezone, regionalLocale(locale))}</time>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
