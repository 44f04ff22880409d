import { Trans } from '@lingui/react/macro'
import { CirclePause, CirclePlay, Play, Trash2 } from 'lucide'
import { Suspense, useState } from 'react'

import type { Flow } from '../../../core/flows/flow.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Button } from '../../kit/button/button.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { SelectionBar } from '../../lists/selection-bar.tsx'

const FlowBulkDialog = lazyNamed(() => import('./flow-bulk-dialog.tsx'), 'FlowBulkDialog')

export type FlowBulkName = 'run' | 'enable' | 'disable' | 'delete'

/** The actions for all selected flows. */
export function FlowBulkBar({ flows, onClear }: { flows: readonly Flow[]; onClear(): void }) {
  const [chosen, setChosen] = useState<{ readonly name: FlowBulkName; readonly flows: readonly Flow[] }>()
  const runDisabledReason = useDisabledReason('flow.run')
  const disabledReason = useDisabledReason('flow.write')
  // The currently selected ones, because the list may change during the action.
  const choose = (name: FlowBulkName) => () => setChosen({ name, flows })
  return (
    <>
      <SelectionBar count={flows.length} onClear={onClear}>
        <Button size="sm" icon={Play} disabledReason={runDisabledReason} onClick={choose('run')}>
          <Trans>Run</Trans>
        </Button>
        <Button size="sm" icon={CirclePlay} disabledReason={disabledReason} onClick={choose('enable')}>
          <Trans>Switch on</Trans>
        </Button>
        <Button size="sm" icon={CirclePause} disabledReason={disabledReason} onClick={choose('disable')}>
          <Trans>Switch off</Trans>
        </Button>
        <Button size="sm" icon={Trash2} disabledReason={disabledReason} onClick={choose('delete')}>
          <Trans>Delete</Trans>
        </Button>
      </SelectionBar>
      <Suspense>
        {chosen && (
          <FlowBulkDialog
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
