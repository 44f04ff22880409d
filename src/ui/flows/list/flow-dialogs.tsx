import { Suspense } from 'react'

import type { Flow } from '../../../core/flows/flow.ts'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { useUpdateFlow } from '../../queries/use-flows.ts'
import { useLinkedGone } from '../../routing/use-linked-gone.ts'
import { useListUrl } from '../../routing/use-list-url.ts'

const NewFlowDialog = lazyNamed(() => import('./new-flow-dialog.tsx'), 'NewFlowDialog')
const CancelRunDialog = lazyNamed(() => import('../../runs/actions/cancel-run-dialog.tsx'), 'CancelRunDialog')
const ScheduleDialog = lazyNamed(() => import('../../schedules/schedule-dialog.tsx'), 'ScheduleDialog')
const FreshnessDialog = lazyNamed(() => import('../freshness/freshness-dialog.tsx'), 'FreshnessDialog')
const CostDialog = lazyNamed(() => import('../estimate/cost-dialog.tsx'), 'CostDialog')
const ScheduleCost = lazyNamed(() => import('../estimate/schedule-cost.tsx'), 'ScheduleCost')
const InboundUrlDialog = lazyNamed(() => import('../inbound/inbound-url-dialog.tsx'), 'InboundUrlDialog')
const GoneDialog = lazyNamed(() => import('../../layout/gone-dialog.tsx'), 'GoneDialog')
const DeleteFlowDialog = lazyNamed(() => import('./delete-flow-dialog.tsx'), 'DeleteFlowDialog')

/** The dialog in the URL, for the flow in the URL. */
export const FlowDialogs = ({ flows }: { flows: readonly Flow[] }) => (
  <Suspense>
    <OpenDialog flows={flows} />
  </Suspense>
)

function OpenDialog({ flows }: { flows: readonly Flow[] }) {
  const { dialog, id, close } = useListUrl()
  const isGone = useLinkedGone(flows, { dialog, id })
  if (dialog === 'add') return <NewFlowDialog onClose={close} />
  const flow = flows.find((candidate) => candidate.id === id)
  if (!flow) return isGone && <GoneDialog onClose={close} />
  if (dialog === 'cancel') return flow.lastRun && <CancelRunDialog run={flow.lastRun} onClose={close} />
  if (dialog === 'schedule') return <FlowSchedule flow={flow} onClose={close} />
  if (dialog === 'freshness') return <FlowFreshness flow={flow} onClose={close} />
  if (dialog === 'cost') return <FlowCost flow={flow} onClose={close} />
  if (dialog === 'inbound') return <InboundUrlDialog flow={flow} onClose={close} />
  if (dialog === 'delete') return <DeleteFlowDialog flow={flow} onDeleted={close} onClose={close} />
  return null
}

/** Saved at once. */
function FlowSchedule({ flow, onClose }: { flow: Flow; onClose(): void }) {
  const { mutate: update, isPending, error } = useUpdateFlow()
  return (
    <ScheduleDialog
      flow={flow}
      isBusy={isPending}
      error={error}
      costOf={(schedule) => <ScheduleCost flow={flow} schedule={schedule} />}
      onSave={(config) => update({ flow, change: { config } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

function FlowCost({ flow, onClose }: { flow: Flow; onClose(): void }) {
  const { mutate: update, isPending, error } = useUpdateFlow()
  return (
    <CostDialog
      flow={flow}
      isBusy={isPending}
      error={error}
      onSave={(config) => update({ flow, change: { config } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

function FlowFreshness({ flow, onClose }: { flow: Flow; onClose(): void }) {
  const { mutate: update, isPending, error } = useUpdateFlow()
  return (
    <FreshnessDialog
      flow={flow}
      isBusy={isPending}
      error={error}
      onSave={(freshnessMinutes) => update({ flow, change: { freshnessMinutes } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
