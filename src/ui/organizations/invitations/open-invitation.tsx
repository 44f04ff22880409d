import { Trans } from '@lingui/react/macro'
import { MailCheck } from 'lucide'
import { useSyncExternalStore } from 'react'

import { highestRole } from '../../../core/catalog/permissions.ts'
import type { InvitationPreview } from '../../../core/invitations/invitation.ts'
import { useRoleName } from '../../access/use-role-name.ts'
import { isNotOffered } from '../../errors/error-text.ts'
import { Button } from '../../kit/button/button.tsx'
import { EmptyState } from '../../kit/empty-state/empty-state.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useServices } from '../../services/services.tsx'
import { RefusedInvitation } from './refused-invitation.tsx'
import { useAcceptInvite, useInvitationPreview } from './use-accept-invite.ts'

/** Shows the invitation of the link, and accepts it or shows why it cannot be accepted. */
export function OpenInvitation({ token }: { token: string }) {
  const { data: preview, isPending, error: previewError, refetch } = useInvitationPreview(token)
  const { mutate: accept, isPending: isAccepting, error: acceptError } = useAcceptInvite()
  // A server that cannot show an invitation can still accept it.
  const disabledReason = acceptError ?? (isNotOffered(previewError) ? null : previewError)

  if (isPending) return <SkeletonRows count={3} />
  if (disabledReason) {
    return (
      <RefusedInvitation
        error={disabledReason}
        invitedEmail={preview?.email}
        isBusy={isAccepting}
        onRetry={() => (acceptError ? accept(token) : void refetch())}
      />
    )
  }
  return (
    <EmptyState
      isWholePage
      icon={MailCheck}
      title={
        preview ? <Trans>Join {preview.organizationName}</Trans> : <Trans>You are invited to an organization</Trans>
      }
      actions={
        <Button variant="primary" size="lg" isBusy={isAccepting} onClick={() => accept(token)}>
          <Trans>Accept the invitation</Trans>
        </Button>
      }
    >
      {preview ? <Terms preview={preview} /> : <Trans>Then you can work with its flows and connections.</Trans>}
    </EmptyState>
  )
}

function Terms({ preview }: { preview: InvitationPreview }) {
  const { sessionState } = useServices()
  const { user } = useSyncExternalStore(sessionState.subscribe, sessionState.get)
  const roleName = useRoleName()
  const highest = highestRole(preview.roles)
  const role = highest ? roleName(highest) : preview.roles.join(', ')
  const { email } = preview
  const own = user?.email ?? undefined
  return own !== undefined && own.toLowerCase() !== email.toLowerCase() ? (
    <Trans>
      For {email}, as {role}. You are signed in as {own}.
    </Trans>
  ) : (
    <Trans>
      For {email}, as {role}.
    </Trans>
  )
}
