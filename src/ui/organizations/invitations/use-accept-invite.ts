import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

/** The invitation of the link, before it is accepted. */
export function useInvitationPreview(token: string) {
  const { previewInvitation } = useServices()
  return useQuery({
    queryKey: QUERY_KEYS.invitation(token),
    queryFn: () => unwrap(previewInvitation(token)),
    gcTime: 0,
  })
}

/** Accepts, and continues in the joined organization. */
export function useAcceptInvite() {
  const { acceptInvite, organizationState, setActiveOrganization } = useServices()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (token: string) => {
      const before = new Set(organizationState.get().organizations.map(({ id }) => id))
      await unwrap(acceptInvite(token))
      return organizationState.get().organizations.find(({ id }) => !before.has(id))
    },
    onSuccess: async (joined, token) => {
      if (joined) setActiveOrganization(joined.id)
      queryClient.removeQueries({ queryKey: QUERY_KEYS.invitation(token) })
      // Replaced, so that the token is not in the history either.
      await navigate({ to: '/', replace: true })
    },
  })
}
