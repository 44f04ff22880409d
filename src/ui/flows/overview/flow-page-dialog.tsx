import { useNavigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'

import type { Flow } from '../../../core/flows/flow.ts'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { useUpdateFlow } from '../../queries/use-flows.ts'
import { useWriteDisabledReason } from '../../queries/use-write-disabled-reason.ts'
import type { DialogName } from '../../routing/search.ts'
import { useFlowUrl } from './use-flow-url.ts'

const SettingDialog = lazyNamed(() => import('../editor/setting-dialog.tsx'), 'SettingDialog')
const DraftedSetting = lazyNamed(() => import('./drafted-setting.tsx'), 'DraftedSetting')
const CancelRunDialog = lazyNamed(() => import('../../runs/actions/cancel-run-dialog.tsx'), 'CancelRunDialog')
const InboundUrlDialog = lazyNamed(() => import('../inbound/inbound-url-dialog.tsx'), 'InboundUrlDialog')
const LabelsDialog = lazyNamed(() => import('./labels-dialog.tsx'), 'LabelsDialog')
const RestoredVersion = lazyNamed(() => import('./restored-version.tsx'), 'RestoredVersion')
const BackfillDialog = lazyNamed(() => import('../backfill/backfill-dialog.tsx'), 'BackfillDialog')
const CutOverDialog = lazyNamed(() => import('../cut-over/cut-over-dialog.tsx'), 'CutOverDialog')
const EndMirrorDialog = lazyNamed(() => import('./end-mirror-dialog.tsx'), 'EndMirrorDialog')
const DeleteFlowDialog = lazyNamed(() => import('../list/delete-flow-dialog.tsx'), 'DeleteFlowDialog')

/** Dialogs that need nothing but the flow. */
const OF_FLOW: Readonly<Record<string, ComponentType<{ readonly flow: Flow; onClose(): void }>>> = {
  inbound: InboundUrlDialog,
  backfill: BackfillDialog,
  'end-mirror': EndMirrorDialog,
  'cut-over': CutOverDialog,
}

/** The dialog in the URL. What it changes holds at once, unless it is part of a draft. */
export function FlowPageDialog({ dialog, flow }: { readonly dialog: DialogName; readonly flow: Flow }) {
  const { close } = useFlowUrl()
  const navigate = useNavigate()
  const mayAdd = useWriteDisabledReason(flow) === undefined
  const { mutate: update, isPending, error } = useUpdateFlow()
  const saved = { onSuccess: close }
  const OfFlow = OF_FLOW[dialog]
  if (OfFlow) return <OfFlow flow={flow} onClose={close} />
  switch (dialog) {
    case 'cancel':
      return flow.lastRun && <CancelRunDialog run={flow.lastRun} onClose={close} />
    case 'sql':
    case 'structure':
      return <DraftedSetting {...{ dialog, flow, mayAdd }} onClose={close} />
    case 'schedule':
    case 'freshness':
    case 'cost':
    case 'workers':
      return (
        <SettingDialog
          {...{ dialog, flow, mayAdd, error }}
          isBusy={isPending}
          isConflict={false}
          onChange={(change) => update({ flow, change }, saved)}
          onClose={close}
        />
      )
    case 'labels':
      return (
        <LabelsDialog
          {...{ flow, error }}
          isBusy={isPending}
          onSave={(change) => update({ flow, change }, saved)}
          onClose={close}
        />
      )
    case 'versions':
      return <RestoredVersion flow={flow} onClose={close} />
    case 'delete':
      return <DeleteFlowDialog flow={flow} onDeleted={() => void navigate({ to: '/flows' })} onClose={close} />
    default:
      return null
  }
}
