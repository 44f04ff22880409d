import { sentence } from '../../core/catalog/sentence.ts'
import { spelledStreams } from '../move/plan/spelled-streams.ts'
import type { KnownTarget } from '../move/run/move-request.ts'
import type { StreamRequest } from '../move/run/stream-request.ts'
import type { ChangeLoad } from '../ports/change-batch.ts'
import type { ChangeSource, MirroredTable } from '../ports/change-source.ts'
import type { Connector, ConnectorContext, Endpoint } from '../ports/connector.ts'
import { ConnectorError } from '../ports/connector.ts'
import type { MirrorReadiness } from '../ports/mirror-readiness.ts'
import type { Fence } from '../ports/target-request.ts'

export interface MirrorEnds {
  readonly source: { readonly connector: Connector; readonly endpoint: Endpoint }
  readonly destination: { readonly connector: Connector; readonly endpoint: Endpoint }
}

export interface OpenMirrorRequest extends MirrorEnds {
  /** Under which the source keeps its log; letters, digits and underscores. */
  readonly name: string
  readonly streams: readonly StreamRequest[]
  readonly knownTargets?: readonly KnownTarget[]
  readonly fence: Fence
  readonly context: ConnectorContext
}

export interface OpenedMirror {
  readonly source: ChangeSource
  readonly load: ChangeLoad
  /** The target of each table, by its entity name. */
  readonly targets: ReadonlyMap<string, string>
}

/** Opens both ends of a mirror; older followers of it are locked out. @throws ConnectorError */
export async function openMirror(request: OpenMirrorRequest): Promise<OpenedMirror> {
  const { source, destination, name, streams, fence, context } = request
  const moments = await logOf(source.connector).moments()
  if (!destination.connector.openChangeLoad) throw notMirrored()
  const { tables } = await readReadiness({ ...source, name, entities: streams.map(({ entity }) => entity), context })
  const mirrored = tables.flatMap((table): [string, MirroredTable][] => {
    const stream = streams.find(({ entity }) => entity === table.entity)
    const columns = table.columns.filter((column) => stream?.columns?.includes(column) ?? true)
    return stream ? [[table.entity, { columns, key: stream.key ?? table.key }]] : []
  })
  const targets = await targetsOf(request)
  const [first = ''] = targets.values()
  const load = await destination.connector.openChangeLoad(destination.endpoint, context, {
    fence,
    schema: first.split('.')[0] ?? '',
    targets,
    moments,
  })
  try {
    const log = await logOf(source.connector).open(source.endpoint, context, { name, tables: new Map(mirrored) })
    return { source: log, load, targets }
  } catch (error) {
    await load.abandon()
    throw error
  }
}

interface ReadinessRequest {
  readonly connector: Connector
  readonly endpoint: Endpoint
  readonly name: string
  readonly entities: readonly string[]
  readonly context: ConnectorContext
}

/** Whether the tables can be mirrored. Changes nothing. @throws ConnectorError when the source cannot be asked */
export async function readReadiness(request: ReadinessRequest): Promise<MirrorReadiness> {
  const log = await openLog(request)
  try {
    return await log.readiness(request.entities)
  } finally {
    await log.close()
  }
}

/** The source keeps no log for the mirror any more. @throws ConnectorError */
export async function endLog(request: Omit<ReadinessRequest, 'entities'>): Promise<void> {
  const log = await openLog(request)
  try {
    await log.end()
  } finally {
    await log.close()
  }
}

const openLog = ({ connector, endpoint, name, context }: Omit<ReadinessRequest, 'entities'>): Promise<ChangeSource> =>
  logOf(connector).open(endpoint, context, { name, tables: new Map() })

/** By the rules of runs. */
async function targetsOf({ source, destination, streams, knownTargets = [], context }: OpenMirrorRequest) {
  if (!source.connector.openSource || !destination.connector.openDestination) throw notMirrored()
  const read = await source.connector.openSource(source.endpoint, context)
  try {
    const written = await destination.connector.openDestination(destination.endpoint, context)
    try {
      const spelled = spelledStreams(streams, [], { source: read, destination: written, knownTargets })
      return new Map(spelled.map(({ entity, target }) => [entity, target]))
    } finally {
      await written.close()
    }
  } finally {
    await read.close()
  }
}

function logOf(connector: Connector) {
  if (!connector.changeLog) throw notMirrored()
  return connector.changeLog
}

const notMirrored = () =>
  new ConnectorError({
    code: 'NOT_SUPPORTED',
    message: sentence`A mirror needs a source with a log of changes, and a database as the destination.`,
  })
