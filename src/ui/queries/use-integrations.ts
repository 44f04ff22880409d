import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import type { Integration, IntegrationChange, NewIntegration } from '../../core/integrations/integration.ts'
import type { Services } from '../../core/services/services.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

const integrationsQuery = ({ listIntegrations }: Services, organizationId: string) =>
  queryOptions({
    queryKey: QUERY_KEYS.integrations(organizationId),
    queryFn: () => unwrap(listIntegrations()),
  })

/** Its secrets are masked. */
const integrationQuery = ({ fetchIntegrationDetails }: Services, organizationId: string, id: string) =>
  queryOptions({
    queryKey: QUERY_KEYS.integration(organizationId, id),
    queryFn: () => unwrap(fetchIntegrationDetails(id)),
    // A reload must not reset a form in use.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export function useIntegrations() {
  return useQuery(integrationsQuery(useServices(), useActiveOrganization().id))
}

const NONE: readonly Integration[] = []

/** The already loaded integrations: sends no request. */
export function useLoadedIntegrations(): readonly Integration[] {
  return useQuery({ ...integrationsQuery(useServices(), useActiveOrganization().id), enabled: false }).data ?? NONE
}

export function useIntegrationDetails(id: string) {
  return useQuery(integrationQuery(useServices(), useActiveOrganization().id, id))
}

function useIntegrationsChanged() {
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.integrations(id) })
}

export function useAddIntegration() {
  const { addIntegration } = useServices()
  return useMutation({
    mutationFn: (integration: NewIntegration) => unwrap(addIntegration(integration)),
    onSettled: useIntegrationsChanged(),
  })
}

interface Update {
  /** As the form was filled with it. */
  readonly integration: Pick<Integration, 'id' | 'version'>
  readonly change: IntegrationChange
}

export function useUpdateIntegration() {
  const { updateIntegration } = useServices()
  return useMutation({
    mutationFn: ({ integration, change }: Update) => unwrap(updateIntegration(integration, change)),
    onSettled: useIntegrationsChanged(),
  })
}

export function useRemoveIntegration() {
  const { removeIntegration } = useServices()
  return useMutation({
    mutationFn: (id: string) => unwrap(removeIntegration(id)),
    onSettled: useIntegrationsChanged(),
  })
}
