import { Trans, useLingui } from '@lingui/react/macro'
import { Ellipsis, PlugZap, RefreshCw } from 'lucide'
import { Suspense, useState } from 'react'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import styles from '../connections/list/connection-table.module.css'
import { Button } from '../kit/button/button.tsx'
import { IconButton } from '../kit/icon-button/icon-button.tsx'
import { lazyNamed } from '../kit/lazy-named.ts'
import { Menu } from '../kit/menu/menu.tsx'
import { useListUrl } from '../routing/use-list-url.ts'
import { IntegrationRowItems } from './integration-row-items.tsx'
import type { IntegrationEntry } from './integration-table.tsx'

const ConnectionBulkDialog = lazyNamed(
  () => import('../connections/list/connection-bulk-dialog.tsx'),
  'ConnectionBulkDialog',
)

/** The actions for one integration. It is tested through its connections. */
export function IntegrationActions({ entry }: { entry: IntegrationEntry }) {
  const { t } = useLingui()
  const { open } = useListUrl()
  const disabledReason = useDisabledReason('integration.write')
  const testDisabledReason = useDisabledReason('connection.test')
  const [isTesting, setTesting] = useState(false)
  const { id, name, connections, reconnectNeeded } = entry
  return (
    <div className={styles['actions']}>
      {reconnectNeeded ? (
        <Button
          size="sm"
          variant="primary"
          icon={RefreshCw}
          disabledReason={disabledReason}
          onClick={() => open('reconnect', { id })}
        >
          <Trans>Reconnect</Trans>
        </Button>
      ) : (
        <Button
          size="sm"
          icon={PlugZap}
          disabledReason={testDisabledReason ?? (connections.length === 0 ? t`No connection uses it yet` : undefined)}
          onClick={() => setTesting(true)}
        >
          <Trans>Test</Trans>
        </Button>
      )}
      <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={t`More for ${name}`} />}>
        <IntegrationRowItems id={id} />
      </Menu>
      <Suspense>
        {isTesting && (
          <ConnectionBulkDialog
            name="test"
            entries={connections.map((connection) => ({ ...connection, flows: [] }))}
            onClose={() => setTesting(false)}
          />
        )}
      </Suspense>
    </div>
  )
}
