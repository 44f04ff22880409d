import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'

import { mayGrant, ROLES, type Role } from '../../../core/catalog/permissions.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { useRoleName } from '../../access/use-role-name.ts'
import styles from './role-choice.module.css'

interface RoleChoiceProps {
  readonly label: string
  readonly value: Role
  /** Absent: all. */
  readonly roles?: readonly Role[]
  onChange(role: Role): void
}

/** The roles with their permissions, from the permission table. The user cannot give a role above their own. */
export function RoleChoice({ label, value, roles = ROLES, onChange }: RoleChoiceProps) {
  const { t } = useLingui()
  const { roles: own } = useActiveOrganization()
  const roleName = useRoleName()
  const name = useId()
  const meanings: Readonly<Record<Role, string>> = {
    viewer: t`Sees flows, connections, runs and the dashboard.`,
    runner: t`Also runs and cancels flows.`,
    editor: t`Also builds flows and connections; sees rows.`,
    admin: t`Also credentials, members and the audit log.`,
    owner: t`Also the plan, and deleting the organization.`,
  }
  return (
    <fieldset className={styles['choice']}>
      <legend className={styles['legend']}>{label}</legend>
      {roles.map((role) => {
        const isAbove = own !== undefined && !mayGrant(own, role)
        return (
          <label key={role} className={styles['role']}>
            <input
              type="radio"
              name={name}
              value={role}
              checked={value === role}
              disabled={isAbove}
              aria-labelledby={`${name}-${role}-name`}
              aria-describedby={`${name}-${role}`}
              onChange={() => onChange(role)}
            />
            <span>
              <span className={styles['name']} id={`${name}-${role}-name`}>
                {roleName(role)}
              </span>
              <span className={styles['meaning']} id={`${name}-${role}`}>
                {isAbove ? t`At most your own role.` : meanings[role]}
              </span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
