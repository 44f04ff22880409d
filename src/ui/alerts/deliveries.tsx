import { Trans, useLingui } from '@lingui/react/macro'

import type { AlertChannel } from '../../core/alerts/alert-channel.ts'
import { ActionError } from '../errors/action-error.tsx'
import { ErrorState } from '../errors/error-state.tsx'
import { Button } from '../kit/button/button.tsx'
import { Card } from '../kit/card/card.tsx'
import { Select } from '../kit/select/select.tsx'
import { Table } from '../kit/table/table.tsx'
import panelStyles from '../layout/settings-panel.module.css'
import styles from './alerts.module.css'
import { channelName } from './channel-name.ts'
import { DeliveryRow } from './delivery-row.tsx'
import { useAlertDeliveries } from './use-alerts.ts'

interface DeliveriesProps {
  readonly channels: readonly AlertChannel[]
  /** Whose messages are shown; absent: of all. */
  readonly channelId: string | undefined
  onChoose(channelId: string | undefined): void
}

/** The messages of the last days, with the receivers' answers. */
export function Deliveries({ channels, channelId, onChoose }: DeliveriesProps) {
  const { t } = useLingui()
  const { data, isLoadingError, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useAlertDeliveries(channelId)
  if (isLoadingError)
    return <ErrorState title={t`What was sent could not be loaded`} error={error} onRetry={() => void refetch()} />
  const deliveries = data?.pages.flatMap((page) => page.deliveries) ?? []
  if (deliveries.length === 0 && channelId === undefined) return null
  const nameOf = (id: string) => {
    const channel = channels.find((candidate) => candidate.id === id)
    return channel && channelName(channel)
  }
  const choice = (
    <Select
      aria-label={t`Channel`}
      value={channelId ?? ''}
      options={[
        { value: '', label: t`All channels` },
        ...channels.map((channel) => ({
          value: channel.id,
          label: channelName(channel),
        })),
      ]}
      onChange={({ target }) => onChoose(target.value || undefined)}
    />
  )
  return (
    <Card
      title={<Trans>What was sent</Trans>}
      description={<Trans>Kept for 30 days.</Trans>}
      actions={channels.length > 1 && <div className={styles['choice']}>{choice}</div>}
    >
      {deliveries.length === 0 && data ? (
        <p className={styles['quiet']}>
          <Trans>Nothing was sent to this channel.</Trans>
        </p>
      ) : (
        <Table
          label={t`What was sent`}
          columns={[
            { label: t`When` },
            { label: t`What` },
            { label: t`Channel`, isSecondary: true },
            { label: t`Answer` },
            { label: t`Actions`, isHidden: true, align: 'end' },
          ]}
        >
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} channel={nameOf(delivery.channelId)} />
          ))}
        </Table>
      )}
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
