import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { defined } from '../../src/core/catalog/defined.ts'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import type { AppliedBatch } from '../../src/engine/mirror/follow-log.ts'
import { openMirror } from '../../src/engine/mirror/open-mirror.ts'
import type { CutOverOutcome, CutOverPlace, TableProof } from '../../src/engine/mirror/proving.ts'
import { runMirror } from '../../src/engine/mirror/run-mirror.ts'
import type { Transformations } from '../../src/engine/move/run/move-request.ts'
import type { StreamState } from '../../src/engine/move/run/stream-request.ts'
import type { ChangeLoad } from '../../src/engine/ports/change-batch.ts'
import type { Endpoint, Problem } from '../../src/engine/ports/connector.ts'
import type { MirrorControl } from '../../src/engine/ports/mirror-control.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { isProblemOfCopies, type Mirror } from './mirror-support.ts'
import { contextWith, type Database, endpointOf, nextFence, problems, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

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

/** What was found before an application goes to the destination. */
interface WatchedCutOvers {
  readonly proofs: readonly TableProof[]
  readonly places: readonly CutOverPlace[]
  readonly cutOvers: readonly CutOverOutcome[]
  /** Changes of tables after the last place. */
  readonly after: ReadonlyMap<string, number>
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
): Promise<Mirror & WatchedCutOvers & { readonly settled: Promise<unknown> }> {
  const stop = new AbortController()
  const batches: AppliedBatch[] = []
  const gaps: string[] = []
  const changed: string[] = []
  const copies: Promise<unknown>[] = []
  const copyProblems: string[] = []
  const following = new Set<string>()
  const copying = new Set<string>()
  const paused = new Map<string, Problem | undefined>()
  let control: MirrorControl | undefined
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
  const load = wrapLoad(opened.load)
  for (const entity of entities)
    if (load.position !== undefined && !load.waiting.has(entity) && !load.paused.has(entity)) following.add(entity)
  const copy = async (fresh: readonly string[]): Promise<void> => {
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
      copyProblems.push(...codes.filter(isProblemOfCopies))
      if (!codes.includes('COPY_TOO_OLD')) return
      await sleep(50)
    }
  }
  const { compared, ...both } = opened
  const proofs: TableProof[] = []
  const places: CutOverPlace[] = []
  const cutOvers: CutOverOutcome[] = []
  const after = new Map<string, number>()
  const isCompared = due !== undefined || cutOver !== undefined
  const ended = runMirror({
    ...both,
    ...defined({
      proof: isCompared && compared ? { ...compared, due: due ?? (() => []), ...defined({ cutOver }) } : undefined,
    }),
    load,
    entities,
    signal: stop.signal,
    storeQuietMs: 50,
    lookMs: 100,
    ...options,
    onControl: (given) => {
      control = given
    },
    onEvent: (event) => {
      if (event.kind === 'batch') batches.push(event.batch)
      if (event.kind === 'batch' && places.length > 0)
        for (const { name, inserted, updated, deleted } of event.batch.tables)
          after.set(name, (after.get(name) ?? 0) + inserted + updated + deleted)
      if (event.kind === 'cutOverPlace') {
        places.push(event.place)
        after.clear()
      }
      if (event.kind === 'cutOver') cutOvers.push(event.outcome)
      if (event.kind === 'following') {
        following.add(event.entity)
        copying.delete(event.entity)
        paused.delete(event.entity)
      }
      if (event.kind === 'paused') {
        following.delete(event.entity)
        copying.delete(event.entity)
        paused.set(event.entity, event.problem)
      }
      if (event.kind === 'proof') proofs.push(event.proof)
      if (event.kind === 'changed') changed.push(event.entity)
      if (event.kind === 'gap') gaps.push(event.problem.problem.code)
      if (event.kind !== 'waiting') return
      for (const entity of event.entities) {
        following.delete(entity)
        paused.delete(entity)
      }
      const fresh = event.entities.filter((entity) => !copying.has(entity))
      for (const entity of event.entities) copying.add(entity)
      // A table that waits again after its copy, but before the mirror has taken it, needs another one.
      if (fresh.length === 0) return
      const copied = copy(fresh).finally(() => fresh.map((entity) => copying.delete(entity)))
      // Whoever waits for it hears of its failure.
      copied.catch(() => {})
      copies.push(copied)
    },
  })
  let failure: unknown
  ended.catch((error: unknown) => {
    failure = error
  })
  const moments = await connector.changeLog?.moments()
  const position = `SELECT committed_bound AS bound FROM _millrace_fence WHERE target = 'mirror:'`
  return {
    batches,
    gaps,
    proofs,
    places,
    cutOvers,
    after,
    changed,
    doubtful: new Set(),
    paused,
    copyProblems,
    ended,
    get settled() {
      return Promise.allSettled([ended, ...copies])
    },
    get control() {
      if (!control) throw new Error('the mirror has not begun')
      return control
    },
    get divergent() {
      return batches.flatMap((batch) => batch.tables).reduce((sum, table) => sum + table.divergent, 0)
    },
    caughtUp: async () => {
      const place = await opened.source.now()
      const isDone = async () => {
        if (failure) throw failure
        const [found] = await into.query(position)
        const bound = found?.['bound']
        return bound != null && moments?.isReached(place, bound) && following.size + paused.size === entities.length
      }
      await expect.poll(isDone, { timeout: 30_000, interval: 30 }).toBe(true)
    },
    stop: async () => {
      stop.abort()
      await ended
      await Promise.all(copies)
    },
  }
}
