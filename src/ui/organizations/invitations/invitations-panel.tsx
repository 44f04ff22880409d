import { Trans, useLingui } from '@lingui/react/macro'
import { MailPlus, UserPlus } from 'lucide'
import { useState } from 'react'

import type { Invitation } from '../../../core/invitations/invitation.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { isNotOffered } from '../../errors/error-text.ts'
import { LimitNotice } from '../../errors/limit-notice.tsx'
import { Button } from '../../kit/button/button.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { CopyCard } from '../../kit/copy-card/copy-card.tsx'
import { AlertDialog } from '../../kit/dialog/alert-dialog.tsx'
import { EmptyState } from '../../kit/empty-state/empty-state.tsx'
import { Stack } from '../../kit/page/page.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { Table } from '../../kit/table/table.tsx'
import { GoneDialog } from '../../layout/gone-dialog.tsx'
import panelStyles from '../../layout/settings-panel.module.css'
import { useLinkedGone } from '../../routing/use-linked-gone.ts'
import { useSettingsUrl } from '../../routing/use-settings-url.ts'
import { InvitationRow } from './invitation-row.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { useInvitations, useRevokeInvitation } from './use-invitations.ts'

export function InvitationsPanel() {
  const { tab, dialog, open, close } = useSettingsUrl()
  const disabledReason = useDisabledReason('invitation.write')
  const [ready, setReady] = useState<Invitation>()
  const { data: invitations } = useInvitations()
  return (
    <>
      <div className={panelStyles['head']}>
        <Button variant="primary" icon={UserPlus} disabledReason={disabledReason} onClick={() => open('add')}>
          <Trans>Invite somebody</Trans>
        </Button>
      </div>
      <Stack>
        <LimitNotice kind="invitations" count={invitations?.length ?? 0} />
        {ready?.url !== undefined && <HandOver key={ready.url} invitation={ready} onDone={() => setReady(undefined)} />}
        <Pending onRenewed={setReady} />
      </Stack>
      {tab === 'invitations' && dialog === 'add' && (
        <InviteDialog
          onInvited={(invitation) => {
            setReady(invitation)
            close()
          }}
          onClose={close}
        />
      )}
      {tab === 'invitations' && invitations && <LinkedInvitation invitations={invitations} />}
    </>
  )
}

/** The question before the invitation in the URL is revoked. */
function LinkedInvitation({ invitations }: { readonly invitations: readonly Invitation[] }) {
  const { dialog, id, close } = useSettingsUrl()
  const isGone = useLinkedGone(invitations, { dialog, id })
  const invitation = invitations.find((candidate) => candidate.id === id)
  if (!invitation) return isGone && <GoneDialog withoutTrash onClose={close} />
  return dialog === 'delete' && <RevokeInvitationDialog invitation={invitation} onClose={close} />
}

function Pending({ onRenewed }: { onRenewed(invitation: Invitation): void }) {
  const { t } = useLingui()
  const disabledReason = useDisabledReason('invitation.read')
  const { data: invitations, isPending, isError, error, refetch } = useInvitations()
  if (disabledReason !== undefined) return <Callout>{disabledReason}</Callout>
  if (isPending) return <SkeletonRows count={2} />
  if (isError) {
    return isNotOffered(error) ? (
      <Callout>
        <Trans>This server does not list invitations.</Trans>
      </Callout>
    ) : (
      <ErrorState title={t`Invitations could not be loaded`} error={error} onRetry={() => void refetch()} />
    )
  }
  if (invitations.length === 0) {
    return <EmptyState icon={MailPlus} title={<Trans>No open invitations</Trans>} />
  }
  return (
    <Table
      label={t`Invitations`}
      columns={[
        { label: t`E-mail address` },
        { label: t`Role` },
        { label: t`State` },
        { label: t`Actions`, isHidden: true, align: 'end' },
      ]}
    >
      {invitations.map((invitation) => (
        <InvitationRow key={invitation.id} invitation={invitation} onRenewed={onRenewed} />
      ))}
    </Table>
  )
}

/** The link of a new or renewed invitation: shown only now, because the server stores only its hash. */
function HandOver({ invitation, onDone }: { invitation: Invitation; onDone(): void }) {
  const { t } = useLingui()
  const { email, url = '', mailed } = invitation
  return (
    <CopyCard
      title={<Trans>The invitation for {email} is ready</Trans>}
      description={
        mailed === true ? (
          <Trans>Sent by e-mail. The link is shown only now.</Trans>
        ) : (
          <Trans>No e-mail was sent: copy the link. It is shown only now.</Trans>
        )
      }
      label={t`Invitation link`}
      value={url}
      copyLabel={<Trans>Copy link</Trans>}
      onDone={onDone}
    />
  )
}

function RevokeInvitationDialog({ invitation, onClose }: { invitation: Invitation; onClose(): void }) {
  const { t } = useLingui()
  const disabledReason = useDisabledReason('invitation.write')
  const { mutate: revoke, isPending } = useRevokeInvitation()
  const { id, email } = invitation
  return (
    <AlertDialog
      title={<Trans>Revoke the invitation of {email}?</Trans>}
      description={t`The link stops working at once.`}
      confirmLabel={t`Revoke invitation`}
      isBusy={isPending}
      disabledReason={disabledReason}
      onConfirm={() => revoke(id, { onSettled: onClose })}
      onCancel={onClose}
    />
  )
}
