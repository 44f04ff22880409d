import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { readReadiness } from '../../../engine/mirror/open-mirror.ts'
import { type ConnectorContext, ConnectorError } from '../../../engine/ports/connector.ts'
import type { MirrorableTable, MirrorHindrance, MirrorReadiness } from '../../../engine/ports/mirror-readiness.ts'
import type { FlowRow } from '../../store/flows/flow-row.ts'
import type { Opening } from '../connections/open-endpoint.ts'
import { openDrawnFlow } from '../flows/open-drawn-flow.ts'
import { planTargets } from '../flows/plan-targets.ts'
import { requestStreams } from '../flows/request-streams.ts'
import { requireFlow } from '../flows/require-flow.ts'
import type { Member } from '../members/member.ts'
import { destinationHindrances } from './destination-hindrances.ts'
import { mirrorPace } from './mirror-pace.ts'
import { mirrorRefusals } from './mirror-refusal.ts'
import { slotName } from './slot-name.ts'

/** Whether the tables of a flow can be mirrored, and what has to be done before. @throws RequestError, or ConnectorError when the source cannot be asked */
export async function checkMirror(
  opening: Opening,
  { organizationId }: Member,
  { flowId, entities, seconds }: AskedMirror,
  context: ConnectorContext,
): Promise<MirrorReadiness> {
  const flow = await opening.database.inOrganization(organizationId, (query) =>
    requireFlow(query, organizationId, flowId),
  )
  const refusals = entities ? [] : mirrorRefusals(flow).map((reason): MirrorHindrance => ({ reason }))
  const ends = { sourceConnectionId: flow.source.id, destinationConnectionId: flow.destination.id }
  const opened = await openDrawnFlow(opening, organizationId, { flowId, ...ends })
  const { source } = opened
  if (!source.connector.changeLog) return { hindrances: refusals, tables: [] }
  const wanted = entities ?? flow.config.streams.map(({ entity }) => entity)
  const found = await readReadiness({
    ...source,
    name: slotName(flowId),
    entities: wanted,
    context,
    destination: flow.destination.type,
  })
  const everyMs = mirrorPace({ ...flow.config, ...defined({ mirror_seconds: seconds }) })
  const known = { opening, organizationId, flow, opened, tables: found.tables, everyMs }
  const there = await atDestination(known, context)
  return { hindrances: [...refusals, ...found.hindrances, ...there], tables: found.tables }
}

interface AskedMirror {
  readonly flowId: string
  /** Absent: those of the flow. */
  readonly entities?: readonly string[] | undefined
  /** Between two batches. Absent: as the flow says. */
  readonly seconds?: number | undefined
}

interface Known {
  readonly opening: Opening
  readonly organizationId: string
  readonly flow: FlowRow
  readonly opened: Awaited<ReturnType<typeof openDrawnFlow>>
  readonly tables: readonly MirrorableTable[]
  readonly everyMs: number | undefined
}

/** What of the destination, or of other mirrors, is in the way. */
async function atDestination(
  { opening, organizationId, flow, opened, tables, everyMs }: Known,
  context: ConnectorContext,
): Promise<readonly MirrorHindrance[]> {
  const { source, destination, knownTargets = [] } = opened
  if (tables.length === 0) return []
  const saved = requestStreams(flow.config.streams)
  const streams = tables.map(
    ({ entity }) => saved.find((stream) => stream.entity === entity) ?? { entity, mode: 'replace' as const },
  )
  try {
    const planned = await planTargets({ source, destination, streams, knownTargets }, context)
    const targets = planned.map(({ entity, target }) => {
      const { columns = [] } = tables.find((table) => table.entity === entity) ?? {}
      return { entity, target, columns }
    })
    const ends = {
      source: { ...source, id: flow.source.id },
      destination: { ...destination, id: flow.destination.id },
    }
    return await destinationHindrances(
      opening,
      { organizationId, flowId: flow.id, tables: targets, everyMs, ...ends },
      context,
    )
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    return [{ side: 'destination', reason: sentence`The destination could not be asked: ${error.problem.message}` }]
  }
}
