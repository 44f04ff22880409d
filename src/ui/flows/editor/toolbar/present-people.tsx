import { useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'

import { Avatar } from '../../../kit/avatar/avatar.tsx'
import { usePresentPeople } from '../../../queries/use-present-people.ts'
import { useServices } from '../../../services/services.tsx'
import styles from './present-people.module.css'

const MAX_FACES = 3

/** The others who have this flow open; several tabs of one person are one face. */
export function PresentPeople({ flowId }: { readonly flowId: string }) {
  const { t } = useLingui()
  const { sessionState } = useServices()
  const session = useSyncExternalStore(sessionState.subscribe, sessionState.get)
  const others = usePresentPeople(flowId).filter(({ uid }) => uid !== session.user?.uid)
  if (others.length === 0) return null
  const names = others.map(({ name, uid }) => name ?? uid)
  const label = t`Also here: ${names.join(', ')}`
  return (
    <span className={styles['people']} role="img" aria-label={label} data-tooltip={label}>
      {others.slice(0, MAX_FACES).map(({ uid, name }) => (
        <span key={uid} className={styles['face']}>
          <Avatar name={name ?? uid} size="sm" />
        </span>
      ))}
      {others.length > MAX_FACES && <span className={styles['more']}>+{others.length - MAX_FACES}</span>}
    </span>
  )
}
