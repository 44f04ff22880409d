import { expect } from 'vitest'
import { defined } from '../../src/core/catalog/defined.ts'
import { mysqlMoments } from '../../src/engine/connectors/mysql/changes/moments.ts'
import { openMysqlChangeSource } from '../../src/engine/connectors/mysql/changes/mysql-change-source.ts'
import { openMysqlSource } from '../../src/engine/connectors/mysql/source/mysql-source.ts'
import { openPostgresChangeLoad } from '../../src/engine/connectors/postgres/changes/postgres-change-load.ts'
import { openPostgresSource } from '../../src/engine/connectors/postgres/source/postgres-source.ts'
import type { AppliedBatch } from '../../src/engine/mirror/follow-log.ts'
import type { TableProof } from '../../src/engine/mirror/proving.ts'
import { runMirror } from '../../src/engine/mirror/run-mirror.ts'
import type { AppliedTable } from '../../src/engine/ports/change-batch.ts'
import type { ChangeSource, MirroredTable } from '../../src/engine/ports/change-source.ts'
import type { Problem } from '../../src/engine/ports/connector.ts'
import type { MirrorControl } from '../../src/engine/ports/mirror-control.ts'
import { isMysql } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { isProblemOfCopies, type ProvenMirror } from './mirror-support.ts'
import { contextWith, type Database, endpointOf, nextFence, problems, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

/** A log of rows, on a server for tests. */
export const ROW_LOG = {
  'log-bin': 'log',
  'server-id': '7',
  'binlog-format': 'ROW',
  'binlog-row-metadata': 'FULL',
  ...(isMysql && { 'gtid-mode': 'ON', 'enforce-gtid-consistency': 'ON' }),
}

/** By table, in the database of the source. */
export type Tables = Readonly<Record<string, MirroredTable>>

/** A mirror of tables of MariaDB in tables of the same names of Postgres, which copies them by runs, as a control plane would. */
export async function startMysqlMirror(
  source: MysqlDatabase,
  destination: Database,
  tables: Tables,
  /** False: begins although the server is not as a mirror wants it. */
  { isReady = true, due }: { readonly isReady?: boolean; readonly due?: () => readonly string[] } = {},
): Promise<ProvenMirror> {
  const stop = new AbortController()
  const batches: AppliedBatch[] = []
  const gaps: string[] = []
  const copies: Promise<unknown>[] = []
  const entityOf = (table: string) => `${source.database}.${table}`
  const entities = Object.keys(tables).map(entityOf)
  const following = new Set<string>()
  const copying = new Set<string>()
  const paused = new Map<string, Problem | undefined>()
  const copyProblems: string[] = []
  let control: MirrorControl | undefined
  const targets = new Map(Object.keys(tables).map((table) => [entityOf(table), `public.${table}`]))
  const load = await openPostgresChangeLoad(endpointOf(destination), contextWith(), {
    fence: nextFence(),
    schema: 'public',
    targets,
    moments: mysqlMoments,
  })
  for (const entity of entities)
    if (load.position !== undefined && !load.waiting.has(entity) && !load.paused.has(entity)) following.add(entity)
  const log = await openMysqlChangeSource(mysqlEndpoint(source), contextWith(), {
    name: 'mirror',
    tables: new Map(Object.entries(tables).map(([table, mirrored]) => [entityOf(table), mirrored])),
  })
  const readiness: typeof log.readiness = async (wanted) => {
    const found = await log.readiness(wanted)
    return isReady ? found : { ...found, hindrances: [] }
  }
  const proofs: TableProof[] = []
  const repaired: AppliedTable[] = []
  const proof = due && {
    due: () => due().map(entityOf),
    moments: mysqlMoments,
    tables: Object.entries(tables).map(([table, { columns, key }]) => ({
      ...{ entity: entityOf(table), target: `public.${table}` },
      ...{ columns, key },
    })),
    openSource: () => openMysqlSource(mysqlEndpoint(source), contextWith()),
    openTarget: () => openPostgresSource(endpointOf(destination), contextWith()),
  }
  const ended = runMirror({
    ...defined({ proof }),
    source: proxied(log, readiness),
    load,
    entities,
    signal: stop.signal,
    storeQuietMs: 50,
    lookMs: 100,
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
        copying.delete(event.entity)
        paused.set(event.entity, event.problem)
      }
      if (event.kind === 'gap') gaps.push(event.problem.problem.code)
      if (event.kind !== 'waiting') return
      for (const entity of event.entities) {
        following.delete(entity)
        paused.delete(entity)
      }
      const fresh = event.entities.filter((entity) => !copying.has(entity))
      for (const entity of event.entities) copying.add(entity)
      if (fresh.length === 0) return
      const copied = copy(source, destination, fresh, { tables, targets, found: (code) => copyProblems.push(code) })
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
    changed: [],
    doubtful: new Set(),
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
      const place = await log.now()
      const position = `SELECT committed_bound AS bound FROM _millrace_fence WHERE target = 'mirror:'`
      const isDone = async () => {
        if (failure) throw failure
        const [found] = await run(destination, position)
        const bound = found?.['bound']
        return bound != null && mysqlMoments.isReached(place, bound) && following.size + paused.size === entities.length
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
  source: MysqlDatabase,
  destination: Database,
  entities: readonly string[],
  {
    tables,
    targets,
    found,
  }: {
    readonly tables: Tables
    readonly targets: ReadonlyMap<string, string>
    readonly found: (code: string) => void
  },
): Promise<void> {
  const streams = entities.map((entity) => ({
    entity,
    target: targets.get(entity) ?? entity,
    mode: 'replace' as const,
    isFollowed: true as const,
    columns: tables[entity.slice(source.database.length + 1)]?.columns ?? [],
  }))
  const moved = await moveAcross(mysqlEndpoint(source), endpointOf(destination), streams)
  for (const problem of problems(moved)) if (problem && isProblemOfCopies(problem.code)) found(problem.code)
}

/** The source with another answer about its readiness. */
const proxied = (source: ChangeSource, readiness: ChangeSource['readiness']): ChangeSource => ({
  readiness,
  begin: (entities) => source.begin(entities),
  choose: (entities) => source.choose(entities),
  end: () => source.end(),
  now: () => source.now(),
  held: () => source.held(),
  follow: (from, sink, signal) => source.follow(from, sink, signal),
  confirm: (position) => source.confirm(position),
  pause: () => source.pause(),
  resume: () => source.resume(),
  close: () => source.close(),
})

/** The rows of a table, in the order of its first column. */
export const rowsIn = (database: MysqlDatabase, table: string) =>
  runMysql(database, `SELECT * FROM ${table} ORDER BY 1`)
