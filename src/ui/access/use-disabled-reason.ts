import { useLingui } from '@lingui/react/macro'

import { PERMISSIONS, type Permission, ROLES } from '../../core/catalog/permissions.ts'
import { useAllowance } from './use-active-organization.ts'
import { useRoleName } from './use-role-name.ts'

/** The reason why the user may not do it, for a disabled control; nothing if the user may. */
export function useDisabledReason(permission: Permission): string | undefined {
  return useDisabledReasonOf()([permission])
}

/** The same for acts that need several permissions, which are known only when the object is. */
export function useDisabledReasonOf(): (permissions: readonly Permission[]) => string | undefined {
  const { t } = useLingui()
  const roleName = useRoleName()
  const isAllowed = useAllowance()
  return (permissions) => {
    const missing = permissions
      .filter((permission) => !isAllowed(permission))
      .map((permission) => PERMISSIONS[permission])
    const needed = ROLES.findLast((role) => missing.includes(role))
    if (needed === undefined) return undefined
    const role = roleName(needed)
    return needed === 'owner' ? t`Needs the role ${role}` : t`Needs at least the role ${role}`
  }
}
