import { Plural, Trans, useLingui } from '@lingui/react/macro'

import type { AlertChannel } from '../../core/alerts/alert-channel.ts'
import type { AlertDelivery, DeliveryState } from '../../core/alerts/alert-delivery.ts'
import { ActionError } from '../errors/action-error.tsx'
import { ErrorState } from '../errors/error-state.tsx'
import { RelativeTime } from '../i18n/relative-time.tsx'
import { Badge } from '../kit/badge/badge.tsx'
import { Button } from '../kit/button/button.tsx'
import { Card } from '../kit/card/card.tsx'
import { Cell, Row, Table } from '../kit/table/table.tsx'
import type { Tone } from '../kit/tone.ts'
import panelStyles from '../layout/settings-panel.module.css'
import styles from './alerts.module.css'
import { channelName } from './channel-name.ts'
import { useAlertDeliveries } from './use-alerts.ts'
import { useAnswerText } from './use-answer-text.ts'
import { useEventNames } from './use-event-names.ts'

const TONES: Readonly<Record<DeliveryState, Tone>> = { delivered: 'success', waiting: 'warning', 'given-up': 'danger' }

/** The messages of the last days, with the receivers' answers. */
export function Deliveries({ channels }: { channels: readonly AlertChannel[] }) {
  const { t } = useLingui()
  const { data, isLoadingError, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useAlertDeliveries()
  if (isLoadingError)
    return <ErrorState title={t`What was sent could not be loaded`} error={error} onRetry={() => void refetch()} />
  const deliveries = data?.pages.flatMap((page) => page.deliveries) ?? []
  if (deliveries.length === 0) return null
  const nameOf = (id: string) => {
    const channel = channels.find((candidate) => candidate.id === id)
    return channel && channelName(channel)
  }
  return (
    <Card title={<Trans>What was sent</Trans>} description={<Trans>Kept for 30 days.</Trans>}>
      <Table
        label={t`What was sent`}
        columns={[
          { label: t`When` },
          { label: t`What` },
          { label: t`Channel`, isSecondary: true },
          { label: t`Answer` },
        ]}
      >
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} channel={nameOf(delivery.channelId)} />
        ))}
      </Table>
      {hasNextPage && (
        <div className={panelStyles['more']}>
          <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <Trans>Load more</Trans>
          </Button>
          <ActionError error={error} />
        </div>
      )}
    </Card>
  )
}

function DeliveryRow({ delivery, channel }: { delivery: AlertDelivery; channel: string | undefined }) {
  const { t } = useLingui()
  const eventNames = useEventNames()
  const answerText = useAnswerText()
  const { event, flow, state, attempts, raisedAt, nextTryAt } = delivery
  const states: Readonly<Record<DeliveryState, string>> = {
    delivered: t`Arrived`,
    waiting: t`Will be tried again`,
    'given-up': t`Given up`,
  }
  return (
    <Row>
      <Cell>
        <RelativeTime at={raisedAt} />
      </Cell>
      <Cell>
        <div className={styles['channel']}>
          <span className={styles['name']}>{flow?.name ?? (event && eventNames[event])}</span>
          {flow && event && <span className={styles['quiet']}>{eventNames[event]}</span>}
        </div>
      </Cell>
      <Cell isSecondary>{channel}</Cell>
      <Cell>
        <div className={styles['channel']}>
          <span>
            <Badge tone={TONES[state]}>{states[state]}</Badge>
          </span>
          <span className={styles['quiet']}>{answerText(delivery)}</span>
          {state === 'waiting' && attempts > 0 && (
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
          )}
        </div>
      </Cell>
    </Row>
  )
}
