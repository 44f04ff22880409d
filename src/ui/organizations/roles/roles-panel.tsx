import { Trans, useLingui } from '@lingui/react/macro'
import { Check } from 'lucide'

import { isAllowed, ROLES } from '../../../core/catalog/permissions.ts'
import { useRoleName } from '../../access/use-role-name.ts'
import { Icon } from '../../kit/icon/icon.tsx'
import styles from './roles-panel.module.css'
import { usePermissionGroups, usePermissionNames } from './use-permission-names.ts'

/** The permissions of each role, from the table that the server uses. */
export function RolesPanel() {
  const { t } = useLingui()
  const roleName = useRoleName()
  const names = usePermissionNames()
  const groups = usePermissionGroups()
  return (
    <div className={styles['panel']}>
      <p className={styles['note']}>
        <Trans>The highest role of a member counts.</Trans>
      </p>
      <section className={styles['frame']} aria-label={t`Roles`}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Permission</Trans>
              </th>
              {ROLES.map((role) => (
                <th key={role} scope="col">
                  {roleName(role)}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(([heading, permissions]) => (
            <tbody key={heading}>
              <tr>
                <th scope="rowgroup" colSpan={ROLES.length + 1} className={styles['heading']}>
                  {heading}
                </th>
              </tr>
              {permissions.map((permission) => (
                <tr key={permission}>
                  <th scope="row">{names[permission]}</th>
                  {ROLES.map((role) => (
                    <td key={role}>
                      {isAllowed([role], permission) ? (
                        <Icon of={Check} size={15} label={t`Yes`} className={styles['yes']} />
                      ) : (
                        <span className={styles['no']}>
                          <span aria-hidden>–</span>
                          <span className="visually-hidden">
                            <Trans>No</Trans>
                          </span>
                        </span>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </section>
    </div>
  )
}
