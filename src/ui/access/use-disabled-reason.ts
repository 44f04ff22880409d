import { useLingui } from '@lingui/react/macro'

import { PERMISSIONS, type Permission } from '../../core/catalog/permissions.ts'
import { useIsAllowed } from './use-active-organization.ts'
import { useRoleName } from './use-role-name.ts'

/** The reason why the user may not do it, for a disabled control; nothing if the user may. */
export function useDisabledReason(permission: Permission): string | undefined {
  const { t } = useLingui()
  const roleName = useRoleName()
  const mayDo = useIsAllowed(permission)
  if (mayDo) return undefined
  const needed = PERMISSIONS[permission]
  const role = roleName(needed)
  return needed === 'owner' ? t`Needs the role ${role}` : t`Needs the role ${role} or a higher one`
}
