import { Trans } from '@lingui/react/macro'
import { ChevronsUpDown } from 'lucide'
import { Suspense } from 'react'
import { useOrganizationState } from '../access/use-active-organization.ts'
import { Avatar } from '../kit/avatar/avatar.tsx'
import { classNames } from '../kit/class-names.ts'
import { Icon } from '../kit/icon/icon.tsx'
import { lazyNamed } from '../kit/lazy-named.ts'
import { Menu } from '../kit/menu/menu.tsx'
import styles from './sidebar.module.css'

const OrganizationItems = lazyNamed(() => import('./organization-items.tsx'), 'OrganizationItems')

export function OrganizationSwitcher() {
  const { active } = useOrganizationState()
  if (!active) return null

  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={classNames(styles['account'], styles['organization'])}>
          <span className="visually-hidden">
            <Trans>Organization:</Trans>{' '}
          </span>
          <Avatar name={active.name} size="sm" shape="square" />
          <span className={styles['words']}>
            <span className={styles['primary']}>{active.name}</span>
          </span>
          <Icon of={ChevronsUpDown} size={14} className={styles['chevron']} />
        </button>
      }
    >
      <Suspense>
        <OrganizationItems />
      </Suspense>
    </Menu>
  )
}
