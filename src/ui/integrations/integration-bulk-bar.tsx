import { Trans } from '@lingui/react/macro'
import { Trash2 } from 'lucide'
import { Suspense, useState } from 'react'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { Button } from '../kit/button/button.tsx'
import { lazyNamed } from '../kit/lazy-named.ts'
import { SelectionBar } from '../lists/selection-bar.tsx'
import type { IntegrationEntry } from './integration-table.tsx'

const DeleteIntegrationsDialog = lazyNamed(() => import('./delete-integrations-dialog.tsx'), 'DeleteIntegrationsDialog')

/** The actions for all selected integrations. */
export function IntegrationBulkBar({ entries, onClear }: { entries: readonly IntegrationEntry[]; onClear(): void }) {
  const [chosen, setChosen] = useState<readonly IntegrationEntry[]>()
  const disabledReason = useDisabledReason('integration.write')
  return (
    <>
      <SelectionBar count={entries.length} onClear={onClear}>
        <Button size="sm" icon={Trash2} disabledReason={disabledReason} onClick={() => setChosen(entries)}>
          <Trans>Delete</Trans>
        </Button>
      </SelectionBar>
      <Suspense>
        {chosen && (
          <DeleteIntegrationsDialog
            entries={chosen}
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
