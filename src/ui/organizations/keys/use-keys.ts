import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import type {
  FederatedCredentialDraft,
  KeyRenewal,
  ServiceMemberDraft,
} from '../../../core/service-members/service-member.ts'
import { useActiveOrganization, useIsAllowed } from '../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

export function useKeys() {
  const { listServiceMembers } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({
    queryKey: QUERY_KEYS.serviceMembers(id),
    queryFn: () => unwrap(listServiceMembers()),
    enabled: useIsAllowed('service-member.read'),
  })
}

function useKeysChanged() {
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.serviceMembers(id) })
}

export function useCreateKey() {
  const { createServiceMember } = useServices()
  return useMutation({
    mutationFn: (draft: ServiceMemberDraft) => unwrap(createServiceMember(draft)),
    onSettled: useKeysChanged(),
  })
}

export function useRenewKey() {
  const { renewServiceKey } = useServices()
  return useMutation({
    mutationFn: ({ id, ...renewal }: KeyRenewal & { readonly id: string }) => unwrap(renewServiceKey(id, renewal)),
    onSettled: useKeysChanged(),
  })
}

export function useRevokeKey() {
  const { removeServiceMember } = useServices()
  return useMutation({ mutationFn: (id: string) => unwrap(removeServiceMember(id)), onSettled: useKeysChanged() })
}

export function useAddCredential(id: string) {
  const { addFederatedCredential } = useServices()
  return useMutation({
    mutationFn: (draft: FederatedCredentialDraft) => unwrap(addFederatedCredential(id, draft)),
    onSettled: useKeysChanged(),
  })
}

export function useRemoveCredential(id: string) {
  const { removeFederatedCredential } = useServices()
  return useMutation({
    mutationFn: (credentialId: string) => unwrap(removeFederatedCredential(id, credentialId)),
    onSettled: useKeysChanged(),
  })
}
