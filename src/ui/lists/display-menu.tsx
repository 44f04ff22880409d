import { Trans, useLingui } from '@lingui/react/macro'
import { SlidersHorizontal } from 'lucide'
import { Button } from '../kit/button/button.tsx'
import { Menu, MenuSeparator } from '../kit/menu/menu.tsx'
import { MenuChoice } from '../kit/menu/menu-choice.tsx'
import { MenuLabel } from '../kit/menu/menu-label.tsx'
import type { GroupName } from '../routing/search.ts'
import { useListUrl } from '../routing/use-list-url.ts'
import styles from './display-menu.module.css'
import type { useRowDensity } from './use-row-density.ts'

interface DisplayMenuProps {
  /** By what this list can be grouped. */
  readonly groups: readonly GroupName[]
  readonly density: ReturnType<typeof useRowDensity>
}

/** How a list is shown: its groups, and the height of its rows. */
export function DisplayMenu({ groups, density: [density, choose] }: DisplayMenuProps) {
  const { t } = useLingui()
  const { filters, filter } = useListUrl()
  const names = useGroupNames()
  const group = groups.find((name) => name === filters.group)
  return (
    <Menu
      trigger={
        <Button icon={SlidersHorizontal} className={styles['button']} aria-label={t`Display`} data-tooltip={t`Display`}>
          <span className={styles['word']}>
            <Trans>Display</Trans>
          </span>
        </Button>
      }
    >
      {groups.length > 0 && (
        <>
          <MenuLabel>
            <Trans>Group by</Trans>
          </MenuLabel>
          <MenuChoice
            value={group ?? ''}
            options={[{ value: '', label: t`Nothing` }, ...groups.map((value) => ({ value, label: names[value] }))]}
            onChange={(next) => filter({ group: groups.find((name) => name === next) })}
          />
          <MenuSeparator />
        </>
      )}
      <MenuLabel>
        <Trans>Rows</Trans>
      </MenuLabel>
      <MenuChoice
        value={density}
        options={[
          { value: 'compact', label: t`Compact` },
          { value: 'comfortable', label: t`Comfortable` },
        ]}
        onChange={choose}
      />
    </Menu>
  )
}

/** What rows are grouped by. */
function useGroupNames(): Readonly<Record<GroupName, string>> {
  const { t } = useLingui()
  return {
    state: t`State`,
    source: t`Source`,
    destination: t`Destination`,
    owner: t`Owner`,
    tag: t`Tag`,
    type: t`Type`,
    flow: t`Flow`,
  }
}
