import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'

import { isMirrored } from '../../../core/catalog/mirrors/is-mirrored.ts'
import type { TransformationType } from '../../../core/catalog/transformations/transformation-types.ts'
import type { Flow, FlowChange, FlowVersion } from '../../../core/flows/flow.ts'
import { lazyNamed } from '../../kit/lazy-named.ts'
import type { DialogName } from '../../routing/search.ts'

const SettingDialog = lazyNamed(() => import('./setting-dialog.tsx'), 'SettingDialog')
const AddStepDialog = lazyNamed(() => import('./steps/add-step-dialog.tsx'), 'AddStepDialog')
const CancelRunDialog = lazyNamed(() => import('../../runs/actions/cancel-run-dialog.tsx'), 'CancelRunDialog')
const InboundUrlDialog = lazyNamed(() => import('../inbound/inbound-url-dialog.tsx'), 'InboundUrlDialog')
const VersionsDialog = lazyNamed(() => import('./versions/versions-dialog.tsx'), 'VersionsDialog')
const FlowPublishingDialog = lazyNamed(() => import('../publishing/flow-publishing-dialog.tsx'), 'FlowPublishingDialog')
const BackfillDialog = lazyNamed(() => import('../backfill/backfill-dialog.tsx'), 'BackfillDialog')
const DeleteFlowDialog = lazyNamed(() => import('../list/delete-flow-dialog.tsx'), 'DeleteFlowDialog')

/** Dialogs that need nothing but the flow. */
const OF_FLOW: Readonly<Record<string, ComponentType<{ readonly flow: Flow; onClose(): void }>>> = {
  inbound: InboundUrlDialog,
  backfill: BackfillDialog,
  publishing: FlowPublishingDialog,
}

interface EditorDialogProps {
  readonly dialog: DialogName | undefined
  readonly flow: Flow
  readonly mayAdd: boolean
  /** Nothing is saved until a version is chosen. */
  readonly isConflict: boolean
  onAdd(type: TransformationType): void
  onChange(change: FlowChange): void
  onRestore(version: FlowVersion): void
  onClose(): void
}

/** The dialog in the URL. */
export function EditorDialog({
  dialog,
  flow,
  mayAdd,
  isConflict,
  onAdd,
  onChange,
  onRestore,
  onClose,
}: EditorDialogProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const OfFlow = OF_FLOW[dialog ?? '']
  if (OfFlow) return <OfFlow flow={flow} onClose={onClose} />
  switch (dialog) {
    case 'add':
      return mayAdd && <AddStepDialog isInMirror={isMirrored(flow.config)} onChoose={onAdd} onClose={onClose} />
    case 'cancel':
      return flow.lastRun && <CancelRunDialog run={flow.lastRun} onClose={onClose} />
    case 'schedule':
    case 'freshness':
    case 'sql':
    case 'structure':
    case 'cost':
      return (
        <SettingDialog
          {...{ dialog, flow, mayAdd, isConflict, onClose }}
          onChange={(change) => {
            onChange(change)
            onClose()
          }}
        />
      )
    case 'versions':
      return (
        <VersionsDialog
          flow={flow}
          description={t`Restoring a version is an edit like any other.`}
          onRestore={(version) => {
            onRestore(version)
            onClose()
          }}
          onClose={onClose}
        />
      )
    case 'delete':
      return <DeleteFlowDialog flow={flow} onDeleted={() => void navigate({ to: '/flows' })} onClose={onClose} />
    default:
      return null
  }
}
