import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'

import { useOrganizationState } from '../access/use-active-organization.ts'
import { useServices } from '../services/services.tsx'

/** A link from outside, such as an assistant gives, means one organization: it becomes active. @returns whether the user is no member of it */
export function useLinkedOrganization(): boolean {
  const { organization, section } = useSearch({ from: '/main/settings' })
  const { organizations } = useOrganizationState()
  const { setActiveOrganization } = useServices()
  const navigate = useNavigate()
  const isMember = organizations.some(({ id }) => id === organization)
  useEffect(() => {
    if (organization === undefined || !isMember) return
    setActiveOrganization(organization)
    // From now on the user may choose another one.
    void navigate({ to: '/organization-settings', search: section ? { section } : {}, replace: true })
  }, [organization, section, isMember, setActiveOrganization, navigate])
  return organization !== undefined && !isMember
}
