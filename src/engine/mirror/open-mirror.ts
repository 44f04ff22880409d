import type { ConnectionType } from '../../core/catalog/connections/connection-types.ts'
import { defined } from '../../core/catalog/defined.ts'
import type { DriftPolicy } from '../../core/catalog/policies/drift-policies.ts'
import type { ZeroDatePolicy } from '../../core/catalog/policies/zero-date-policies.ts'
import { sentence } from '../../core/catalog/sentence.ts'
import { tableParts } from '../../core/catalog/table-parts.ts'
import { at } from '../move/run/errors-at.ts'
import type { Transformations } from '../move/run/move-request.ts'
import type { ChangeLoad } from '../ports/change-batch.ts'
import type { ChangeSource, HeldLog, MirroredTable, Moments } from '../ports/change-source.ts'
import type { Connector, ConnectorContext, Endpoint } from '../ports/connector.ts'
import { ConnectorError } from '../ports/connector.ts'
import type { MirrorReadiness } from '../ports/mirror-readiness.ts'
import type { AdvancedNumbers, StructureBuilder } from '../ports/structure-builder.ts'
import type { Fence } from '../ports/target-request.ts'
import type { StepProcess } from '../step-process/step-process.ts'
import type { ProofRequest } from './proving.ts'
import { RowSteps } from './steps/change-steps.ts'

export interface MirrorEnds {
  readonly source: { readonly connector: Connector; readonly endpoint: Endpoint }
  readonly destination: { readonly connector: Connector; readonly endpoint: Endpoint }
}

export interface WantedTable {
  readonly entity: string
  /** In the destination's notation. */
  readonly target: string
  /** Absent: every column. */
  readonly columns?: readonly string[] | undefined
  /** Absent: the source's key. */
  readonly key?: readonly string[] | undefined
  /** Absent: the target follows. */
  readonly drift?: DriftPolicy | undefined
  /** Absent: as NULL. */
  readonly zeroDates?: ZeroDatePolicy | undefined
}

export interface OpenMirrorRequest extends MirrorEnds {
  /** Under which the source keeps its log; letters, digits and underscores. */
  readonly name: string
  readonly tables: readonly WantedTable[]
  readonly fence: Fence
  readonly context: ConnectorContext
  /** See `ChangeLoadRequest`. */
  readonly everyMs?: number | undefined
  /** Absent: the tables arrive as they are. */
  readonly steps?: { readonly transformations: Transformations; readonly open: () => StepProcess }
}

export interface OpenedMirror {
  readonly source: ChangeSource
  readonly load: ChangeLoad
  readonly drift: ReadonlyMap<string, DriftPolicy>
  /** How both sides are compared. Absent: one of them cannot be read as of one moment. */
  readonly compared?: Omit<ProofRequest, 'due' | 'cutOver'> & { readonly moments: Moments }
}

/** Opens both ends of a mirror; older followers of it are locked out. @throws ConnectorError */
export async function openMirror(request: OpenMirrorRequest): Promise<OpenedMirror> {
  const { source, destination, name, tables, fence, context, steps, everyMs } = request
  const moments = await logOf(source.connector).moments()
  if (!destination.connector.openChangeLoad) throw notMirrored()
  const entities = tables.map(({ entity }) => entity)
  const rowSteps = steps && new RowSteps({ ...steps, columnsOf: describing(source, context), signal: context.signal })
  const to = destination.connector.type
  const ready = await readReadiness({ ...source, name, entities, context, destination: to })
  const mirrored = ready.tables.flatMap((table): [string, MirroredTable][] => {
    const wanted = tables.find(({ entity }) => entity === table.entity)
    const columns = table.columns.filter((column) => wanted?.columns?.includes(column) ?? true)
    if (!wanted) return []
    const isChosen = wanted.columns ? (true as const) : undefined
    const { drift, zeroDates, key = table.key } = wanted
    const hasSteps = rowSteps?.versionOf(table.entity) !== undefined || undefined
    return [[table.entity, defined({ columns, key, isChosen, drift, zeroDates, hasSteps })]]
  })
  await rowSteps?.check(
    mirrored.map(([entity, { columns, key }]) => ({
      name: entity,
      columns,
      key: key.map((column) => columns.indexOf(column)),
    })),
  )
  const [first] = tables
  const load = await destination.connector.openChangeLoad(destination.endpoint, context, {
    fence,
    schema: tableParts(first?.target ?? '').schema ?? '',
    targets: new Map(tables.map(({ entity, target }) => [entity, target])),
    moments,
    steps: rowSteps,
    everyMs,
  })
  try {
    const log = await logOf(source.connector).open(source.endpoint, context, {
      name,
      tables: new Map(mirrored),
      destination: to,
    })
    const drift = new Map(tables.map((table) => [table.entity, table.drift ?? 'follow']))
    return defined({ source: log, load, drift, compared: proofOf(request, new Map(mirrored), moments) })
  } catch (error) {
    await load.abandon()
    throw error
  }
}

