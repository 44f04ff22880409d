import { Trans } from '@lingui/react/macro'
import { CalendarClock, CopyPlus, Download, Trash2 } from 'lucide-react'

import type { Flow } from '../../../core/flows/flow.ts'
import type { DialogName } from '../../app/search.ts'
import { MenuItem } from '../../kit/menu/menu.tsx'
import { useRefusal } from '../../organizations/use-refusal.ts'
import { exportFlow } from '../export-flow.ts'

interface EditorMenuItemsProps {
  readonly flow: Flow
  onDuplicate(): void
  onOpen(dialog: DialogName): void
}

/** What is seldom done to a flow as a whole. */
export function EditorMenuItems({ flow, onDuplicate, onOpen }: EditorMenuItemsProps) {
  const refusal = useRefusal('flow.write')
  return (
    <>
      <MenuItem icon={CalendarClock} disabledReason={refusal} onSelect={() => onOpen('schedule')}>
        <Trans>Schedule</Trans>
      </MenuItem>
      <MenuItem icon={CopyPlus} disabledReason={refusal} onSelect={onDuplicate}>
        <Trans>Duplicate</Trans>
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => exportFlow(flow)}>
        <Trans>Export</Trans>
      </MenuItem>
      <MenuItem icon={Trash2} isDanger disabledReason={refusal} onSelect={() => onOpen('delete')}>
        <Trans>Delete flow</Trans>
      </MenuItem>
    </>
  )
}
