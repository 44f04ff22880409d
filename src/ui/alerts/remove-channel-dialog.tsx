import { Trans, useLingui } from '@lingui/react/macro'

import type { AlertChannel } from '../../core/alerts/alert-channel.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { AlertDialog } from '../kit/alert-dialog/alert-dialog.tsx'
import { channelName } from './channel-name.ts'
import { useRemoveAlertChannel } from './use-alerts.ts'

export function RemoveChannelDialog({ channel, onClose }: { channel: AlertChannel; onClose(): void }) {
  const { t } = useLingui()
  const disabledReason = useDisabledReason('alert.write')
  const { mutate: remove, isPending } = useRemoveAlertChannel()
  const name = channelName(channel)
  return (
    <AlertDialog
      title={<Trans>Remove {name}?</Trans>}
      description={t`Nothing more is sent there, not even messages that wait to be sent again. Sent messages are no longer listed.`}
      confirmLabel={t`Remove`}
      isBusy={isPending}
      disabledReason={disabledReason}
      onConfirm={() => remove(channel.id, { onSettled: onClose })}
      onCancel={onClose}
    />
  )
}
