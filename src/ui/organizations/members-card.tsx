import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { highestRole } from '../../core/catalog/permissions.ts'
import { errorText } from '../app/error-text.ts'
import { QUERY_KEYS } from '../app/query-keys.ts'
import { useServices } from '../app/services.tsx'
import { unwrap } from '../app/unwrap.ts'
import { Avatar } from '../kit/avatar/avatar.tsx'
import { Badge } from '../kit/badge/badge.tsx'
import { Button } from '../kit/button/button.tsx'
import { Callout } from '../kit/callout/callout.tsx'
import { Card } from '../kit/card/card.tsx'
import { Skeleton } from '../kit/skeleton/skeleton.tsx'
import styles from './members-card.module.css'
import { useActiveOrganization } from './use-active-organization.ts'
import { useRoleName } from './use-role-name.ts'

export function MembersCard() {
  const { i18n, t } = useLingui()
  const { listMembers, sessionState } = useServices()
  const { id } = useActiveOrganization()
  const { user } = useSyncExternalStore(sessionState.subscribe, sessionState.get)
  const roleName = useRoleName()
  const {
    data: members,
    isPending,
    isError,
    error,
    refetch,
  } = useQuery({
    queryKey: QUERY_KEYS.members(id),
    queryFn: () => unwrap(listMembers()),
  })
  return (
    <Card title={<Trans>Members</Trans>} description={<Trans>Who works here, and what they may do.</Trans>}>
      {isPending && <Skeleton height="2.5rem" />}
      {isError && (
        <Callout
          tone="danger"
          title={<Trans>Members could not be loaded</Trans>}
          actions={
            <Button size="sm" onClick={() => void refetch()}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          {errorText(i18n, error)}
        </Callout>
      )}
      {members && (
        <ul className={styles['members']} aria-label={t`Members`}>
          {members.map((member) => {
            const name = member.displayName ?? member.email ?? member.id
            const role = highestRole(member.roles)
            return (
              <li key={member.id} className={styles['member']}>
                <Avatar name={name} imageUrl={member.photoUrl} />
                <span className={styles['words']}>
                  <span className={styles['name']}>{name}</span>
                  {member.email && member.email !== name && <span className={styles['email']}>{member.email}</span>}
                </span>
                {member.email !== undefined && member.email === user?.email && (
                  <Badge tone="accent">
                    <Trans>You</Trans>
                  </Badge>
                )}
                {role && <Badge>{roleName(role)}</Badge>}
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
