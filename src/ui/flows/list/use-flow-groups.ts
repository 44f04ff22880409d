import { useMemo } from 'react'

import type { Flow, FlowConnection } from '../../../core/flows/flow.ts'
import type { Group } from '../../lists/grouped.ts'
import type { GroupKeys } from '../../lists/use-grouping.ts'
import type { GroupName } from '../../routing/search.ts'
import { type FlowState, flowState } from './flow-states.ts'
import { useStateNames } from './use-state-names.ts'

export const FLOW_GROUPS: readonly GroupName[] = ['state', 'source', 'destination', 'owner', 'tag']

/** What needs somebody comes first. */
const ORDER: readonly FlowState[] = [
  ...(['failed', 'partially_succeeded', 'waiting', 'running', 'cancelled'] as const),
  ...(['paused', 'mirroring', 'succeeded', 'off', 'never'] as const),
]

/** The ways to group flows. */
export function useFlowGroups(): GroupKeys<Flow> {
  const names = useStateNames()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names change with the language only
  return useMemo(
    () => ({
      state: (flow) => {
        const state = flowState(flow)
        return [{ id: state, name: names[state], place: ORDER.indexOf(state) }]
      },
      source: ({ sourceConnection }) => endOf(sourceConnection),
      destination: ({ destinationConnection }) => endOf(destinationConnection),
      owner: ({ owner }) => (owner ? [{ id: owner.uid, name: owner.name ?? owner.uid }] : []),
      tag: ({ tags = [] }) => tags.map((tag) => ({ id: tag.toLowerCase(), name: tag })),
    }),
    [names.never],
  )
}

const endOf = (end: FlowConnection | undefined): readonly Group[] =>
  end ? [{ id: end.id, name: end.name ?? end.id }] : []
