import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { defined } from '../../src/core/catalog/defined.ts'
import { postgresMoments } from '../../src/engine/connectors/postgres/changes/moments.ts'
import { openPostgresChangeLoad } from '../../src/engine/connectors/postgres/changes/postgres-change-load.ts'
import { openPostgresChangeSource } from '../../src/engine/connectors/postgres/changes/postgres-change-source.ts'
import { openPostgresSource } from '../../src/engine/connectors/postgres/source/postgres-source.ts'
import type { AppliedBatch } from '../../src/engine/mirror/follow-log.ts'
import type { TableProof } from '../../src/engine/mirror/proving.ts'
import { type MirrorRequest, runMirror } from '../../src/engine/mirror/run-mirror.ts'
import type { StreamState } from '../../src/engine/move/run/stream-request.ts'
import type { AppliedTable, ChangeLoad, ChangeLoadRequest } from '../../src/engine/ports/change-batch.ts'
import type { HeldLog, MirroredTable } from '../../src/engine/ports/change-source.ts'
import type { Problem } from '../../src/engine/ports/connector.ts'
import type { MirrorControl } from '../../src/engine/ports/mirror-control.ts'
import { contextWith, type Database, endpointOf, moveBetween, nextFence, problems, run } from './move-between.ts'

/** Logs of rows, on a server for tests. */
export const LOGICAL = { wal_level: 'logical', max_wal_senders: '50', max_replication_slots: '50' }

export type Tables = Readonly<Record<string, MirroredTable>>

export interface Mirror {
  readonly batches: readonly AppliedBatch[]
  /** Rows that were not as they had to be. */
  readonly divergent: number
  readonly gaps: readonly string[]
  /** Tables that were copied again because of their columns, and those whose rows may differ. */
  readonly changed: readonly string[]
  readonly doubtful: ReadonlySet<string>
  /** Tables that neither follow nor wait for a copy. */
  readonly paused: ReadonlyMap<string, Problem | undefined>
  /** Why copies failed. */
  readonly copyProblems: readonly string[]
  readonly control: MirrorControl
  /** Waits until all tables follow or are paused, and everything that was committed so far is in the destination. */
  caughtUp(): Promise<void>
  /** Settles when the mirror ends. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/** What was compared, and sent again. */
export interface ProvenMirror extends Mirror {
  readonly proofs: readonly TableProof[]
  readonly repaired: readonly AppliedTable[]
}

interface WatchedLog {
  /** Settles when the mirror has ended and none of its copies is under way. */
  readonly settled: Promise<unknown>
  /** How much of the budget was used up, as it was told. */
  readonly budgets: readonly string[]
  /** What the source keeps. */
  readonly held: HeldLog | undefined
}

export const slotName = ({ database }: Database) => `slot_${database}`

export interface MirrorOptions
  extends Pick<ChangeLoadRequest, 'waitingBytes'>,
    Partial<Pick<MirrorRequest, 'lookMs' | 'retryMs' | 'shapesMs' | 'drift' | 'budgetBytes'>> {
  /** Default: the same for all. */
  readonly flowId?: string
  /** The tables that should be compared. */
  readonly due?: () => readonly string[]
  /** Puts something between the mirror and its destination. */
  readonly wrapLoad?: (load: ChangeLoad) => ChangeLoad
  /** Copies begin when it settles. */
  readonly beforeCopy?: () => Promise<void>
}

/** A mirror that copies its tables by runs, as a control plane would. */
export async function startMirror(
  source: Database,
  destination: Database,
  tables: Tables,
  {
    waitingBytes,
    flowId = 'flow',
    wrapLoad = (load) => load,
    beforeCopy = async () => {},
    due,
    ...options
  }: MirrorOptions = {},
): Promise<ProvenMirror & WatchedLog> {
  const stop = new AbortController()
  const batches: AppliedBatch[] = []
  const gaps: string[] = []
  const changed: string[] = []
  const budgets: string[] = []
  let held: HeldLog | undefined
  const doubtful = new Set<string>()
  const copies: Promise<unknown>[] = []
  const copyProblems: string[] = []
  const entities = Object.keys(tables)
  const following = new Set<string>()
  const copying = new Set<string>()
  const paused = new Map<string, Problem | undefined>()
  let control: MirrorControl | undefined
  const opened = await openPostgresChangeLoad(endpointOf(destination), contextWith(), {
    fence: { ...nextFence(), flowId },
    schema: 'public',
    targets: new Map(entities.map((name) => [name, name])),
    moments: postgresMoments,
    ...defined({ waitingBytes }),
  })
  const load = wrapLoad(opened)
  for (const entity of entities)
    if (load.position !== undefined && !load.waiting.has(entity) && !load.paused.has(entity)) following.add(entity)
  const log = await openPostgresChangeSource(endpointOf(source), contextWith(), {
    name: slotName(source),
    tables: new Map(Object.entries(tables)),
  })
  const proofs: TableProof[] = []
  const repaired: AppliedTable[] = []
  const proof = due && {
    due,
    moments: postgresMoments,
    tables: Object.entries(tables).map(([entity, { columns, key }]) => ({ entity, target: entity, columns, key })),
    openSource: () => openPostgresSource(endpointOf(source), contextWith()),
    openTarget: () => openPostgresSource(endpointOf(destination), contextWith()),
  }
  const ended = runMirror({
    ...defined({ proof }),
    source: log,
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
      if (event.kind === 'proof') proofs.push(event.proof)
      if (event.kind === 'repaired') repaired.push(event.applied)
      if (event.kind === 'following') {
        following.add(event.entity)
        copying.delete(event.entity)
        paused.delete(event.entity)
      }
      if (event.kind === 'paused') {
        following.delete(event.entity)
        paused.set(event.entity, event.problem)
      }
      if (event.kind === 'held') held = event.held
      if (event.kind === 'budget') budgets.push(event.state)
      if (event.kind === 'changed') changed.push(event.entity)
      if (event.kind === 'doubtful') doubtful.add(event.entity)
      if (event.kind === 'gap') gaps.push(event.problem.problem.code)
      if (event.kind !== 'waiting') return
      for (const entity of event.entities) {
        following.delete(entity)
        paused.delete(entity)
      }
      const fresh = event.entities.filter((entity) => !copying.has(entity))
      for (const entity of event.entities) copying.add(entity)
      if (fresh.length === 0) return
      const found = (code: string) => copyProblems.push(code)
      const copied = beforeCopy().then(() => copy(source, destination, { tables, entities: fresh, found }))
      // A table that waits again after its copy, but before the mirror has taken it, needs another one.
      const ended = copied.finally(() => fresh.map((entity) => copying.delete(entity)))
      // Whoever waits for it hears of its failure.
      ended.catch(() => {})
      copies.push(ended)
    },
  })
  let failure: unknown
  ended.catch((error: unknown) => {
    failure = error
  })
  return {
    batches,
    proofs,
    repaired,
    gaps,
    budgets,
    get settled() {
      return Promise.allSettled([ended, ...copies])
    },
    get held() {
      return held
    },
    changed,
    doubtful,
    paused,
    copyProblems,
    ended,
    get control() {
      if (!control) throw new Error('the mirror has not begun')
      return control
    },
    get divergent() {
      return batches.flatMap((batch) => batch.tables).reduce((sum, table) => sum + table.divergent, 0)
    },
    caughtUp: async () => {
      const [row] = await run(source, 'SELECT pg_current_wal_insert_lsn() AS lsn')
      const position = `SELECT split_part(committed_bound, '@', 1)::pg_lsn >= '${row?.['lsn']}'::pg_lsn AS done FROM _millrace_fence WHERE target = 'mirror:'`
      const isDone = async () => {
        if (failure) throw failure
        const [found] = await run(destination, position)
        return found?.['done'] === 't' && following.size + paused.size === entities.length
      }
      await expect.poll(isDone, { timeout: 30_000, interval: 20 }).toBe(true)
    },
    stop: async () => {
      stop.abort()
      await ended
      await Promise.all(copies)
    },
  }
}

