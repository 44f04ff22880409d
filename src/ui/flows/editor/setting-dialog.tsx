import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import { flowDifference } from '../../../core/flows/drafts/flow-difference.ts'
import { mergeFlow } from '../../../core/flows/drafts/merge-flow.ts'
import { sameValue } from '../../../core/flows/drafts/same-value.ts'
import type { Flow, FlowChange, FlowConfig } from '../../../core/flows/flow.ts'
import { AlertDialog } from '../../kit/dialog/alert-dialog.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'

const ScheduleDialog = lazyNamed(() => import('../../schedules/schedule-dialog.tsx'), 'ScheduleDialog')
const ScheduleCost = lazyNamed(() => import('../estimate/schedule-cost.tsx'), 'ScheduleCost')
const FreshnessDialog = lazyNamed(() => import('../freshness/freshness-dialog.tsx'), 'FreshnessDialog')
const SqlHooksDialog = lazyNamed(() => import('./sql-hooks/sql-hooks-dialog.tsx'), 'SqlHooksDialog')
const StructureDialog = lazyNamed(() => import('./structure/structure-dialog.tsx'), 'StructureDialog')
const WorkersDialog = lazyNamed(() => import('./workers-dialog.tsx'), 'WorkersDialog')
const CostDialog = lazyNamed(() => import('../estimate/cost-dialog.tsx'), 'CostDialog')

interface SettingDialogProps {
  readonly dialog: 'schedule' | 'freshness' | 'sql' | 'structure' | 'cost' | 'workers'
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

/** A setting of the flow as a whole, in its dialog. What somebody else has set there since it was opened is not replaced without a question. */
export function SettingDialog({ flow, onChange, onClose, ...props }: SettingDialogProps) {
  const { t } = useLingui()
  const [opened] = useState(flow)
  const [wanted, want] = useState<FlowChange>()
  const save = (change: FlowChange) => {
    const merged = mergeFlow(opened, { ...opened, ...change }, flow)
    if (!merged.ok) return want(change)
    const difference = flowDifference(flow, { ...flow, ...merged.change })
    if (Object.keys(difference).length > 0) onChange(difference)
    else onClose()
  }
  return (
    <>
      <Form {...props} flow={opened} onChange={save} onClose={onClose} />
      {wanted && (
        <AlertDialog
          title={<Trans>Somebody changed this meanwhile</Trans>}
          description={<Trans>Yours would replace theirs.</Trans>}
          confirmLabel={t`Replace`}
          onConfirm={() => {
            const mine = flowDifference(opened, { ...opened, ...wanted })
            want(undefined)
            onChange(withOwn(flow, opened, mine))
          }}
          onCancel={() => want(undefined)}
        />
      )}
    </>
  )
}

/** The own values of the settings, and everything else as it is now. */
function withOwn({ config: now }: Flow, { config: was }: Flow, { config, ...change }: FlowChange): FlowChange {
  if (!config) return change
  const names = [...new Set([...Object.keys(was), ...Object.keys(config)])] as (keyof FlowConfig)[]
  const own = names.filter((name) => !sameValue(was[name], config[name]))
  const kept = Object.entries(now).filter(([name]) => !own.includes(name as keyof FlowConfig))
  const set = own.flatMap((name) => (config[name] === undefined ? [] : [[name, config[name]] as const]))
  return { ...change, config: Object.fromEntries([...kept, ...set]) as unknown as FlowConfig }
}

function Form({ dialog, flow, mayAdd, isConflict, isBusy = false, error, onChange, onClose }: SettingDialogProps) {
  const shared = { flow, isBusy, error, onSave: (config: FlowConfig) => onChange({ config }), onClose }
  switch (dialog) {
    case 'schedule':
      return (
        <ScheduleDialog
          {...shared}
          isConflict={isConflict}
          costOf={(schedule) => <ScheduleCost flow={flow} schedule={schedule} />}
        />
      )
    case 'freshness':
      return <FreshnessDialog {...shared} onSave={(freshnessMinutes) => onChange({ freshnessMinutes })} />
    case 'sql':
      return <SqlHooksDialog {...shared} isReadOnly={!mayAdd} />
    case 'structure':
      return <StructureDialog {...shared} isReadOnly={!mayAdd} />
    case 'cost':
      return <CostDialog {...shared} />
    case 'workers':
      return <WorkersDialog {...shared} />
  }
}
