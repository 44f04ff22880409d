import { expect } from 'vitest'
import { postgresMoments } from '../../src/engine/connectors/postgres/changes/moments.ts'
import { openPostgresChangeLoad } from '../../src/engine/connectors/postgres/changes/postgres-change-load.ts'
import { openPostgresChangeSource } from '../../src/engine/connectors/postgres/changes/postgres-change-source.ts'
import type { AppliedBatch } from '../../src/engine/mirror/follow-log.ts'
import { runMirror } from '../../src/engine/mirror/run-mirror.ts'
import type { MirroredTable } from '../../src/engine/ports/change-source.ts'
import { contextWith, type Database, endpointOf, moveBetween, nextFence, run, statuses } from './move-between.ts'

/** Logs of rows, on a server for tests. */
export const LOGICAL = { wal_level: 'logical', max_wal_senders: '50', max_replication_slots: '50' }

export type Tables = Readonly<Record<string, MirroredTable>>

export interface Mirror {
  readonly batches: readonly AppliedBatch[]
  /** Rows that were not as they had to be. */
  readonly divergent: number
  readonly gaps: readonly string[]
  /** Waits until all tables follow, and everything that was committed so far is in the destination. */
  caughtUp(): Promise<void>
  /** Settles when the mirror ends. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

export const slotName = ({ database }: Database) => `slot_${database}`

/** A mirror that copies its tables by runs, as a control plane would. */
export async function startMirror(source: Database, destination: Database, tables: Tables): Promise<Mirror> {
  const stop = new AbortController()
  const batches: AppliedBatch[] = []
  const gaps: string[] = []
  const copies: Promise<unknown>[] = []
  const entities = Object.keys(tables)
  const following = new Set<string>()
  const copying = new Set<string>()
  const load = await openPostgresChangeLoad(endpointOf(destination), contextWith(), {
    fence: nextFence(),
    schema: 'public',
    targets: new Map(entities.map((name) => [name, name])),
    moments: postgresMoments,
  })
  for (const entity of entities) if (load.position !== undefined && !load.waiting.has(entity)) following.add(entity)
  const log = await openPostgresChangeSource(endpointOf(source), contextWith(), {
    name: slotName(source),
    tables: new Map(Object.entries(tables)),
  })
  const ended = runMirror({
    source: log,
    load,
    entities,
    signal: stop.signal,
    storeQuietMs: 50,
    lookMs: 100,
    onEvent: (event) => {
      if (event.kind === 'batch') batches.push(event.batch)
      if (event.kind === 'following') {
        following.add(event.entity)
        copying.delete(event.entity)
      }
      if (event.kind === 'gap') gaps.push(event.problem.problem.code)
      if (event.kind !== 'waiting') return
      for (const entity of event.entities) following.delete(entity)
      const fresh = event.entities.filter((entity) => !copying.has(entity))
      for (const entity of event.entities) copying.add(entity)
      if (fresh.length > 0) copies.push(copy(source, destination, fresh, tables))
    },
  })
  let failure: unknown
  ended.catch((error: unknown) => {
    failure = error
  })
  return {
    batches,
    gaps,
    ended,
    get divergent() {
      return batches.flatMap((batch) => batch.tables).reduce((sum, table) => sum + table.divergent, 0)
    },
    caughtUp: async () => {
      const [row] = await run(source, 'SELECT pg_current_wal_insert_lsn() AS lsn')
      const position = `SELECT committed_bound::pg_lsn >= '${row?.['lsn']}'::pg_lsn AS done FROM _millrace_fence WHERE target = 'mirror:'`
      const isDone = async () => {
        if (failure) throw failure
        const [found] = await run(destination, position)
        return found?.['done'] === 't' && following.size === entities.length
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

async function copy(
  source: Database,
  destination: Database,
  entities: readonly string[],
  tables: Tables,
): Promise<void> {
  const streams = entities.map((entity) => ({
    entity,
    target: entity,
    mode: 'replace' as const,
    isFollowed: true as const,
    columns: tables[entity]?.columns ?? [],
  }))
  const moved = await moveBetween(source, destination, streams)
  expect(new Set(statuses(moved))).toEqual(new Set(['succeeded']))
}
