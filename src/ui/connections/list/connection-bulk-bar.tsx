import { Trans } from '@lingui/react/macro'
import { PlugZap, Trash2 } from 'lucide'
import { Suspense, useState } from 'react'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Button } from '../../kit/button/button.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { SelectionBar } from '../../lists/selection-bar.tsx'
import type { ConnectionEntry } from './connection-table.tsx'

const ConnectionBulkDialog = lazyNamed(() => import('./connection-bulk-dialog.tsx'), 'ConnectionBulkDialog')

export type ConnectionBulkName = 'test' | 'delete'

interface Chosen {
  readonly name: ConnectionBulkName
  readonly entries: readonly ConnectionEntry[]
}

/** The actions for all selected connections. */
export function ConnectionBulkBar({ entries, onClear }: { entries: readonly ConnectionEntry[]; onClear(): void }) {
  const [chosen, setChosen] = useState<Chosen>()
  const testDisabledReason = useDisabledReason('connection.test')
  const writeDisabledReason = useDisabledReason('connection.write')
  return (
    <>
      <SelectionBar count={entries.length} onClear={onClear}>
        <Button
          size="sm"
          icon={PlugZap}
          disabledReason={testDisabledReason}
          onClick={() => setChosen({ name: 'test', entries })}
        >
          <Trans>Test</Trans>
        </Button>
        <Button
          size="sm"
          icon={Trash2}
          disabledReason={writeDisabledReason}
          onClick={() => setChosen({ name: 'delete', entries })}
        >
          <Trans>Delete</Trans>
        </Button>
      </SelectionBar>
      <Suspense>
        {chosen && (
          <ConnectionBulkDialog
            {...chosen}
            onClose={() => {
              setChosen(undefined)
              onClear()
            }}
          />
        )}
      </Suspense>
    </>
  )
}
