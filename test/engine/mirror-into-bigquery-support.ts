import { setTimeout as sleep } from 'node:timers/promises'
import { defined } from '../../src/core/catalog/defined.ts'
import { makeBigqueryConnector } from '../../src/engine/connectors/bigquery/bigquery-connector.ts'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { openMirror } from '../../src/engine/mirror/open-mirror.ts'
import { move } from '../../src/engine/move/move.ts'
import type { Transformations } from '../../src/engine/move/run/move-request.ts'
import type { StreamState } from '../../src/engine/move/run/stream-request.ts'
import type { ChangeLoad } from '../../src/engine/ports/change-batch.ts'
import type { ConnectorContext, Endpoint } from '../../src/engine/ports/connector.ts'
import type { GoogleCloudStandIn } from '../../src/stand-ins/google-cloud.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import { contextWith, nextFence, problems } from './move-between.ts'
import { WatchedMirror } from './watched-mirror.ts'

/** Nobody waits long between tries. */
const clock = {
  now: Date.now,
  random: () => 0,
  sleep: (milliseconds: number) => sleep(Math.min(milliseconds, 10)),
}

export const bigquery = makeBigqueryConnector(clock)

export const cloudEndpoint = (cloud: GoogleCloudStandIn): Endpoint => ({
  integration: 'gcp',
  credentials: { service_account_key: cloud.serviceAccountKey },
  config: { project_id: cloud.projectId, dataset_id: cloud.datasetId, gcs_staging_bucket: cloud.bucket },
})

export const cloudContext = (cloud: GoogleCloudStandIn): ConnectorContext => ({
  ...contextWith(),
  vendors: { addresses: { googleOauth: cloud.address, googleStorage: cloud.address, bigquery: cloud.address } },
})

const connectorOf = ({ integration }: Endpoint) => (integration === 'mysql' ? mysqlConnector : postgresConnector)

export interface CloudMirrorOptions {
  /** Default: the same for all. */
  readonly flowId?: string
  readonly columns?: readonly string[]
  readonly everyMs?: number
  readonly retryMs?: number
  readonly wrapLoad?: (load: ChangeLoad) => ChangeLoad
  readonly transformations?: Transformations
  /** The tables that should be compared. */
  readonly due?: () => readonly string[]
  readonly slot?: string
  /** How long everything may need to arrive. */
  readonly patienceMs?: number
}

/** What the last copy that succeeded knew of its columns. */
const memory = new Map<string, StreamState>()

let slots = 0

/** The rows of a table, in an order of their own; numbers without zeros at the end, as BigQuery shows them. */
export function cloudRows(
  cloud: GoogleCloudStandIn,
  table: string,
): readonly Readonly<Record<string, string | null>>[] {
  const { fields = [], rows = [] } = cloud.tables.get(table) ?? {}
  const decimals = new Set(fields.flatMap(({ name, type }) => (type.endsWith('NUMERIC') ? [name] : [])))
  const shown = rows.map((row) =>
    Object.fromEntries(
      fields.map(({ name }) => {
        const value = row[name] ?? null
        return [name, value !== null && decimals.has(name) && value.includes('.') ? value.replace(/\.?0+$/, '') : value]
      }),
    ),
  )
  return shown.sort((one, other) => compare(JSON.stringify(Object.values(one)), JSON.stringify(Object.values(other))))
}

const compare = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true })

/** A mirror of tables of any source in tables of BigQuery, which copies them by runs, as a control plane would. @param tables the target by the source */
export async function startMirrorIntoBigquery(
  source: Endpoint,
  cloud: GoogleCloudStandIn,
  tables: Readonly<Record<string, string>>,
  {
    flowId = 'flow',
    columns,
    everyMs = 20,
    wrapLoad = (load) => load,
    transformations,
    due,
    patienceMs = 60_000,
    slot = `slot_big_${process.pid}_${++slots}`,
    ...options
  }: CloudMirrorOptions = {},
): Promise<WatchedMirror> {
  const entities = Object.keys(tables)
  const targetOf = (entity: string) => tables[entity] ?? entity
  const connector = connectorOf(source)
  const context = cloudContext(cloud)
  const ends = {
    source: { connector, endpoint: source },
    destination: { connector: bigquery, endpoint: cloudEndpoint(cloud) },
  }
  const opened = await openMirror({
    ...ends,
    name: slot,
    tables: entities.map((entity) => defined({ entity, target: targetOf(entity), columns })),
    fence: { ...nextFence(), flowId },
    context,
    everyMs,
    ...(transformations && { steps: { transformations, open: () => keptStepProcesses.open() } }),
  })
  const load = wrapLoad(opened.load)
  const copy = async (fresh: readonly string[], found: (code: string) => void): Promise<boolean> => {
    const streams = fresh.map((entity) =>
      defined({ entity, target: targetOf(entity), mode: 'replace' as const, isFollowed: true as const, columns }),
    )
    const memoryKey = (entity: string) => `${cloud.address} ${targetOf(entity)} ${entity}`
    for (;;) {
      const seen = new Map<string, StreamState>()
      const moved = await move({
        ...ends,
        streams,
        stepProcesses: keptStepProcesses,
        fence: { ...nextFence(), flowId },
        context,
        ...defined({ transformations }),
        stateOf: (entity) => memory.get(memoryKey(entity)),
        onEvent: (event) => {
          if (event.kind === 'columns')
            seen.set(event.entity, defined({ columns: event.columns, target: event.target?.map(({ name }) => name) }))
        },
      })
      for (const { entity, status } of moved.streams) {
        const state = seen.get(entity)
        if (state && status === 'succeeded') memory.set(memoryKey(entity), state)
      }
      const codes = problems(moved).flatMap((problem) => (problem ? [problem.code] : []))
      codes.forEach(found)
      if (!codes.includes('COPY_TOO_OLD')) return codes.length === 0
      await sleep(50)
    }
  }
  const { compared, ...both } = opened
  const moments = await connector.changeLog?.moments()
  return new WatchedMirror(
    { ...both, ...defined({ proof: due && compared && { ...compared, due } }), load, entities, ...options },
    {
      copy,
      noticesCopiesLater: true,
      now: () => opened.source.now(),
      // Of this attempt: what it told of its batches is known then, too.
      isReached: (place) => load.position !== undefined && moments?.isReached(place, load.position) === true,
      patienceMs,
    },
  )
}

/** The place in the log that the dataset has. */
export const positionOf = (cloud: GoogleCloudStandIn, flowId = 'flow'): string | null | undefined =>
  [...cloud.tables]
    .filter(([name]) => name.startsWith('_millrace_mirror_'))
    .flatMap(([, { rows }]) => rows)
    .find((row) => row['flow_id'] === flowId)?.['position']
