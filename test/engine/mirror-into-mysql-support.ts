import { setTimeout as sleep } from 'node:timers/promises'
import { defined } from '../../src/core/catalog/defined.ts'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { openMirror } from '../../src/engine/mirror/open-mirror.ts'
import type { Transformations } from '../../src/engine/move/run/move-request.ts'
import type { StreamState } from '../../src/engine/move/run/stream-request.ts'
import type { ChangeLoad } from '../../src/engine/ports/change-batch.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { POSITION } from './mirror-support.ts'
import { contextWith, type Database, endpointOf, nextFence, problems, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'
import { WatchedMirror } from './watched-mirror.ts'

export interface MirrorOptions {
  /** Default: the same for all. */
  readonly flowId?: string
  readonly columns?: readonly string[]
  readonly retryMs?: number
  readonly budgetBytes?: number
  /** Puts something between the mirror and its destination. */
  readonly wrapLoad?: (load: ChangeLoad) => ChangeLoad
  /** Of the account of the destination. */
  readonly account?: object
  readonly transformations?: Transformations
  /** The tables that should be compared. */
  readonly due?: () => readonly string[]
  /** Somebody waits for a cut-over. */
  readonly cutOver?: () => AbortSignal | undefined
}

/** What a test has to know of either kind of destination. */
const intoOf = (destination: MysqlDatabase | { readonly postgres: Database }, account: object) =>
  'postgres' in destination
    ? {
        endpoint: endpointOf(destination.postgres, account),
        place: 'public',
        slot: `slot_${destination.postgres.database}`,
        query: (sql: string) => run(destination.postgres, sql),
      }
    : {
        endpoint: mysqlEndpoint(destination, account),
        place: destination.database,
        slot: `slot_${destination.database}`,
        query: (sql: string) => runMysql(destination, sql),
      }

/** What the last copy that succeeded knew of its columns. */
const memory = new Map<string, StreamState>()

const connectorOf = ({ integration }: Endpoint) => (integration === 'mysql' ? mysqlConnector : postgresConnector)

/**
 * A mirror of tables of any source in tables of MariaDB, which copies them by runs, as a control plane would.
 * @param tables the name of the target by that of the source
 */
export async function startMirrorIntoMysql(
  source: Endpoint,
  destination: MysqlDatabase | { readonly postgres: Database },
  tables: Readonly<Record<string, string>>,
  {
    flowId = 'flow',
    columns,
    wrapLoad = (load) => load,
    account = {},
    transformations,
    due,
    cutOver,
    ...options
  }: MirrorOptions = {},
): Promise<WatchedMirror> {
  const entities = Object.keys(tables)
  const into = intoOf(destination, account)
  const targetOf = (entity: string) => `${into.place}.${tables[entity]}`
  const connector = connectorOf(source)
  const { endpoint } = into
  const opened = await openMirror({
    source: { connector, endpoint: source },
    destination: { connector: connectorOf(endpoint), endpoint },
    name: into.slot,
    tables: entities.map((entity) => defined({ entity, target: targetOf(entity), columns })),
    fence: { ...nextFence(), flowId },
    context: contextWith(),
    ...(transformations && { steps: { transformations, open: () => keptStepProcesses.open() } }),
  })
  const copy = async (fresh: readonly string[], found: (code: string) => void): Promise<boolean> => {
    const streams = fresh.map((entity) =>
      defined({ entity, target: targetOf(entity), mode: 'replace' as const, isFollowed: true as const, columns }),
    )
    for (;;) {
      const seen = new Map<string, StreamState>()
      const moved = await moveAcross(source, endpoint, streams, {
        ...defined({ transformations }),
        stateOf: (entity) => memory.get(`${targetOf(entity)} ${entity}`),
        onEvent: (event) => {
          if (event.kind === 'columns')
            seen.set(event.entity, defined({ columns: event.columns, target: event.target?.map(({ name }) => name) }))
        },
      })
      for (const { entity, status } of moved.streams) {
        const state = seen.get(entity)
        if (state && status === 'succeeded') memory.set(`${targetOf(entity)} ${entity}`, state)
      }
      const codes = problems(moved).flatMap((problem) => (problem ? [problem.code] : []))
      codes.forEach(found)
      if (!codes.includes('COPY_TOO_OLD')) return codes.length === 0
      await sleep(50)
    }
  }
  const { compared, ...both } = opened
  const isCompared = due !== undefined || cutOver !== undefined
  const proof = isCompared && compared ? { ...compared, due: due ?? (() => []), ...defined({ cutOver }) } : undefined
  const moments = await connector.changeLog?.moments()
  return new WatchedMirror(
    { ...both, ...defined({ proof }), load: wrapLoad(opened.load), entities, ...options },
    {
      copy,
      now: () => opened.source.now(),
      isReached: async (place) => {
        const [found] = await into.query(POSITION)
        return found?.['bound'] != null && moments?.isReached(place, found['bound']) === true
      },
    },
  )
}
