import { Trans, useLingui } from '@lingui/react/macro'
import { UserPlus } from 'lucide'

import type { Member } from '../../../core/members/member.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { Button } from '../../kit/button/button.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { Table } from '../../kit/table/table.tsx'
import { GoneDialog } from '../../layout/gone-dialog.tsx'
import panelStyles from '../../layout/settings-panel.module.css'
import { useMembers } from '../../queries/use-members.ts'
import { useLinkedGone } from '../../routing/use-linked-gone.ts'
import { useSettingsUrl } from '../../routing/use-settings-url.ts'
import { ChangeRoleDialog } from './change-role-dialog.tsx'
import { MemberRow } from './member-row.tsx'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import { useMemberDisabledReason } from './use-member-disabled-reason.ts'

export function MembersPanel() {
  const { t } = useLingui()
  const { invite } = useSettingsUrl()
  const { data: members, isPending, isError, error, refetch } = useMembers()
  const disabledReason = useDisabledReason('invitation.write')
  return (
    <>
      <div className={panelStyles['head']}>
        <Button variant="primary" icon={UserPlus} disabledReason={disabledReason} onClick={invite}>
          <Trans>Invite somebody</Trans>
        </Button>
      </div>
      {isPending && <SkeletonRows count={2} />}
      {isError && <ErrorState title={t`Members could not be loaded`} error={error} onRetry={() => void refetch()} />}
      {members && (
        <Table
          label={t`Members`}
          columns={[
            { label: t`Name` },
            { label: t`Role` },
            { label: t`Since`, isSecondary: true },
            { label: t`Actions`, isHidden: true, align: 'end' },
          ]}
        >
          {members.map((member) => (
            <MemberRow key={member.id} member={member} />
          ))}
        </Table>
      )}
      {members && <OpenDialog members={members} />}
    </>
  )
}

function OpenDialog({ members }: { readonly members: readonly Member[] }) {
  const { tab, dialog, id, close } = useSettingsUrl()
  const disabledReasons = useMemberDisabledReason()
  const isGone = useLinkedGone(members, { dialog, id })
  const member = members.find((candidate) => candidate.id === id)
  if (tab !== 'members') return null
  if (!member) return isGone && <GoneDialog withoutTrash onClose={close} />
  const { roleDisabledReason, removalDisabledReason } = disabledReasons(member)
  if (dialog === 'edit') return <ChangeRoleDialog member={member} disabledReason={roleDisabledReason} onClose={close} />
  if (dialog === 'delete')
    return <RemoveMemberDialog member={member} disabledReason={removalDisabledReason} onClose={close} />
  return null
}
