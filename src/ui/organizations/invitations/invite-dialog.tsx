import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useForm } from 'react-hook-form'

import type { Role } from '../../../core/catalog/permissions.ts'
import type { Invitation } from '../../../core/invitations/invitation.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { errorText } from '../../errors/error-text.ts'
import { Callout } from '../../kit/callout/callout.tsx'
import { Field } from '../../kit/field/field.tsx'
import { FormDialog } from '../../kit/form-dialog/form-dialog.tsx'
import { TextInput } from '../../kit/text-input/text-input.tsx'
import { RoleChoice } from '../roles/role-choice.tsx'
import { useInviteMember } from './use-invitations.ts'

interface InviteDialogProps {
  onInvited(invitation: Invitation): void
  onClose(): void
}

export function InviteDialog({ onInvited, onClose }: InviteDialogProps) {
  const { t, i18n } = useLingui()
  const disabledReason = useDisabledReason('invitation.write')
  const [role, setRole] = useState<Role>('editor')
  const { mutate: invite, isPending, error } = useInviteMember()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } })
  return (
    <FormDialog
      title={t`Invite somebody`}
      description={t`Valid once, for seven days.`}
      onClose={onClose}
      submitLabel={<Trans>Invite</Trans>}
      isBusy={isPending}
      disabledReason={disabledReason}
      onSubmit={handleSubmit(({ email }) => invite({ email: email.trim(), roles: [role] }, { onSuccess: onInvited }))}
    >
      <Field label={t`E-mail address`} required error={formState.errors.email?.message}>
        <TextInput
          type="email"
          autoComplete="off"
          {...register('email', {
            validate: (email) => /^\S+@\S+\.\S+$/.test(email.trim()) || t`Enter an e-mail address`,
          })}
        />
      </Field>
      <RoleChoice label={t`Role`} value={role} onChange={setRole} />
      {error && (
        <Callout tone="danger" title={<Trans>Not invited</Trans>}>
          {errorText(i18n, error)}
        </Callout>
      )}
    </FormDialog>
  )
}