/** A copy that comes after another one was taken is refused, and nothing is lost by that. */
export const isProblemOfCopies = (code: string): boolean => code !== 'COPY_NOT_AWAITED'

/** What the last copy that succeeded knew of its columns. */
const memory = new Map<string, StreamState>()

/** As a control plane does: again, until the mirror takes the copy. */
async function copy(
  source: Database,
  destination: Database,
  { tables, entities, found }: { tables: Tables; entities: readonly string[]; found: (code: string) => void },
): Promise<void> {
  const streams = entities.map((entity) => ({
    entity,
    target: entity,
    mode: 'replace' as const,
    isFollowed: true as const,
    ...defined({ columns: tables[entity]?.isChosen && tables[entity].columns }),
  }))
  for (;;) {
    const seen = new Map<string, StreamState>()
    const keyOf = (entity: string) => `${destination.database} ${entity}`
    const moved = await moveBetween(source, destination, streams, {
      stateOf: (entity) => memory.get(keyOf(entity)),
      onEvent: (event) => {
        if (event.kind === 'columns')
          seen.set(event.entity, defined({ columns: event.columns, target: event.target?.map(({ name }) => name) }))
      },
    })
    for (const { entity, status } of moved.streams) {
      const state = seen.get(entity)
      if (state && status === 'succeeded') memory.set(keyOf(entity), state)
    }
    const codes = problems(moved).flatMap((problem) => (problem ? [problem.code] : []))
    for (const code of codes.filter(isProblemOfCopies)) found(code)
    if (!codes.includes('COPY_TOO_OLD')) return
    await sleep(50)
  }
}
