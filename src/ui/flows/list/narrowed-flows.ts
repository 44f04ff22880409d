import type { Flow } from '../../../core/flows/flow.ts'
import { searchFlows } from '../../../core/flows/search-flows.ts'
import { flowsUsing } from '../../connections/flow-end.ts'
import type { ListFilters } from '../../routing/search.ts'
import { isInState, knownState } from './flow-states.ts'

/** As the owner in an address: flows that have none. */
export const NOBODY = 'nobody'

/** The flows that the filters of the address leave. @param batch the flows of its batch; absent: they are not known */
export function narrowedFlows(
  flows: readonly Flow[],
  { q = '', state: word, connection, tag, owner, batch: batchId }: ListFilters,
  batch: ReadonlySet<string> | undefined,
): readonly Flow[] {
  const state = knownState(word)
  const wantedTag = tag?.toLowerCase()
  const isWanted = (flow: Flow) =>
    isInState(flow, state) &&
    (wantedTag === undefined || (flow.tags ?? []).some((own) => own.toLowerCase() === wantedTag)) &&
    (owner === undefined || (flow.owner?.uid ?? NOBODY) === owner) &&
    (batchId === undefined || (batch?.has(flow.id) ?? false))
  const near = connection === undefined ? flows : flowsUsing(flows, connection)
  return searchFlows(near.filter(isWanted), q)
}

/** How many filters narrow the list, besides the searched words. */
export const countFilters = ({ state, connection, tag, owner, batch }: ListFilters): number =>
  [knownState(state), connection, tag, owner, batch].filter((value) => value !== undefined).length
