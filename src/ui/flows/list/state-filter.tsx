import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'

import type { Flow } from '../../../core/flows/flow.ts'
import { SegmentedControl } from '../../kit/segmented-control/segmented-control.tsx'
import { FLOW_STATES } from '../../routing/search.ts'
import { type FlowState, flowStates, knownState } from './flow-states.ts'
import { useStateNames } from './use-state-names.ts'

interface StateFilterProps {
  readonly value: FlowState | undefined
  readonly flows: readonly Flow[]
  onChange(state: FlowState | undefined): void
}

const ALL = 'all'

function countStates(flows: readonly Flow[]): ReadonlyMap<FlowState, number> {
  const counts = new Map<FlowState, number>()
  for (const flow of flows) for (const state of flowStates(flow)) counts.set(state, (counts.get(state) ?? 0) + 1)
  return counts
}

/** The number of flows in each state; empty states are left out. */
export function StateFilter({ value, flows, onChange }: StateFilterProps) {
  const { t } = useLingui()
  const names = useStateNames()
  const counts = useMemo(() => countStates(flows), [flows])
  const options = FLOW_STATES.flatMap((state) => {
    const count = counts.get(state) ?? 0
    return count > 0 || state === value ? [{ value: state as string, label: `${names[state]} ${count}` }] : []
  })
  return (
    <SegmentedControl
      label={t`State`}
      value={value ?? ALL}
      options={[{ value: ALL, label: `${t`All`} ${flows.length}` }, ...options]}
      onChange={(next) => onChange(knownState(next))}
    />
  )
}
