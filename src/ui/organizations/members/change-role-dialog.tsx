import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import { highestRole, mayGrant, type Role } from '../../../core/catalog/permissions.ts'
import type { KeyFate } from '../../../core/catalog/service-keys.ts'
import type { Member } from '../../../core/members/member.ts'
import { errorText } from '../../errors/error-text.ts'
import { Button } from '../../kit/button/button.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Stack } from '../../kit/page/page.tsx'
import { useKeysOf } from '../keys/use-keys-of.ts'
import { RoleChoice } from '../roles/role-choice.tsx'
import { KeyFateChoice } from './key-fate-choice.tsx'
import { nameOf } from './name-of.ts'
import { useChangeRole, useIsOneself } from './use-members.ts'

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
  const isOneself = useIsOneself()(member)
  const asks = keys !== undefined && !isOneself && !mayGrant([role], current)
  const [fate, setFate] = useState<KeyFate>()
  const undecided = asks && !fate ? t`Choose what becomes of the keys` : undefined
  const whyNot = role === current ? t`Nothing has changed` : undecided
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
            disabledReason={disabledReason ?? whyNot}
            onClick={() => change({ member, role, keys: asks ? fate : undefined }, { onSuccess: onClose })}
          >
            <Trans>Change role</Trans>
          </Button>
        </>
      }
    >
      <Stack>
        <RoleChoice label={t`Role`} value={role} onChange={setRole} />
        {asks && <KeyFateChoice keys={keys} value={fate} onChange={setFate} />}
        {error && (
          <Callout tone="danger" title={<Trans>The role was not changed</Trans>}>
            {errorText(i18n, error)}
          </Callout>
        )}
      </Stack>
    </Dialog>
  )
}
