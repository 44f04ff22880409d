import { Trans, useLingui } from '@lingui/react/macro'

import type { Member } from '../../../core/members/member.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { errorText } from '../../errors/error-text.ts'
import { AlertDialog } from '../../kit/alert-dialog/alert-dialog.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { ConsequenceList } from '../../kit/consequence-list/consequence-list.tsx'
import { Stack } from '../../kit/page/page.tsx'
import { useKeysOf } from '../keys/use-keys-of.ts'
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
  return (
    <AlertDialog
      title={isLeaving ? <Trans>Leave {organization.name}?</Trans> : <Trans>Remove {name}?</Trans>}
      description={isLeaving ? t`You can only come back with a new invitation.` : t`They can be invited again.`}
      confirmLabel={isLeaving ? t`Leave organization` : t`Remove member`}
      isBusy={isPending}
      disabledReason={disabledReason}
      onConfirm={() => remove(member, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <Stack>
        <ConsequenceList
          items={[
            isLeaving ? t`You lose access at once.` : t`They lose access at once.`,
            t`Flows, connections and credentials stay as they are.`,
            ...(keys === undefined
              ? []
              : [t`Keys are refused from then on: ${keys}. Whoever renews one takes it over.`]),
          ]}
        />
        {error && (
          <Callout tone="danger" title={isLeaving ? <Trans>You cannot leave</Trans> : <Trans>Not removed</Trans>}>
            {errorText(i18n, error)}
          </Callout>
        )}
      </Stack>
    </AlertDialog>
  )
}
