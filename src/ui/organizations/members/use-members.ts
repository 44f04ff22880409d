import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'

import type { Role } from '../../../core/catalog/permissions.ts'
import type { KeyFate } from '../../../core/catalog/service-keys.ts'
import type { Member } from '../../../core/members/member.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

/** Whether a member is the signed-in user: by the account if the server returns it, otherwise by the address. */
export function useIsOneself(): (member: Member) => boolean {
  const { sessionState } = useServices()
  const { user } = useSyncExternalStore(sessionState.subscribe, sessionState.get)
  return ({ uid, email }) => (uid !== undefined ? uid === user?.uid : email !== undefined && email === user?.email)
}

function useMembersChanged() {
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return async () => {
    await queryClient.invalidateQueries({ queryKey: QUERY_KEYS.members(id) })
    await queryClient.invalidateQueries({ queryKey: QUERY_KEYS.serviceMembers(id) })
  }
}

interface RoleChange {
  readonly member: Member
  readonly role: Role
  readonly keys?: KeyFate | undefined
}

interface Removal {
  readonly member: Member
  readonly keys?: KeyFate | undefined
}

export function useChangeRole() {
  const { updateMemberRoles, listOrganizations } = useServices()
  const isOneself = useIsOneself()
  return useMutation({
    mutationFn: ({ member, role, keys }: RoleChange) => unwrap(updateMemberRoles(member.id, [role], keys)),
    // The user's own roles are part of the organization, and apply from now on.
    onSuccess: (_changed, { member }) => (isOneself(member) ? listOrganizations() : undefined),
    onSettled: useMembersChanged(),
  })
}

/** Removing oneself means leaving: then the organization is removed from the list. */
export function useRemoveMember() {
  const { removeMember, listOrganizations } = useServices()
  const isOneself = useIsOneself()
  const changed = useMembersChanged()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ member, keys }: Removal) => unwrap(removeMember(member.id, keys)),
    onSuccess: async (_removed, { member }) => {
      if (!isOneself(member)) return changed()
      // In this order: the home page would ask for what the user may no longer see.
      await listOrganizations()
      await navigate({ to: '/' })
    },
  })
}
