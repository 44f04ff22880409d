import { Trans } from '@lingui/react/macro'
import { ChevronsUpDown } from 'lucide'
import { Suspense, useSyncExternalStore } from 'react'
import { Avatar } from '../kit/avatar/avatar.tsx'
import { Icon } from '../kit/icon/icon.tsx'
import { lazyNamed } from '../kit/lazy-named.ts'
import { Menu } from '../kit/menu/menu.tsx'
import { useServices } from '../services/services.tsx'
import styles from './sidebar.module.css'

const ProfileMenuItems = lazyNamed(() => import('./profile-menu-items.tsx'), 'ProfileMenuItems')

export function ProfileMenu() {
  const { sessionState } = useServices()
  const { user, profile } = useSyncExternalStore(sessionState.subscribe, sessionState.get)

  const email = profile?.email ?? user?.email ?? ''
  const name = profile?.displayName ?? user?.displayName ?? email
  const imageUrl = profile?.photoUrl ?? user?.photoUrl ?? undefined

  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={styles['account']}>
          <span className="visually-hidden">
            <Trans>Account:</Trans>{' '}
          </span>
          <Avatar name={name} imageUrl={imageUrl} />
          <span className={styles['words']}>
            <span className={styles['primary']}>{name}</span>
            {name !== email && <span className={styles['secondary']}>{email}</span>}
          </span>
          <Icon of={ChevronsUpDown} size={14} className={styles['chevron']} />
        </button>
      }
    >
      <Suspense>
        <ProfileMenuItems />
      </Suspense>
    </Menu>
  )
}
