import { useSyncExternalStore } from 'react'

import { isAllowed, type Permission } from '../../core/catalog/permissions.ts'
import type { Organization } from '../../core/organizations/organization.ts'
import type { OrganizationState } from '../../core/organizations/organization-store.ts'
import { useServices } from '../services/services.tsx'

export function useOrganizationState(): OrganizationState {
  const { organizationState } = useServices()
  return useSyncExternalStore(organizationState.subscribe, organizationState.get)
}

/** The organization of the page; without one the main layout does not show such a page. */
export function useActiveOrganization(): Organization {
  const { active } = useOrganizationState()
  if (!active) throw new Error('This page needs an active organization')
  return active
}

/** Whether the user's role allows it, as far as the server returned the role; the server makes the final decision. */
export const useIsAllowed = (permission: Permission): boolean => useAllowance()(permission)

/** The same for permissions that are known only when the object is. */
export function useAllowance(): (permission: Permission) => boolean {
  const { active } = useOrganizationState()
  return (permission) => active?.roles === undefined || isAllowed(active.roles, permission)
}
