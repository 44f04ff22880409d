import { Plural, Trans } from '@lingui/react/macro'

import type { AlertDelivery } from '../../core/alerts/alert-delivery.ts'
import { RelativeTime } from '../i18n/relative-time.tsx'
import styles from './alerts.module.css'

/** How often a message that waits was tried, and when it is tried again. */
export function NextAttempt({ delivery: { state, attempts, nextTryAt } }: { delivery: AlertDelivery }) {
  if (state !== 'waiting' || attempts === 0) return null
  return (
    <span className={styles['quiet']}>
      <Plural value={attempts} one="tried # time" other="tried # times" />
      {nextTryAt !== undefined && (
        <>
          {' · '}
          <Trans>
            again <RelativeTime at={nextTryAt} />
          </Trans>
        </>
      )}
    </span>
  )
}
