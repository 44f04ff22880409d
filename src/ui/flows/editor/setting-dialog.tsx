import type { Flow, FlowChange, FlowConfig } from '../../../core/flows/flow.ts'
import { lazyNamed } from '../../kit/lazy-named.ts'

const ScheduleDialog = lazyNamed(() => import('../../schedules/schedule-dialog.tsx'), 'ScheduleDialog')
const ScheduleCost = lazyNamed(() => import('../estimate/schedule-cost.tsx'), 'ScheduleCost')
const FreshnessDialog = lazyNamed(() => import('../freshness/freshness-dialog.tsx'), 'FreshnessDialog')
const SqlHooksDialog = lazyNamed(() => import('./sql-hooks/sql-hooks-dialog.tsx'), 'SqlHooksDialog')
const StructureDialog = lazyNamed(() => import('./structure/structure-dialog.tsx'), 'StructureDialog')
const CostDialog = lazyNamed(() => import('../estimate/cost-dialog.tsx'), 'CostDialog')

interface SettingDialogProps {
  readonly dialog: 'schedule' | 'freshness' | 'sql' | 'structure' | 'cost'
  readonly flow: Flow
  readonly mayAdd: boolean
  /** Nothing is saved until a version is chosen. */
  readonly isConflict: boolean
  readonly isBusy?: boolean
  /** The reason why it could not be saved. */
  readonly error?: unknown
  onChange(change: FlowChange): void
  onClose(): void
}

/** A setting of the flow as a whole, in its dialog. */
export function SettingDialog({
  dialog,
  flow,
  mayAdd,
  isConflict,
  isBusy = false,
  error,
  onChange,
  onClose,
}: SettingDialogProps) {
  const shared = { flow, isBusy, error, onSave: (config: FlowConfig) => onChange({ config }), onClose }
  switch (dialog) {
    case 'schedule':
      return (
        mayAdd && (
          <ScheduleDialog
            {...shared}
            isConflict={isConflict}
            costOf={(schedule) => <ScheduleCost flow={flow} schedule={schedule} />}
          />
        )
      )
    case 'freshness':
      return mayAdd && <FreshnessDialog {...shared} onSave={(freshnessMinutes) => onChange({ freshnessMinutes })} />
    case 'sql':
      return <SqlHooksDialog {...shared} isReadOnly={!mayAdd} />
    case 'structure':
      return <StructureDialog {...shared} isReadOnly={!mayAdd} />
    case 'cost':
      return <CostDialog {...shared} />
  }
}
