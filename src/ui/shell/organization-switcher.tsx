import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown, Plus } from 'lucide'
import { useState } from 'react'
import { useOrganizationState } from '../access/use-active-organization.ts'
import { Avatar } from '../kit/avatar/avatar.tsx'
import { classNames } from '../kit/class-names.ts'
import { Icon } from '../kit/icon/icon.tsx'
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSearch, MenuSeparator } from '../kit/menu/menu.tsx'
import { useServices } from '../services/services.tsx'
import styles from './sidebar.module.css'

/** So many are seen at once. */
const SEARCHED_FROM = 8

export function OrganizationSwitcher() {
  const { setActiveOrganization } = useServices()
  const { active, organizations } = useOrganizationState()
  const navigate = useNavigate()
  const { t } = useLingui()
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLowerCase()
  const found = organizations.filter(({ name }) => name.toLowerCase().includes(wanted))
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
      {organizations.length > SEARCHED_FROM && (
        <MenuSearch label={t`Search organizations`} value={query} onChange={setQuery} />
      )}
      <MenuChoice
        value={active.id}
        options={found.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => {
          setActiveOrganization(id)
          // What is open belongs to the organization that was left.
          void navigate({ to: '/' })
        }}
      />
      {found.length === 0 && (
        <MenuLabel>
          <Trans>No organization matches</Trans>
        </MenuLabel>
      )}
      <MenuSeparator />
      <MenuItem icon={Plus} onSelect={() => void navigate({ to: '/organization/create' })}>
        <Trans>New organization</Trans>
      </MenuItem>
    </Menu>
  )
}
