import { Plural, Trans } from '@lingui/react/macro'
import { Table2 } from 'lucide'

import type { Connection } from '../../../core/connections/connection.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Button } from '../../kit/button/button.tsx'
import { Card } from '../../kit/card/card.tsx'
import { useEntities } from '../../queries/use-connections.ts'
import { useListUrl } from '../../routing/use-list-url.ts'
import styles from '../overview/flow-lists.module.css'

/** The tables of a source, in the browser of tables. It is asked for them only on a click, as that may take long or cost money. */
export function ConnectionTables({ connection }: { readonly connection: Connection }) {
  const { open } = useListUrl()
  const disabledReason = useDisabledReason('connection.test')
  const { data: tables } = useEntities(connection, false)
  return (
    <Card
      title={<Trans>Tables</Trans>}
      actions={
        <Button
          size="sm"
          icon={Table2}
          disabledReason={disabledReason}
          onClick={() => open('discover', { id: connection.id })}
        >
          <Trans>Discover</Trans>
        </Button>
      }
    >
      <p className={styles['nothing']}>
        {tables ? (
          <Plural value={tables.length} one="# table" other="# tables" />
        ) : (
          <Trans>Tables, their columns and rows, and what changed in them</Trans>
        )}
      </p>
    </Card>
  )
}
