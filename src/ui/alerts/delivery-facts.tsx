import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'

import type { AlertDeliveryDetail } from '../../core/alerts/alert-delivery.ts'
import { RelativeTime } from '../i18n/relative-time.tsx'
import { useFormats } from '../i18n/use-formats.ts'
import styles from './alerts.module.css'
import { DeliveryStateBadge } from './delivery-state-badge.tsx'
import { useAnswerText } from './use-answer-text.ts'

/** What is known of a message and of its last attempt. */
export function DeliveryFacts({ delivery }: { delivery: AlertDeliveryDetail }) {
  const { t } = useLingui()
  const { dateTime, duration, number } = useFormats()
  const answerText = useAnswerText()
  const { state, attempts, raisedAt, nextTryAt, tookMs, messageId, replayOf } = delivery
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t`State`, <DeliveryStateBadge key="state" state={state} />],
    [t`Raised`, dateTime(raisedAt)],
    [t`Attempts`, number(attempts)],
    [t`Last answer`, answerText(delivery)],
    [t`Time taken`, tookMs === undefined ? '' : duration(tookMs)],
    [t`Next attempt`, nextTryAt !== undefined && state === 'waiting' ? <RelativeTime key="next" at={nextTryAt} /> : ''],
    [t`Message id`, <code key="id">{messageId}</code>],
    [t`Repeats`, replayOf === undefined ? '' : <Trans key="repeats">Sent again, with the same id</Trans>],
  ]
  return (
    <dl className={styles['facts']}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
