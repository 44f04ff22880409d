import { Trans, useLingui } from '@lingui/react/macro'

import type { ServiceMember } from '../../../core/service-members/service-member.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { AlertDialog } from '../../kit/dialog/alert-dialog.tsx'
import { useRevokeKey } from './use-keys.ts'

export function RevokeKeyDialog({
  member: { id, name },
  onClose,
}: {
  readonly member: ServiceMember
  onClose(): void
}) {
  const { t } = useLingui()
  const disabledReason = useDisabledReason('service-member.write')
  const { mutate: revoke, isPending } = useRevokeKey()
  return (
    <AlertDialog
      title={<Trans>Revoke the key of {name}?</Trans>}
      description={t`It is refused at once, everywhere. This cannot be undone. What the program has done stays in the audit log.`}
      confirmLabel={t`Revoke`}
      isBusy={isPending}
      disabledReason={disabledReason}
      onConfirm={() => revoke(id, { onSettled: onClose })}
      onCancel={onClose}
    />
  )
}
