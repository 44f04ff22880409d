import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown, Plus } from 'lucide'
import { useOrganizationState } from '../access/use-active-organization.ts'
import { Avatar } from '../kit/avatar/avatar.tsx'
import { classNames } from '../kit/class-names.ts'
import { Icon } from '../kit/icon/icon.tsx'
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from '../kit/menu/menu.tsx'
import { useServices } from '../services/services.tsx'
import styles from './sidebar.module.css'

export function OrganizationSwitcher() {
  const { setActiveOrganization } = useServices()
  const { active, organizations } = useOrganizationState()
  const navigate = useNavigate()
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
      <MenuLabel>
        <Trans>Organizations</Trans>
      </MenuLabel>
      <MenuChoice
        value={active.id}
        options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => {
          setActiveOrganization(id)
          // What is open belongs to the organization that was left.
          void navigate({ to: '/' })
        }}
      />
      <MenuSeparator />
      <MenuItem icon={Plus} onSelect={() => void navigate({ to: '/organization/create' })}>
        <Trans>New organization</Trans>
      </MenuItem>
    </Menu>
  )
}
