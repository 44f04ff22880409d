import { Trans, useLingui } from '@lingui/react/macro'

import type { AlertChannel } from '../../core/alerts/alert-channel.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { ConsequenceList } from '../kit/consequence-list/consequence-list.tsx'
import { AlertDialog } from '../kit/dialog/alert-dialog.tsx'
import { useDeletionWords } from '../queries/use-deletion-words.ts'
import { channelName } from './channel-name.ts'
import { useRemoveAlertChannel } from './use-alerts.ts'

export function RemoveChannelDialog({ channel, onClose }: { channel: AlertChannel; onClose(): void }) {
  const { t } = useLingui()
  const disabledReason = useDisabledReason('alert.write')
  const { mutate: remove, isPending } = useRemoveAlertChannel()
  const deletionWords = useDeletionWords()
  const name = channelName(channel)
  return (
    <AlertDialog
      title={<Trans>Remove {name}?</Trans>}
      description={deletionWords}
      confirmLabel={t`Remove`}
      isBusy={isPending}
      disabledReason={disabledReason}
      onConfirm={() => remove(channel.id, { onSettled: onClose })}
      onCancel={onClose}
    >
      <ConsequenceList
        items={[t`Nothing more is sent, not even what waits.`, t`Sent messages are no longer listed.`]}
      />
    </AlertDialog>
  )
}
