import { Trans } from '@lingui/react/macro'
import { AlarmClockCheck, CalendarClock, CirclePause, CirclePlay, Play, Tag, Trash2 } from 'lucide'
import { Suspense, useState } from 'react'

import type { Flow } from '../../../core/flows/flow.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Button } from '../../kit/button/button.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { SelectionBar } from '../../lists/selection-bar.tsx'

const FlowBulkDialog = lazyNamed(() => import('./flow-bulk-dialog.tsx'), 'FlowBulkDialog')
const FlowBatchDialog = lazyNamed(() => import('./flow-batch-dialog.tsx'), 'FlowBatchDialog')

/** What the server does by itself with many flows. */
export type FlowBatchName = 'run' | 'enable' | 'disable' | 'schedule' | 'freshness' | 'tags'

type Chosen = { readonly name: FlowBatchName | 'delete'; readonly flows: readonly Flow[] }

/** The actions for all selected flows. */
export function FlowBulkBar({ flows, onClear }: { flows: readonly Flow[]; onClear(): void }) {
  const [chosen, setChosen] = useState<Chosen>()
  const runDisabledReason = useDisabledReason('flow.run')
  const disabledReason = useDisabledReason('flow.write')
  // The currently selected ones, because the list may change during the action.
  const choose = (name: Chosen['name']) => () => setChosen({ name, flows })
  const close = () => {
    setChosen(undefined)
    onClear()
  }
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
        <Button size="sm" icon={CalendarClock} disabledReason={disabledReason} onClick={choose('schedule')}>
          <Trans>Schedule</Trans>
        </Button>
        <Button size="sm" icon={AlarmClockCheck} disabledReason={disabledReason} onClick={choose('freshness')}>
          <Trans>Freshness limit</Trans>
        </Button>
        <Button size="sm" icon={Tag} disabledReason={disabledReason} onClick={choose('tags')}>
          <Trans>Tags</Trans>
        </Button>
        <Button size="sm" icon={Trash2} disabledReason={disabledReason} onClick={choose('delete')}>
          <Trans>Delete</Trans>
        </Button>
      </SelectionBar>
      <Suspense>
        {chosen &&
          (chosen.name === 'delete' ? (
            <FlowBulkDialog flows={chosen.flows} onClose={close} />
          ) : (
            <FlowBatchDialog name={chosen.name} flows={chosen.flows} onClose={close} />
          ))}
      </Suspense>
    </>
  )
}
