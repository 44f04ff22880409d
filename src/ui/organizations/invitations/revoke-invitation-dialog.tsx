import { Trans, useLingui } from '@lingui/react/macro'

import type { Invitation } from '../../../core/invitations/invitation.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { AlertDialog } from '../../kit/dialog/alert-dialog.tsx'
import { useRevokeInvitation } from './use-invitations.ts'

export function RevokeInvitationDialog({ invitation, onClose }: { invitation: Invitation; onClose(): void }) {
  const { t } = useLingui()
  const disabledReason = useDisabledReason('invitation.write')
  const { mutate: revoke, isPending } = useRevokeInvitation()
  const { id, email } = invitation
  return (
    <AlertDialog
      title={<Trans>Revoke the invitation of {email}?</Trans>}
      description={t`The link stops working at once. You can invite them again.`}
      confirmLabel={t`Revoke invitation`}
      isBusy={isPending}
      disabledReason={disabledReason}
      onConfirm={() => revoke(id, { onSettled: onClose })}
      onCancel={onClose}
    />
  )
}
