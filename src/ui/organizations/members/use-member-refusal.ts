import { useLingui } from '@lingui/react/macro'

import { highestRole, mayGrant } from '../../../core/catalog/permissions.ts'
import type { Member } from '../../../core/members/member.ts'
import { useActiveOrganization } from '../use-active-organization.ts'
import { useRefusal } from '../use-refusal.ts'
import { useIsOneself } from './use-members.ts'

interface MemberRefusals {
  readonly roleRefusal: string | undefined
  readonly removalRefusal: string | undefined
}

/** Why the person may not change a member; the server alone knows of the last owner, and says so itself. */
export function useMemberRefusal(): (member: Member) => MemberRefusals {
  const { t } = useLingui()
  const { roles: own } = useActiveOrganization()
  const needsAdmin = useRefusal('member.update')
  const isOneself = useIsOneself()
  return (member) => {
    const isAbove = own !== undefined && !mayGrant(own, highestRole(member.roles) ?? 'viewer')
    const refusal = needsAdmin ?? (isAbove ? t`Their role is above yours` : undefined)
    return { roleRefusal: refusal, removalRefusal: isOneself(member) ? undefined : refusal }
  }
}
