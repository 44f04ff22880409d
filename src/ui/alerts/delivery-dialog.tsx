import { Trans, useLingui } from '@lingui/react/macro'
import { Send } from 'lucide'

import type { AlertChannel } from '../../core/alerts/alert-channel.ts'
import type { AlertDeliveryDetail } from '../../core/alerts/alert-delivery.ts'
import { ALERT_CHANNEL_KINDS, channelKind } from '../../core/catalog/alert-events.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { ErrorState } from '../errors/error-state.tsx'
import { errorText } from '../errors/error-text.ts'
import { Button } from '../kit/button/button.tsx'
import { Callout } from '../kit/callout/callout.tsx'
import { CopyText } from '../kit/copy-text/copy-text.tsx'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { Stack } from '../kit/page/page.tsx'
import { SkeletonRows } from '../kit/skeleton/skeleton.tsx'
import { channelName } from './channel-name.ts'
import { DeliveryFacts } from './delivery-facts.tsx'
import { TestAnswer } from './test-answer.tsx'
import { useAlertDelivery, useReplayAlertDelivery } from './use-alerts.ts'
import { useEventNames } from './use-event-names.ts'

interface DeliveryDialogProps {
  readonly deliveryId: string
  readonly channels: readonly AlertChannel[]
  onClose(): void
}

/** One message: its attempts, the last answer, and the body as it was sent; and sending it again. */
export function DeliveryDialog({ deliveryId, channels, onClose }: DeliveryDialogProps) {
  const { t } = useLingui()
  const eventNames = useEventNames()
  const { data, isPending, isError, error, refetch } = useAlertDelivery(deliveryId)
  const channel = channels.find(({ id }) => id === data?.channelId)
  const kind = ALERT_CHANNEL_KINDS.find((known) => known === channel?.kind)
  const isOnce = kind !== undefined && channelKind(kind).isSentOnce === true
  const event = data?.event && eventNames[data.event]
  return (
    <Dialog
      title={data?.flow?.name ?? event ?? t`Message`}
      description={[data?.flow && event, channel && channelName(channel)].filter(Boolean).join(' · ')}
      size="lg"
      onClose={onClose}
    >
      {isPending && <SkeletonRows count={4} />}
      {isError && (
        <ErrorState title={t`The message could not be loaded`} error={error} onRetry={() => void refetch()} />
      )}
      {data && (
        <Stack>
          <DeliveryFacts delivery={data} />
          {channel && !isOnce && <Again delivery={data} />}
          <Body delivery={data} isKept={!isOnce} />
        </Stack>
      )}
    </Dialog>
  )
}

function Again({ delivery: { id, state } }: { delivery: AlertDeliveryDetail }) {
  const { i18n } = useLingui()
  const disabledReason = useDisabledReason('alert.write')
  const { mutate: replay, isPending, data: answer, error } = useReplayAlertDelivery()
  return (
    <>
      <div>
        <Button icon={Send} isBusy={isPending} disabledReason={disabledReason} onClick={() => replay(id)}>
          {state === 'waiting' ? <Trans>Send it now</Trans> : <Trans>Send again</Trans>}
        </Button>
      </div>
      {answer && <TestAnswer delivery={answer} />}
      {error && <Callout tone="danger">{errorText(i18n, error)}</Callout>}
    </>
  )
}

function Body({ delivery: { body }, isKept }: { delivery: AlertDeliveryDetail; isKept: boolean }) {
  const { t } = useLingui()
  if (body !== undefined) return <CopyText label={t`Body`} text={body} shown={indented(body)} />
  if (!isKept) return null
  return (
    <p>
      <Trans>No body is stored.</Trans>
    </p>
  )
}

/** For reading; what was sent has no spaces. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
