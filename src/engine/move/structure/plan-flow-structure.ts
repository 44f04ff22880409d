import { defined } from '../../../core/catalog/defined.ts'
import type { PlanDeps } from '../plan/plan-stream.ts'
import { movedEntities, spelledStreams } from '../plan/spelled-streams.ts'
import { at } from '../run/errors-at.ts'
import type { KnownTarget } from '../run/move-request.ts'
import type { StreamRequest } from '../run/stream-request.ts'
import { previewStructure } from './copy-structure.ts'
import { type PlannedStructure, planStructure } from './plan-structure.ts'
import type { StructureObject } from './structure-object.ts'

export interface FlowStructureDeps extends Pick<PlanDeps, 'source' | 'destination' | 'binder' | 'stateOf'> {
  readonly knownTargets?: readonly KnownTarget[]
}

/** The structure of the tables of a flow. @param requests all of its streams; none means every table. @throws ConnectorError */
export async function readFlowStructure(
  requests: readonly StreamRequest[],
  { source, destination, binder, stateOf, knownTargets = [] }: FlowStructureDeps,
): Promise<PlannedStructure> {
  const isWhole = requests.length === 0
  const named = [...new Set([...requests.map(({ entity }) => entity), ...binder.joined])]
  const entities = await at('source', source.entities(isWhole ? undefined : named))
  const moved = movedEntities(requests, entities, true)
  const spelled = spelledStreams(requests, moved, { source, destination, knownTargets })
  return planStructure(spelled, defined({ source, destination, binder, entities, isWhole, stateOf }))
}

/** A flow that was never saved owns no tables. */
const NO_FLOW = 'none'

/** The objects that a run would build, and those that cannot be copied. Nothing is written. @throws ConnectorError */
export async function planFlowStructure(
  requests: readonly StreamRequest[],
  { flowId = NO_FLOW, ...deps }: FlowStructureDeps & { readonly flowId: string | undefined },
): Promise<readonly StructureObject[]> {
  return previewStructure(await readFlowStructure(requests, deps), { flowId })
}
