import { UserRound } from 'lucide'

import { useMembers } from '../../queries/use-members.ts'
import type { Command } from './command.ts'
import { useGo } from './use-go.ts'

/** The members of the organization, who are in its settings. */
export function usePeopleCommands(): readonly Command[] {
  const { data: members = [] } = useMembers()
  const go = useGo()
  return members.map(
    ({ id, displayName, email = '' }): Command => ({
      id: `person-${id}`,
      group: 'people',
      icon: UserRound,
      label: displayName || email,
      detail: displayName ? email : '',
      run: go('/organization-settings', { section: 'members' }),
    }),
  )
}
