import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import type { NewInvitation } from '../../../core/invitations/invitation.ts'
import { useActiveOrganization, useIsAllowed } from '../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

export function useInvitations() {
  const { listInvitations } = useServices()
  const { id } = useActiveOrganization()
  return useQuery({
    queryKey: QUERY_KEYS.invitations(id),
    queryFn: () => unwrap(listInvitations()),
    enabled: useIsAllowed('invitation.read'),
  })
}

function useInvitationsChanged() {
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.invitations(id) })
}

export function useInviteMember() {
  const { inviteMember } = useServices()
  return useMutation({
    mutationFn: (invitation: NewInvitation) => unwrap(inviteMember(invitation)),
    onSettled: useInvitationsChanged(),
  })
}

export function useResendInvitation() {
  const { resendInvitation } = useServices()
  return useMutation({
    mutationFn: (id: string) => unwrap(resendInvitation(id)),
    onSettled: useInvitationsChanged(),
  })
}

export function useRevokeInvitation() {
  const { revokeInvitation } = useServices()
  return useMutation({
    mutationFn: (id: string) => unwrap(revokeInvitation(id)),
    onSettled: useInvitationsChanged(),
  })
}
