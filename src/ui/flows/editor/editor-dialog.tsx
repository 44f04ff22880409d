import { useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

import type { TransformationType } from '../../../core/catalog/transformations/transformation-types.ts'
import type { Flow, FlowChange, FlowConfig, FlowVersion } from '../../../core/flows/flow.ts'
import { lazyNamed } from '../../kit/lazy-named.ts'
import type { DialogName } from '../../routing/search.ts'

const AddStepDialog = lazyNamed(() => import('./steps/add-step-dialog.tsx'), 'AddStepDialog')
const RunPriceDialog = lazyNamed(() => import('../runs/run-price-dialog.tsx'), 'RunPriceDialog')
const CancelRunDialog = lazyNamed(() => import('../../runs/actions/cancel-run-dialog.tsx'), 'CancelRunDialog')
const ScheduleDialog = lazyNamed(() => import('../../schedules/schedule-dialog.tsx'), 'ScheduleDialog')
const FreshnessDialog = lazyNamed(() => import('../freshness/freshness-dialog.tsx'), 'FreshnessDialog')
const SqlAroundDialog = lazyNamed(() => import('./around/sql-around-dialog.tsx'), 'SqlAroundDialog')
const StructureDialog = lazyNamed(() => import('./structure/structure-dialog.tsx'), 'StructureDialog')
const InboundUrlDialog = lazyNamed(() => import('../inbound/inbound-url-dialog.tsx'), 'InboundUrlDialog')
const VersionsDialog = lazyNamed(() => import('./versions/versions-dialog.tsx'), 'VersionsDialog')
const BackfillDialog = lazyNamed(() => import('../backfill/backfill-dialog.tsx'), 'BackfillDialog')
const DeleteFlowDialog = lazyNamed(() => import('../list/delete-flow-dialog.tsx'), 'DeleteFlowDialog')

interface EditorDialogProps {
  readonly dialog: DialogName | undefined
  readonly flow: Flow
  readonly mayAdd: boolean
  /** Nothing is saved until a version is chosen. */
  readonly isConflict: boolean
  onAdd(type: TransformationType): void
  onChange(change: FlowChange): void
  onRun(): void
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
  onRun,
  onRestore,
  onClose,
}: EditorDialogProps) {
  const navigate = useNavigate()
  const save = (config: FlowConfig) => {
    onChange({ config })
    onClose()
  }
  switch (dialog) {
    case 'add':
      return mayAdd && <AddStepDialog onChoose={onAdd} onClose={onClose} />
    case 'run':
      return <RunPriceDialog flow={flow} onRun={onRun} onClose={onClose} />
    case 'cancel':
      return flow.lastRun && <CancelRunDialog run={flow.lastRun} onClose={onClose} />
    case 'schedule':
      return mayAdd && <ScheduleDialog flow={flow} isConflict={isConflict} onSave={save} onClose={onClose} />
    case 'freshness':
      return (
        mayAdd && (
          <FreshnessDialog
            flow={flow}
            onSave={(freshnessMinutes) => {
              onChange({ freshnessMinutes })
              onClose()
            }}
            onClose={onClose}
          />
        )
      )
    case 'inbound':
      return <InboundUrlDialog flow={flow} onClose={onClose} />
    case 'backfill':
      return <BackfillDialog flow={flow} onClose={onClose} />
    case 'versions':
      return (
        <VersionsDialog
          flow={flow}
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
      return <AroundRowsDialog dialog={dialog} flow={flow} isReadOnly={!mayAdd} onSave={save} onClose={onClose} />
  }
}

/** What precedes or follows the rows of a run. */
const AROUND_ROWS: Partial<Record<DialogName, typeof SqlAroundDialog>> = {
  sql: SqlAroundDialog,
  structure: StructureDialog,
}

function AroundRowsDialog({
  dialog = 'add',
  ...props
}: Pick<EditorDialogProps, 'dialog'> & ComponentProps<typeof SqlAroundDialog>) {
  const Chosen = AROUND_ROWS[dialog]
  return Chosen ? <Chosen {...props} /> : null
}
