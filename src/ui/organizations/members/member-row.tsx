import { Trans, useLingui } from '@lingui/react/macro'
import { Ellipsis, LogOut, ShieldCheck, UserMinus } from 'lucide'

import { highestRole } from '../../../core/catalog/permissions.ts'
import type { Member } from '../../../core/members/member.ts'
import { useRoleName } from '../../access/use-role-name.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { Avatar } from '../../kit/avatar/avatar.tsx'
import { Badge } from '../../kit/badge/badge.tsx'
import { BreakableText } from '../../kit/breakable-text/breakable-text.tsx'
import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../kit/menu/menu.tsx'
import { Cell, Row } from '../../kit/table/table.tsx'
import { useSettingsUrl } from '../../routing/use-settings-url.ts'
import styles from './member-row.module.css'
import { nameOf } from './name-of.ts'
import { useMemberDisabledReason } from './use-member-disabled-reason.ts'
import { useIsOneself } from './use-members.ts'

export function MemberRow({ member }: { member: Member }) {
  const { t } = useLingui()
  const { open } = useSettingsUrl()
  const roleName = useRoleName()
  const isOneself = useIsOneself()(member)
  const { roleDisabledReason, removalDisabledReason } = useMemberDisabledReason()(member)
  const { id, email, photoUrl, roles, createdAt } = member
  const name = nameOf(member)
  const role = highestRole(roles)
  return (
    <Row>
      <Cell>
        <div className={styles['member']}>
          <Avatar name={name} imageUrl={photoUrl} />
          <span className={styles['words']}>
            <span className={styles['name']}>
              <span className={styles['text']}>
                <BreakableText text={name} />
              </span>
              {isOneself && (
                <Badge tone="accent">
                  <Trans>You</Trans>
                </Badge>
              )}
            </span>
            {email !== undefined && email !== name && (
              <span className={styles['email']}>
                <BreakableText text={email} />
              </span>
            )}
          </span>
        </div>
      </Cell>
      <Cell>
        <Badge>{role ? roleName(role) : roles.join(', ')}</Badge>
      </Cell>
      <Cell isSecondary>{createdAt !== undefined && <RelativeTime at={createdAt} />}</Cell>
      <Cell align="end">
        <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={t`More for ${name}`} />}>
          <MenuItem icon={ShieldCheck} disabledReason={roleDisabledReason} onSelect={() => open('edit', id)}>
            <Trans>Change role</Trans>
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            icon={isOneself ? LogOut : UserMinus}
            isDanger
            disabledReason={removalDisabledReason}
            onSelect={() => open('delete', id)}
          >
            {isOneself ? <Trans>Leave organization</Trans> : <Trans>Remove member</Trans>}
          </MenuItem>
        </Menu>
      </Cell>
    </Row>
  )
}