function proofOf(
  { source, destination, tables, context, steps }: OpenMirrorRequest,
  mirrored: ReadonlyMap<string, MirroredTable>,
  moments: Moments,
): OpenedMirror['compared'] {
  const { openSource } = source.connector
  const openTarget = destination.connector.openSource ?? destination.connector.openCompared
  if (!openSource || !openTarget) return undefined
  const proven = tables.flatMap(({ entity, target }) => {
    const { columns, key, hasSteps } = mirrored.get(entity) ?? {}
    if (!columns || !key) return []
    if (!hasSteps) return [{ entity, target, columns, key }]
    // Rows that steps make are found by their key, and read from both sides.
    const canBeRead = key.length > 0 && destination.connector.openSource !== undefined
    return canBeRead ? [{ entity, target, columns, key, hasSteps: true as const }] : []
  })
  return {
    ...defined({ steps }),
    moments,
    tables: proven,
    openSource: () => at('source', openSource(source.endpoint, context)),
    openTarget: () => at('destination', openTarget(destination.endpoint, context)),
    advance: (parts) => at('destination', advance(destination, context, parts)),
  }
}

async function advance(
  { connector, endpoint }: MirrorEnds['destination'],
  context: ConnectorContext,
  parts: Parameters<StructureBuilder['advance']>[0],
): Promise<readonly AdvancedNumbers[]> {
  const opened = await connector.openDestination?.(endpoint, context)
  try {
    return (await opened?.structure?.advance(parts)) ?? []
  } finally {
    await opened?.close()
  }
}

/** The columns of tables of the source as its snapshots have them. */
const describing =
  ({ connector, endpoint }: MirrorEnds['source'], context: ConnectorContext) =>
  async (entities: readonly string[]) => {
    if (!connector.openSource) throw notMirrored()
    const source = await connector.openSource(endpoint, context)
    try {
      return new Map((await source.entities(entities)).map(({ name, columns }) => [name, columns]))
    } finally {
      await source.close()
    }
  }

interface ReadinessRequest {
  readonly connector: Connector
  readonly endpoint: Endpoint
  readonly name: string
  readonly entities: readonly string[]
  readonly context: ConnectorContext
  /** The system of the destination, if it is known. */
  readonly destination?: ConnectionType | undefined
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

/** How much of its log the source keeps for the mirror. @throws ConnectorError */
export async function readHeldLog(request: Omit<ReadinessRequest, 'entities'>): Promise<HeldLog | undefined> {
  const log = await openLog(request)
  try {
    return await log.held()
  } finally {
    await log.close()
  }
}

const openLog = ({
  connector,
  endpoint,
  name,
  context,
  destination,
}: Omit<ReadinessRequest, 'entities'>): Promise<ChangeSource> =>
  logOf(connector).open(endpoint, context, defined({ name, tables: new Map(), destination }))

function logOf(connector: Connector) {
  if (!connector.changeLog) throw notMirrored()
  return connector.changeLog
}

const notMirrored = () =>
  new ConnectorError({
    code: 'NOT_SUPPORTED',
    message: sentence`A mirror needs a source with a log of changes, and a database as the destination.`,
  })
