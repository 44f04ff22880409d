import { sentence } from '../../../core/catalog/sentence.ts'
import { type ConnectorContext, ConnectorError } from '../../../engine/ports/connector.ts'
import { inLanes } from '../../../engine/ports/in-lanes.ts'
import type { MirrorHindrance } from '../../../engine/ports/mirror-readiness.ts'
import { admitTables, listMirroredPairs, lockPairs, type MirroredPairRow } from '../../store/mirrors/mirrored-pairs.ts'
import { type OpenedConnection, type Opening, openEndpoint } from '../connections/open-endpoint.ts'
import { RequestError } from '../request-error.ts'
import { findLoops } from './find-loops.ts'

export interface OwnMirror {
  readonly organizationId: string
  readonly flowId: string
  readonly source: { readonly id: string } & OpenedConnection
  readonly destination: { readonly id: string } & OpenedConnection
  readonly tables: readonly { readonly entity: string; readonly target: string }[]
}

/** Connections that are asked where they lead, so that a check stays short. */
const MOST = 50
const AT_ONCE = 4

/**
 * Tables whose changes would come back by way of other mirrors of the organization that are not off, also over several connections to one server.
 * Mirrors of other organizations are not known here.
 */
export async function mirrorLoops(
  opening: Pick<Opening, 'database' | 'vault'>,
  mirror: OwnMirror,
  context: ConnectorContext,
): Promise<readonly MirrorHindrance[]> {
  const { organizationId, flowId } = mirror
  const others = await opening.database.inOrganization(organizationId, (query) =>
    listMirroredPairs(query, organizationId, flowId),
  )
  return loopsAmong(mirror, others, await placesOf(opening, mirror, others, context))
}

/**
 * Lets the tables of a mirror in that lead to no loop with those that were let in before: of two mirrors that begin at once, one is the first.
 * @param asking the tables that are not let in yet, of those of the mirror. @returns why others of them are not
 */
export async function admitWithoutLoops(
  opening: Pick<Opening, 'database' | 'vault'>,
  mirror: OwnMirror,
  asking: readonly string[],
  context: ConnectorContext,
): Promise<readonly MirrorHindrance[]> {
  const { organizationId, flowId } = mirror
  const { database } = opening
  for (;;) {
    const known = await database.asSystem((query) => listMirroredPairs(query, organizationId, flowId))
    // Outside of the lock, because to look means to ask other servers.
    const places = await placesOf(opening, mirror, known, context)
    const loops = await database.asSystem(async (query) => {
      await lockPairs(query, organizationId)
      const others = await listMirroredPairs(query, organizationId, flowId)
      if (connectionsOf(others).some((id) => !connectionsOf(known).includes(id))) return undefined
      const found = loopsAmong(mirror, others, places).filter(({ entity = '' }) => asking.includes(entity))
      const admitted = asking.filter((entity) => !found.some((loop) => loop.entity === entity))
      await admitTables(query, flowId, admitted)
      return found
    })
    if (loops) return loops
  }
}

const connectionsOf = (pairs: readonly MirroredPairRow[]): readonly string[] => [
  ...new Set(pairs.flatMap((pair) => [pair.source_connection_id, pair.destination_connection_id])),
]

/** The databases of connections, whatever they are called. */
async function placesOf(
  { database, vault }: Pick<Opening, 'database' | 'vault'>,
  { organizationId, source, destination }: OwnMirror,
  others: readonly MirroredPairRow[],
  context: ConnectorContext,
): Promise<ReadonlyMap<string, string>> {
  const places = new Map<string, string>()
  const isOneServer = source.connector.type === destination.connector.type
  if (others.length === 0 && !isOneServer) return places
  const note = async (id: string, opened: OpenedConnection) => {
    const place = await placeOf(opened, context)
    if (place !== undefined) places.set(id, place)
  }
  await note(source.id, source)
  await note(destination.id, destination)
  const unknown = connectionsOf(others).filter((id) => !places.has(id))
  await inLanes(unknown.slice(0, MOST), AT_ONCE, async (id) => {
    const opened = await database
      .inOrganization(organizationId, (query) => openEndpoint(query, vault, organizationId, id))
      .catch((error: unknown) => {
        if (error instanceof RequestError) return undefined
        throw error
      })
    if (opened) await note(id, opened)
  })
  return places
}

function loopsAmong(
  { source, destination, tables }: OwnMirror,
  others: readonly MirroredPairRow[],
  places: ReadonlyMap<string, string>,
): readonly MirrorHindrance[] {
  const at = (id: string, table: string) => `${places.get(id) ?? id} ${table}`
  const entities = new Map(tables.map(({ entity }) => [at(source.id, entity), entity]))
  const own = tables.map(({ entity, target }) => ({
    from: at(source.id, entity),
    to: at(destination.id, target),
    flow: '',
  }))
  const pairs = others.map(({ flow_name: flow, entity, target, source_connection_id, destination_connection_id }) => ({
    from: at(source_connection_id, entity),
    to: at(destination_connection_id, target),
    flow,
  }))
  return findLoops(own, pairs).map(({ from, through }): MirrorHindrance => {
    const entity = entities.get(from) ?? ''
    const names = through.filter((name) => name !== '').join(', ')
    return {
      entity,
      reason:
        names === ''
          ? sentence`The changes of ${entity} would come back to it.`
          : sentence`The changes of ${entity} would come back to it, by way of ${names}.`,
    }
  })
}

/** What tells a database from others, whatever its connection is called. @returns nothing if it cannot be reached now */
async function placeOf({ connector, endpoint }: OpenedConnection, context: ConnectorContext) {
  try {
    const opened = await connector.openSource?.(endpoint, context)
    await opened?.close()
    return opened?.identity
  } catch (error) {
    if (error instanceof ConnectorError) return undefined
    throw error
  }
}
