import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { BadgeCheck, Ellipsis, KeyRound, Trash2 } from 'lucide'

import { highestRole } from '../../../core/catalog/permissions.ts'
import type { ServiceMember } from '../../../core/service-members/service-member.ts'
import { useRoleName } from '../../access/use-role-name.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { useNow } from '../../i18n/use-now.ts'
import { Badge } from '../../kit/badge/badge.tsx'
import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../kit/menu/menu.tsx'
import { Cell, Row } from '../../kit/table/table.tsx'
import { useSettingsUrl } from '../../routing/use-settings-url.ts'
import styles from './keys.module.css'

export function KeyRow({ member }: { readonly member: ServiceMember }) {
  const { t } = useLingui()
  const { open } = useSettingsUrl()
  const roleName = useRoleName()
  const { id, name, role: given, flowIds, keyStart, credentials = [], needsApproval, lastUsedAt, lastUsedFrom } = member
  const createdBy = member.createdBy?.name ?? member.createdBy?.uid
  const role = highestRole([given])
  return (
    <Row>
      <Cell>
        <div className={styles['key']}>
          <span className={styles['name']}>{name}</span>
          {keyStart !== undefined && <code className={styles['quiet']}>{keyStart}…</code>}
          {(keyStart === undefined || credentials.length > 0) && (
            <span className={styles['quiet']}>
              <Plural
                value={credentials.length}
                _0="Accepts no tokens yet"
                one="Accepts # kind of tokens"
                other="Accepts # kinds of tokens"
              />
            </span>
          )}
        </div>
      </Cell>
      <Cell>
        <div className={styles['key']}>
          <span>
            <Badge>{role ? roleName(role) : given}</Badge>
          </span>
          {needsApproval && (
            <span className={styles['quiet']}>
              <Trans>Needs approval to run</Trans>
            </span>
          )}
          {createdBy !== undefined && (
            <span className={styles['quiet']}>
              <Trans>by {createdBy}</Trans>
            </span>
          )}
          {flowIds && (
            <span className={styles['quiet']}>
              <Plural value={flowIds.length} one="Only # flow" other="Only # flows" />
            </span>
          )}
        </div>
      </Cell>
      <Cell isSecondary>
        {lastUsedAt === undefined ? (
          <Trans>Never</Trans>
        ) : (
          <div className={styles['key']}>
            <RelativeTime at={lastUsedAt} />
            {lastUsedFrom !== undefined && <span className={styles['quiet']}>{lastUsedFrom}</span>}
          </div>
        )}
      </Cell>
      <Cell isSecondary>
        <Validity member={member} />
      </Cell>
      <Cell align="end">
        <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={t`More for ${name}`} />}>
          <MenuItem icon={KeyRound} onSelect={() => open('edit', id)}>
            {keyStart === undefined ? <Trans>Create a stored key</Trans> : <Trans>Renew</Trans>}
          </MenuItem>
          <MenuItem icon={BadgeCheck} onSelect={() => open('credentials', id)}>
            <Trans>Sign-in without a key</Trans>
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} isDanger onSelect={() => open('delete', id)}>
            <Trans>Revoke</Trans>
          </MenuItem>
        </Menu>
      </Cell>
    </Row>
  )
}

/** Until when the key is valid, and the one before it. */
function Validity({ member: { keyStart, expiresAt, previousUntil, makerLeft } }: { readonly member: ServiceMember }) {
  const formats = useFormats()
  const now = useNow()
  if (makerLeft)
    return (
      <div className={styles['key']}>
        <span>
          <Badge tone="danger">
            <Trans>Refused</Trans>
          </Badge>
        </span>
        <span className={styles['quiet']}>
          <Trans>Its maker has left. Renew it to take it over.</Trans>
        </span>
      </div>
    )
  if (keyStart === undefined) return <Trans>15 minutes each</Trans>
  if (expiresAt !== undefined && Date.parse(expiresAt) <= now)
    return (
      <Badge tone="danger">
        <Trans>Expired</Trans>
      </Badge>
    )
  const previous = previousUntil === undefined ? '' : formats.minute(previousUntil)
  return (
    <div className={styles['key']}>
      <span>{expiresAt === undefined ? <Trans>Until it is revoked</Trans> : formats.date(expiresAt)}</span>
      {previousUntil !== undefined && Date.parse(previousUntil) > now && (
        <span className={styles['quiet']}>
          <Trans>The key before: {previous}</Trans>
        </span>
      )}
    </div>
  )
}
