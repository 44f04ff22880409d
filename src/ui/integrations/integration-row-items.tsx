import { Trans } from '@lingui/react/macro'
import { Pencil, Trash2 } from 'lucide'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { MenuItem, MenuSeparator } from '../kit/menu/menu.tsx'
import { useListUrl } from '../routing/use-list-url.ts'

/** The menu of an integration in a list. */
export function IntegrationRowItems({ id }: { readonly id: string }) {
  const { open } = useListUrl()
  const disabledReason = useDisabledReason('integration.write')
  return (
    <>
      <MenuItem icon={Pencil} disabledReason={disabledReason} onSelect={() => open('edit', { id })}>
        <Trans>Edit</Trans>
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} isDanger disabledReason={disabledReason} onSelect={() => open('delete', { id })}>
        <Trans>Delete</Trans>
      </MenuItem>
    </>
  )
}
