import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Copy, GitCommitVertical, PanelTop, Pencil, PlugZap, Table2, Trash2 } from 'lucide'

import { type Connection, isSource } from '../../../core/connections/connection.ts'
import { isConnectionType } from '../../../core/connections/connection-type-of.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Icon } from '../../kit/icon/icon.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '../../kit/menu/menu.tsx'
import { useListUrl } from '../../routing/use-list-url.ts'
import { useIsOffered } from '../../services/use-is-offered.ts'
import { useConnectionDisabledReason } from '../use-connection-disabled-reason.ts'

/** The menu of a connection in a list. */
export function ConnectionRowItems({ connection }: { readonly connection: Connection }) {
  const { id, type } = connection
  const end = isSource(connection) ? 'source' : 'destination'
  const { open } = useListUrl()
  const writeDisabledReason = useConnectionDisabledReason('delete')(type)
  const detailsDisabledReason = useDisabledReason('integration.details')
  const hasVersions = useIsOffered('listConnectionVersions')
  const testDisabledReason = useDisabledReason('connection.test')
  return (
    <>
      <MenuLink>
        <Link to={end === 'source' ? '/sources/$id' : '/destinations/$id'} params={{ id }}>
          <Icon of={PanelTop} size={15} />
          <Trans>Open</Trans>
        </Link>
      </MenuLink>
      <MenuItem icon={Pencil} onSelect={() => open('edit', { id })}>
        <Trans>Edit</Trans>
      </MenuItem>
      <MenuItem icon={PlugZap} disabledReason={testDisabledReason} onSelect={() => open('test', { id })}>
        <Trans>Test</Trans>
      </MenuItem>
      <MenuItem icon={Table2} disabledReason={testDisabledReason} onSelect={() => open('discover', { id })}>
        <Trans>Discover</Trans>
      </MenuItem>
      {isConnectionType(type) && (
        <MenuItem icon={Copy} disabledReason={writeDisabledReason} onSelect={() => open('clone', { id })}>
          <Trans>Clone</Trans>
        </MenuItem>
      )}
      {hasVersions && (
        <MenuItem
          icon={GitCommitVertical}
          disabledReason={detailsDisabledReason}
          onSelect={() => open('versions', { id })}
        >
          <Trans>Versions</Trans>
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={Trash2} isDanger disabledReason={writeDisabledReason} onSelect={() => open('delete', { id })}>
        <Trans>Delete</Trans>
      </MenuItem>
    </>
  )
}
