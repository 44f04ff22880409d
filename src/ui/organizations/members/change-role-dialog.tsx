import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import { highestRole, type Role } from '../../../core/catalog/permissions.ts'
import type { Member } from '../../../core/members/member.ts'
import { errorText } from '../../errors/error-text.ts'
import { Button } from '../../kit/button/button.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Stack } from '../../kit/page/page.tsx'
import { useKeysOf } from '../keys/use-keys-of.ts'
import { nameOf } from './name-of.ts'
import { RoleChoice } from './role-choice.tsx'
import { useChangeRole } from './use-members.ts'

interface ChangeRoleDialogProps {
  readonly member: Member
  readonly disabledReason: string | undefined
  onClose(): void
}

export function ChangeRoleDialog({ member, disabledReason, onClose }: ChangeRoleDialogProps) {
  const { t, i18n } = useLingui()
  const current = highestRole(member.roles) ?? 'viewer'
  const [role, setRole] = useState<Role>(current)
  const { mutate: change, isPending, error } = useChangeRole()
  const name = nameOf(member)
  const keys = useKeysOf(member)
  return (
    <Dialog
      title={<Trans>Role of {name}</Trans>}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            isBusy={isPending}
            disabledReason={disabledReason ?? (role === current ? t`Nothing has changed` : undefined)}
            onClick={() => change({ member, role }, { onSuccess: onClose })}
          >
            <Trans>Change role</Trans>
          </Button>
        </>
      }
    >
      <Stack>
        <RoleChoice label={t`Role`} value={role} onChange={setRole} />
        {keys !== undefined && (
          <Callout>
            <Trans>
              Keys of {name} may no more than this role: {keys}. Whoever renews one takes it over.
            </Trans>
          </Callout>
        )}
        {error && (
          <Callout tone="danger" title={<Trans>The role was not changed</Trans>}>
            {errorText(i18n, error)}
          </Callout>
        )}
      </Stack>
    </Dialog>
  )
}
