import { Plural, Trans, useLingui } from '@lingui/react/macro'

import type { AlertDelivery } from '../../core/alerts/alert-delivery.ts'
import { RelativeTime } from '../i18n/relative-time.tsx'
import { Button } from '../kit/button/button.tsx'
import { Cell, Row } from '../kit/table/table.tsx'
import { useSettingsUrl } from '../routing/use-settings-url.ts'
import styles from './alerts.module.css'
import { DeliveryStateBadge } from './delivery-state-badge.tsx'
import { useAnswerText } from './use-answer-text.ts'
import { useEventNames } from './use-event-names.ts'

interface DeliveryRowProps {
  readonly delivery: AlertDelivery
  /** The name of its channel. */
  readonly channel: string | undefined
}

/** A message in the list; its name opens what was sent. */
export function DeliveryRow({ delivery, channel }: DeliveryRowProps) {
  const { t } = useLingui()
  const { open } = useSettingsUrl()
  const eventNames = useEventNames()
  const answerText = useAnswerText()
  const { id, event, flow, state, raisedAt, replayOf } = delivery
  const name = flow?.name ?? (event && eventNames[event])
  return (
    <Row>
      <Cell>
        <RelativeTime at={raisedAt} />
      </Cell>
      <Cell>
        <div className={styles['channel']}>
          <span className={styles['name']}>{name}</span>
          {flow && event && <span className={styles['quiet']}>{eventNames[event]}</span>}
          {replayOf !== undefined && (
            <span className={styles['quiet']}>
              <Trans>sent again</Trans>
            </span>
          )}
        </div>
      </Cell>
      <Cell isSecondary>{channel}</Cell>
      <Cell>
        <div className={styles['channel']}>
          <span>
            <DeliveryStateBadge state={state} />
          </span>
          <span className={styles['quiet']}>{answerText(delivery)}</span>
          <NextAttempt delivery={delivery} />
        </div>
      </Cell>
      <Cell align="end">
        <Button size="sm" variant="ghost" aria-label={t`Details: ${name ?? ''}`} onClick={() => open('message', id)}>
          <Trans>Details</Trans>
        </Button>
      </Cell>
    </Row>
  )
}

/** How often a message that waits was tried, and when it is tried again. */
function NextAttempt({ delivery: { state, attempts, nextTryAt } }: { delivery: AlertDelivery }) {
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
