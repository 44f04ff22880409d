import { Trans, useLingui } from '@lingui/react/macro'
import { Ellipsis, PlugZap, Table2 } from 'lucide'

import type { Connection } from '../../../core/connections/connection.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Button } from '../../kit/button/button.tsx'
import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import { Menu } from '../../kit/menu/menu.tsx'
import { useListUrl } from '../../routing/use-list-url.ts'
import { ConnectionRowItems } from './connection-row-items.tsx'
import styles from './connection-table.module.css'

/** The actions for one connection. */
export function ConnectionActions({ connection }: { connection: Connection }) {
  const { id, name } = connection
  const { t } = useLingui()
  const { open } = useListUrl()
  const testDisabledReason = useDisabledReason('connection.test')
  return (
    <div className={styles['actions']}>
      <span className={styles['wide']}>
        <Button size="sm" icon={PlugZap} disabledReason={testDisabledReason} onClick={() => open('test', { id })}>
          <Trans>Test</Trans>
        </Button>
        <Button size="sm" icon={Table2} disabledReason={testDisabledReason} onClick={() => open('discover', { id })}>
          <Trans>Discover</Trans>
        </Button>
      </span>
      <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={t`More for ${name}`} />}>
        <ConnectionRowItems connection={connection} />
      </Menu>
    </div>
  )
}
