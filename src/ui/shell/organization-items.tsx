import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide'
import { useState } from 'react'
import { useActiveOrganization, useOrganizationState } from '../access/use-active-organization.ts'
import { MenuChoice, MenuItem, MenuLabel, MenuSearch, MenuSeparator } from '../kit/menu/menu.tsx'
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
      <MenuItem icon={Plus} onSelect={() => void navigate({ to: '/organization/create' })}>
        <Trans>New organization</Trans>
      </MenuItem>
    </>
  )
}
