import { Trans } from '@lingui/react/macro'
import {
  AlarmClockCheck,
  Bell,
  CalendarClock,
  CirclePause,
  CirclePlay,
  Play,
  SlidersHorizontal,
  Tag,
  Trash2,
  UserRound,
} from 'lucide'
import { Suspense, useState } from 'react'

import type { Flow } from '../../../core/flows/flow.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Button } from '../../kit/button/button.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { Menu, MenuItem } from '../../kit/menu/menu.tsx'
import { SelectionBar } from '../../lists/selection-bar.tsx'
import { useIsOffered } from '../../services/use-is-offered.ts'

const FlowBulkDialog = lazyNamed(() => import('./flow-bulk-dialog.tsx'), 'FlowBulkDialog')
const FlowBatchDialog = lazyNamed(() => import('./flow-batch-dialog.tsx'), 'FlowBatchDialog')

const FlowAlertsDialog = lazyNamed(() => import('./flow-alerts-dialog.tsx'), 'FlowAlertsDialog')

/** What the server does by itself with many flows. */
export type FlowBatchName = 'run' | 'enable' | 'disable' | 'schedule' | 'freshness' | 'tags' | 'owner'

type Chosen = { readonly name: FlowBatchName | 'delete' | 'alerts'; readonly flows: readonly Flow[] }

/** The actions for all selected flows. */
export function FlowBulkBar({ flows, onClear }: { flows: readonly Flow[]; onClear(): void }) {
  const [chosen, setChosen] = useState<Chosen>()
  const runDisabledReason = useDisabledReason('flow.run')
  const disabledReason = useDisabledReason('flow.write')
  const alertDisabledReason = useDisabledReason('alert.write')
  const hasAlerts = useIsOffered('listAlertChannels')
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
        <Menu
          align="start"
          trigger={
            <Button size="sm" icon={SlidersHorizontal} disabledReason={disabledReason}>
              <Trans>Change</Trans>
            </Button>
          }
        >
          <MenuItem icon={CalendarClock} disabledReason={disabledReason} onSelect={choose('schedule')}>
            <Trans>Schedule</Trans>
          </MenuItem>
          <MenuItem icon={AlarmClockCheck} disabledReason={disabledReason} onSelect={choose('freshness')}>
            <Trans>Freshness limit</Trans>
          </MenuItem>
          <MenuItem icon={Tag} disabledReason={disabledReason} onSelect={choose('tags')}>
            <Trans>Tags</Trans>
          </MenuItem>
          <MenuItem icon={UserRound} disabledReason={disabledReason} onSelect={choose('owner')}>
            <Trans>Owner</Trans>
          </MenuItem>
          {hasAlerts && (
            <MenuItem icon={Bell} disabledReason={alertDisabledReason} onSelect={choose('alerts')}>
              <Trans>Alerts</Trans>
            </MenuItem>
          )}
        </Menu>
        <Button size="sm" icon={Trash2} disabledReason={disabledReason} onClick={choose('delete')}>
          <Trans>Delete</Trans>
        </Button>
      </SelectionBar>
      <Suspense>{chosen && <ChosenDialog {...chosen} onClose={close} />}</Suspense>
    </>
  )
}

function ChosenDialog({ name, flows, onClose }: Chosen & { onClose(): void }) {
  if (name === 'delete') return <FlowBulkDialog flows={flows} onClose={onClose} />
  if (name === 'alerts') return <FlowAlertsDialog flows={flows} onClose={onClose} />
  return <FlowBatchDialog name={name} flows={flows} onClose={onClose} />
}
