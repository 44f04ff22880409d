import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound, Plus } from 'lucide'
import { useState } from 'react'

import type { ServiceMember } from '../../../core/service-members/service-member.ts'
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
import { AddKeyDialog } from './add-key-dialog.tsx'
import { AssistantValuesCard } from './assistant-values-card.tsx'
import { CredentialsDialog } from './credentials-dialog.tsx'
import { KeyRow } from './key-row.tsx'
import { RenewKeyDialog } from './renew-key-dialog.tsx'
import { useKeys, useRevokeKey } from './use-keys.ts'

/** The programs that act in the organization, each with a key of its own. */
export function KeysPanel() {
  const { t } = useLingui()
  const { open } = useSettingsUrl()
  const disabledReason = useDisabledReason('service-member.read')
  const { data: members, isPending, isError, error, refetch } = useKeys()
  const [shown, setShown] = useState<ServiceMember>()
  if (disabledReason !== undefined) return <Callout>{disabledReason}</Callout>
  if (isPending) return <SkeletonRows count={2} />
  if (isError) {
    return isNotOffered(error) ? (
      <Callout>
        <Trans>This server has no keys for programs.</Trans>
      </Callout>
    ) : (
      <ErrorState title={t`Keys could not be loaded`} error={error} onRetry={() => void refetch()} />
    )
  }
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => open('add')}>
      <Trans>Create a key</Trans>
    </Button>
  )
  if (members.length === 0)
    return (
      <Stack>
        <EmptyState icon={KeyRound} title={<Trans>No keys yet</Trans>} actions={add}>
          <Trans>A program uses the API with its own key.</Trans>
        </EmptyState>
        <AssistantValuesCard />
        <OpenDialog members={members} onKey={setShown} />
      </Stack>
    )
  return (
    <>
      <div className={panelStyles['head']}>{add}</div>
      <Stack>
        <LimitNotice kind="keys" count={members.length} />
        {shown?.key !== undefined && <KeyCard key={shown.key} member={shown} onDone={() => setShown(undefined)} />}
        {shown && shown.key === undefined && <HandedOver member={shown} />}
        <Table
          label={t`Keys`}
          columns={[
            { label: t`Program` },
            { label: t`Role` },
            { label: t`Last used`, isSecondary: true },
            { label: t`Valid until`, isSecondary: true },
            { label: t`Actions`, isHidden: true, align: 'end' },
          ]}
        >
          {members.map((member) => (
            <KeyRow key={member.id} member={member} />
          ))}
        </Table>
        <AssistantValuesCard />
      </Stack>
      <OpenDialog members={members} onKey={setShown} />
    </>
  )
}

/** A new key: shown only now. */
function KeyCard({ member: { name, key = '' }, onDone }: { readonly member: ServiceMember; onDone(): void }) {
  const { t } = useLingui()
  return (
    <CopyCard
      title={<Trans>The key of {name}</Trans>}
      description={<Trans>Shown only now. Send it as Authorization: Bearer.</Trans>}
      label={t`Key`}
      value={key}
      copyLabel={<Trans>Copy key</Trans>}
      onDone={onDone}
    />
  )
}

/** The key went to a command line. */
function HandedOver({ member: { name } }: { readonly member: ServiceMember }) {
  return (
    <Callout tone="success" title={<Trans>{name} gets its key now</Trans>}>
      <Trans>Go back to your terminal.</Trans>
    </Callout>
  )
}

interface OpenDialogProps {
  readonly members: readonly ServiceMember[]
  onKey(member: ServiceMember): void
}

/** The dialog in the URL, for the program in the URL. */
function OpenDialog({ members, onKey }: OpenDialogProps) {
  const { tab, dialog, id, code, open, close } = useSettingsUrl()
  const isGone = useLinkedGone(members, { dialog, id })
  const member = members.find((candidate) => candidate.id === id)
  const show = (keyed: ServiceMember) => {
    if (keyed.key === undefined && code === undefined) return open('credentials', keyed.id)
    onKey(keyed)
    close()
  }
  if (tab !== 'keys') return null
  if (dialog === 'add') return <AddKeyDialog loginCode={code} onCreated={show} onClose={close} />
  if (!member) return isGone && <GoneDialog withoutTrash onClose={close} />
  if (dialog === 'credentials') return <CredentialsDialog member={member} onClose={close} />
  if (dialog === 'edit') return <RenewKeyDialog member={member} onRenewed={show} onClose={close} />
  if (dialog === 'delete') return <RevokeKeyDialog member={member} onClose={close} />
  return null
}

function RevokeKeyDialog({ member: { id, name }, onClose }: { readonly member: ServiceMember; onClose(): void }) {
  const { t } = useLingui()
  const disabledReason = useDisabledReason('service-member.write')
  const { mutate: revoke, isPending } = useRevokeKey()
  return (
    <AlertDialog
      title={<Trans>Revoke the key of {name}?</Trans>}
      description={t`It is refused at once. This cannot be undone.`}
      confirmLabel={t`Revoke`}
      isBusy={isPending}
      disabledReason={disabledReason}
      onConfirm={() => revoke(id, { onSettled: onClose })}
      onCancel={onClose}
    />
  )
}
