import { useSyncExternalStore } from 'react'

import { isAllowed, type Permission } from '../../core/catalog/permissions.ts'
import type { Organization } from '../../core/organizations/organization.ts'
import type { OrganizationState } from '../../core/organizations/organization-store.ts'
import { useServices } from '../services/services.tsx'

export function useOrganizationState(): OrganizationState {
  const { organizationState } = useServices()
  return useSyncExternalStore(organizationState.subscribe, organizationState.get)
}

/** The organization that the page is about; the main layout shows no such page without one. */
export function useActiveOrganization(): Organization {
  const { active } = useOrganizationState()
  if (!active) throw new Error('This page needs an active organization')
  return active
}

/** Whether the person's role allows it, as far as the server told the role: it decides in the end. */
export function useIsAllowed(permission: Permission): boolean {
  const { active } = useOrganizationState()
  return active?.roles === undefined || isAllowed(active.roles, permission)
}
