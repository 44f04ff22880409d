import { Trans } from '@lingui/react/macro'

import type { LastDelivery } from '../../core/alerts/alert-channel.ts'
import { RelativeTime } from '../i18n/relative-time.tsx'
import { StatusDot } from '../kit/status-dot/status-dot.tsx'
import styles from './alerts.module.css'
import { useAnswerText } from './use-answer-text.ts'

/** Whether the last message of a channel has arrived, and why not. */
export function ChannelHealth({ last }: { readonly last: LastDelivery | undefined }) {
  const words = useAnswerText()
  if (!last) {
    return (
      <span className={styles['health']}>
        <StatusDot tone="neutral" />
        <Trans>Nothing sent yet</Trans>
      </span>
    )
  }
  return last.state === 'delivered' ? (
    <span className={styles['health']}>
      <StatusDot tone="success" />
      <span>
        <Trans>
          Arrived <RelativeTime at={last.triedAt} />
        </Trans>
      </span>
    </span>
  ) : (
    <span className={styles['health']}>
      <StatusDot tone="danger" />
      <span>
        <Trans>
          Did not arrive <RelativeTime at={last.triedAt} />: {words(last)}
        </Trans>
      </span>
    </span>
  )
}
