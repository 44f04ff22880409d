import { useLingui } from '@lingui/react/macro'

import { highestRole, mayGrant } from '../../../core/catalog/permissions.ts'
import type { Member } from '../../../core/members/member.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { useMembers } from '../../queries/use-members.ts'
import { useIsOneself } from './use-members.ts'

interface MemberDisabledReasons {
  readonly roleDisabledReason: string | undefined
  readonly removalDisabledReason: string | undefined
}

/** The reason why the user may not change a member, as far as the client knows; the server decides. */
export function useMemberDisabledReason(): (member: Member) => MemberDisabledReasons {
  const { t } = useLingui()
  const { roles: own } = useActiveOrganization()
  const needsAdmin = useDisabledReason('member.update')
  const isOneself = useIsOneself()
  const { data: members = [] } = useMembers()
  const owners = members.filter(({ roles }) => highestRole(roles) === 'owner')
  return (member) => {
    const isLastOwner = owners.length === 1 && owners[0]?.id === member.id
    const lastOwner = isLastOwner ? t`Make somebody else an owner first` : undefined
    const isAbove = own !== undefined && !mayGrant(own, highestRole(member.roles) ?? 'viewer')
    const disabledReason = needsAdmin ?? (isAbove ? t`Their role is above yours` : undefined)
    return {
      roleDisabledReason: disabledReason ?? lastOwner,
      removalDisabledReason: (isOneself(member) ? undefined : disabledReason) ?? lastOwner,
    }
  }
}
