import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import type { KeyFate } from '../../../core/catalog/service-keys.ts'
import type { Member } from '../../../core/members/member.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { errorText } from '../../errors/error-text.ts'
import { Callout } from '../../kit/callout/callout.tsx'
import { ConsequenceList } from '../../kit/consequence-list/consequence-list.tsx'
import { AlertDialog } from '../../kit/dialog/alert-dialog.tsx'
import { Stack } from '../../kit/page/page.tsx'
import { useKeysOf } from '../keys/use-keys-of.ts'
import { KeyFateChoice } from './key-fate-choice.tsx'
import { nameOf } from './name-of.ts'
import { useIsOneself, useRemoveMember } from './use-members.ts'

interface RemoveMemberDialogProps {
  readonly member: Member
  readonly disabledReason: string | undefined
  onClose(): void
}

/** Removes a member, or lets the user leave. The server's refusal (the last owner) is shown here. */
export function RemoveMemberDialog({ member, disabledReason, onClose }: RemoveMemberDialogProps) {
  const { t, i18n } = useLingui()
  const organization = useActiveOrganization()
  const isLeaving = useIsOneself()(member)
  const { mutate: remove, isPending, error } = useRemoveMember()
  const name = nameOf(member)
  const keys = useKeysOf(member)
  const asks = keys !== undefined && !isLeaving
  const [fate, setFate] = useState<KeyFate>()
  return (
    <AlertDialog
      title={isLeaving ? <Trans>Leave {organization.name}?</Trans> : <Trans>Remove {name}?</Trans>}
      description={isLeaving ? t`You need a new invitation to return.` : t`They can be invited again.`}
      confirmLabel={isLeaving ? t`Leave organization` : t`Remove member`}
      isBusy={isPending}
      disabledReason={disabledReason ?? (asks && !fate ? t`Choose what becomes of the keys` : undefined)}
      onConfirm={() => remove({ member, keys: fate }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <Stack>
        <ConsequenceList
          items={[
            isLeaving ? t`You lose access at once.` : t`They lose access at once.`,
            t`Flows, connections and credentials stay.`,
            ...(keys === undefined || asks ? [] : [t`Keys are refused until somebody renews them: ${keys}.`]),
          ]}
        />
        {asks && <KeyFateChoice keys={keys} value={fate} onChange={setFate} />}
        {error && (
          <Callout tone="danger" title={isLeaving ? <Trans>You cannot leave</Trans> : <Trans>Not removed</Trans>}>
            {errorText(i18n, error)}
          </Callout>
        )}
      </Stack>
    </AlertDialog>
  )
}
