import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Plus, Undo2 } from 'lucide'
import { useState } from 'react'
import { useActiveOrganization, useOrganizationState } from '../access/use-active-organization.ts'
import { MenuItem, MenuSeparator } from '../kit/menu/menu.tsx'
import { MenuChoice } from '../kit/menu/menu-choice.tsx'
import { MenuLabel } from '../kit/menu/menu-label.tsx'
import { MenuSearch } from '../kit/menu/menu-search.tsx'
import { useDeletedOrganizations, useRestoreOrganization } from '../queries/use-deleted-organizations.ts'
import { useServices } from '../services/services.tsx'

/** The number of visible entries. */
const SEARCHED_FROM = 8

/** The available organizations; loaded when the user opens the menu. */
export function OrganizationItems() {
  const { setActiveOrganization } = useServices()
  const { organizations } = useOrganizationState()
  const active = useActiveOrganization()
  const navigate = useNavigate()
  const { t } = useLingui()
  const [query, setQuery] = useState('')
  const { data: deleted = [] } = useDeletedOrganizations()
  const { mutate: restore } = useRestoreOrganization()
  const wanted = query.trim().toLowerCase()
  const found = organizations.filter(({ name }) => name.toLowerCase().includes(wanted))
  return (
    <>
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
          // The open page belongs to the previous organization.
          void navigate({ to: '/' })
        }}
      />
      {found.length === 0 && (
        <MenuLabel>
          <Trans>No organization matches</Trans>
        </MenuLabel>
      )}
      <MenuSeparator />
      {deleted.map(({ id, name }) => (
        <MenuItem key={id} icon={Undo2} onSelect={() => restore(id)}>
          <Trans>Restore {name}</Trans>
        </MenuItem>
      ))}
      <MenuItem icon={Plus} onSelect={() => void navigate({ to: '/organization/create' })}>
        <Trans>New organization</Trans>
      </MenuItem>
    </>
  )
}
