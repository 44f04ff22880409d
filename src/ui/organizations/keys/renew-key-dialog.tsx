import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { defined } from '../../../core/catalog/defined.ts'
import { OVERLAP_HOURS } from '../../../core/catalog/service-keys.ts'
import type { ServiceMember } from '../../../core/service-members/service-member.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Checkbox } from '../../kit/checkbox/checkbox.tsx'
import { FormDialog } from '../../kit/form-dialog/form-dialog.tsx'
import { ExpiryChoice } from './expiry-choice.tsx'
import { useRenewKey } from './use-keys.ts'

interface RenewKeyDialogProps {
  readonly member: ServiceMember
  onRenewed(member: ServiceMember): void
  onClose(): void
}

export function RenewKeyDialog({ member: { id, name }, onRenewed, onClose }: RenewKeyDialogProps) {
  const { t } = useLingui()
  const disabledReason = useDisabledReason('service-member.write')
  const { mutate: renew, isPending } = useRenewKey()
  const [keepsPrevious, setKeepsPrevious] = useState(true)
  const [days, setDays] = useState<number | undefined>(90)
  const submit = () => renew(defined({ id, keepsPrevious, expiresInDays: days }), { onSuccess: onRenewed })
  return (
    <FormDialog
      title={t`Renew the key of ${name}`}
      onClose={onClose}
      submitLabel={<Trans>Renew</Trans>}
      isBusy={isPending}
      disabledReason={disabledReason}
      onSubmit={submit}
    >
      <Checkbox
        label={t`The old key stays valid for ${OVERLAP_HOURS} hours. Switch this off if somebody else may know it.`}
        checked={keepsPrevious}
        onChange={setKeepsPrevious}
      />
      <ExpiryChoice value={days} onChange={setDays} />
    </FormDialog>
  )
}
