import { Trans, useLingui } from '@lingui/react/macro'
import { Ellipsis, Send, Trash2 } from 'lucide'

import { highestRole } from '../../../core/catalog/permissions.ts'
import type { Invitation } from '../../../core/invitations/invitation.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { useRoleName } from '../../access/use-role-name.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { Badge } from '../../kit/badge/badge.tsx'
import { BreakableText } from '../../kit/breakable-text/breakable-text.tsx'
import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../kit/menu/menu.tsx'
import { Cell, Row } from '../../kit/table/table.tsx'
import { useSettingsUrl } from '../../routing/use-settings-url.ts'
import { useResendInvitation } from './use-invitations.ts'

interface InvitationRowProps {
  readonly invitation: Invitation
  onRenewed(invitation: Invitation): void
}

export function InvitationRow({ invitation, onRenewed }: InvitationRowProps) {
  const { t } = useLingui()
  const { open } = useSettingsUrl()
  const roleName = useRoleName()
  const disabledReason = useDisabledReason('invitation.write')
  const { mutate: resend } = useResendInvitation()
  const { id, email, roles, status, expiresAt } = invitation
  const role = highestRole(roles)
  const isExpired = status === 'expired'
  return (
    <Row>
      <Cell>
        <BreakableText text={email} />
      </Cell>
      <Cell>
        <Badge>{role ? roleName(role) : roles.join(', ')}</Badge>
      </Cell>
      <Cell>
        {isExpired ? (
          <Badge tone="warning">
            <Trans>Expired</Trans>
          </Badge>
        ) : expiresAt === undefined ? (
          <Trans>Pending</Trans>
        ) : (
          <Trans>
            Expires <RelativeTime at={expiresAt} />
          </Trans>
        )}
      </Cell>
      <Cell align="end">
        <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={t`More for ${email}`} />}>
          <MenuItem icon={Send} disabledReason={disabledReason} onSelect={() => resend(id, { onSuccess: onRenewed })}>
            <Trans>Send again with a new link</Trans>
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} isDanger disabledReason={disabledReason} onSelect={() => open('delete', id)}>
            <Trans>Revoke invitation</Trans>
          </MenuItem>
        </Menu>
      </Cell>
    </Row>
  )
}
