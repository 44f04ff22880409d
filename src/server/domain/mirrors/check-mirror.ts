import { readReadiness } from '../../../engine/mirror/open-mirror.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import type { MirrorHindrance, MirrorReadiness } from '../../../engine/ports/mirror-readiness.ts'
import type { Opening } from '../connections/open-endpoint.ts'
import { openDrawnSource } from '../flows/open-drawn-flow.ts'
import { requireFlow } from '../flows/require-flow.ts'
import type { Member } from '../members/member.ts'
import { mirrorRefusals } from './mirror-refusal.ts'
import { slotName } from './slot-name.ts'

/** Whether the tables of a flow can be mirrored, and what has to be done before. @throws RequestError, or ConnectorError when the source cannot be asked */
export async function checkMirror(
  opening: Opening,
  { organizationId }: Member,
  { flowId, entities }: { readonly flowId: string; readonly entities?: readonly string[] | undefined },
  context: ConnectorContext,
): Promise<MirrorReadiness> {
  const flow = await opening.database.inOrganization(organizationId, (query) =>
    requireFlow(query, organizationId, flowId),
  )
  const refusals = entities ? [] : mirrorRefusals(flow).map((reason): MirrorHindrance => ({ reason }))
  const opened = await openDrawnSource(opening, organizationId, flow.source.id)
  if (!opened.connector.changeLog) return { hindrances: refusals, tables: [] }
  const wanted = entities ?? flow.config.streams.map(({ entity }) => entity)
  const found = await readReadiness({
    ...opened,
    name: slotName(flowId),
    entities: wanted,
    context,
    destination: flow.destination.type,
  })
  return { hindrances: [...refusals, ...found.hindrances], tables: found.tables }
}
