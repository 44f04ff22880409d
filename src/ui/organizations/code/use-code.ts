import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import type { CodeRequest } from '../../../core/code/code-plan.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

export function usePlanCode() {
  const { planCode } = useServices()
  return useMutation({ mutationFn: (request: CodeRequest) => unwrap(planCode(request)) })
}

export function useApplyCode() {
  const { applyCode } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return useMutation({
    mutationFn: ({ request, state }: { readonly request: CodeRequest; readonly state: string }) =>
      unwrap(applyCode(request, state)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.organization(id) }),
  })
}

export function useFlowProposals() {
  const { listFlowProposals } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({ queryKey: QUERY_KEYS.flowProposals(id), queryFn: () => unwrap(listFlowProposals()) })
}

export function useCloseProposal() {
  const { closeFlowProposal } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return useMutation({
    mutationFn: (proposalId: string) => unwrap(closeFlowProposal(proposalId)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.flowProposals(id) }),
  })
}
