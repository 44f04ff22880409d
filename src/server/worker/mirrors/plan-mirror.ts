import { defined } from '../../../core/catalog/defined.ts'
import type { OpenMirrorRequest } from '../../../engine/mirror/open-mirror.ts'
import type { MirrorRequest } from '../../../engine/mirror/run-mirror.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import { loadStreamStates } from '../../domain/flows/load-stream-states.ts'
import { planTargets } from '../../domain/flows/plan-targets.ts'
import { requestStreams } from '../../domain/flows/request-streams.ts'
import { requireFlow } from '../../domain/flows/require-flow.ts'
import { refuseHindered } from '../../domain/mirrors/destination-hindrances.ts'
import { mirrorPace } from '../../domain/mirrors/mirror-pace.ts'
import { mirrorRefusals } from '../../domain/mirrors/mirror-refusal.ts'
import { slotName } from '../../domain/mirrors/slot-name.ts'
import { RequestError } from '../../domain/request-error.ts'
import type { ClaimedMirror } from '../../store/mirrors/mirror-leases.ts'
import { type FollowMirrorDeps, openEnd } from './mirror-ends.ts'
import { hindrancesOfUnchecked, listUnchecked } from './unchecked-tables.ts'

interface PlannedMirror extends Omit<OpenMirrorRequest, 'context'> {
  readonly hindrances: NonNullable<MirrorRequest['hindrances']>
}

/** Both ends of a mirror and its tables, as its flow has them now. @throws RequestError, ConnectorError */
export async function planMirror(
  deps: FollowMirrorDeps,
  mirror: ClaimedMirror,
  context: ConnectorContext,
): Promise<PlannedMirror> {
  const { database, vault, stepProcesses } = deps
  const { flow_id: flowId, organization_id: organizationId, epoch } = mirror
  const flow = await database.asSystem((query) => requireFlow(query, organizationId, flowId))
  const [refusal] = mirrorRefusals(flow)
  if (refusal) throw new RequestError('invalid', 'CANNOT_MIRROR', refusal)
  const ends = {
    sourceConnectionId: mirror.source_connection_id,
    destinationConnectionId: mirror.destination_connection_id,
  }
  const { knownTargets, stateOf } = await database.asSystem((query) =>
    loadStreamStates(query, { flow_id: flowId, flow_snapshot: ends }),
  )
  const streams = requestStreams(flow.config.streams)
  const source = await openEnd(deps, mirror, ends.sourceConnectionId)
  const destination = await openEnd(deps, mirror, ends.destinationConnectionId)
  const planned = await planTargets({ source, destination, streams, knownTargets }, context)
  const tables = planned.map(({ entity, target }) => {
    const { columns, key, drift, zeroDates } = streams.find((stream) => stream.entity === entity) ?? {}
    // Those that have come since the first copy are left out, also when the mirror starts again.
    const known = drift === 'ignore' ? stateOf(entity, target)?.columns?.map(({ name }) => name) : undefined
    return { entity, target, columns: columns ?? known, key, drift, zeroDates }
  })
  const everyMs = mirrorPace(flow.config)
  const targets = {
    organizationId,
    flowId,
    tables: tables.map(({ entity, target, columns = [] }) => ({ entity, target, columns })),
    everyMs,
    source: { ...source, id: ends.sourceConnectionId },
    destination: { ...destination, id: ends.destinationConnectionId },
  }
  // Nothing is begun for a mirror of which no table may be followed.
  if ((await listUnchecked(deps, targets)).size === tables.length) await refuseHindered(deps, targets, context)
  const hindrances = hindrancesOfUnchecked(deps, targets, context)
  const { transformations } = flow.config
  const steps =
    transformations.length > 0
      ? {
          transformations: { steps: transformations, salt: vault.saltOf(organizationId) },
          open: () => stepProcesses.open(),
        }
      : undefined
  const fence = { flowId, runId: flowId, epoch: BigInt(epoch) }
  return defined({ source, destination, name: slotName(flowId), tables, fence, steps, everyMs, hindrances })
}
