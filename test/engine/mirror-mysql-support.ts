import { defined } from '../../src/core/catalog/defined.ts'
import { mysqlMoments } from '../../src/engine/connectors/mysql/changes/moments.ts'
import { openMysqlChangeSource } from '../../src/engine/connectors/mysql/changes/mysql-change-source.ts'
import { openMysqlSource } from '../../src/engine/connectors/mysql/source/mysql-source.ts'
import { openPostgresChangeLoad } from '../../src/engine/connectors/postgres/changes/postgres-change-load.ts'
import { openPostgresSource } from '../../src/engine/connectors/postgres/source/postgres-source.ts'
import type { ChangeSource, MirroredTable } from '../../src/engine/ports/change-source.ts'
import { isMysql } from '../support/mariadb/mysql-server.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { POSITION } from './mirror-support.ts'
import { contextWith, type Database, endpointOf, nextFence, problems, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'
import { WatchedMirror } from './watched-mirror.ts'

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
): Promise<WatchedMirror> {
  const entityOf = (table: string) => `${source.database}.${table}`
  const entities = Object.keys(tables).map(entityOf)
  const targets = new Map(Object.keys(tables).map((table) => [entityOf(table), `public.${table}`]))
  const load = await openPostgresChangeLoad(endpointOf(destination), contextWith(), {
    fence: nextFence(),
    schema: 'public',
    targets,
    moments: mysqlMoments,
  })
  const log = await openMysqlChangeSource(mysqlEndpoint(source), contextWith(), {
    name: 'mirror',
    tables: new Map(Object.entries(tables).map(([table, mirrored]) => [entityOf(table), mirrored])),
  })
  const readiness: typeof log.readiness = async (wanted) => {
    const found = await log.readiness(wanted)
    return isReady ? found : { ...found, hindrances: [] }
  }
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
  return new WatchedMirror(
    { ...defined({ proof }), source: proxied(log, readiness), load, entities },
    {
      copy: (fresh, found) => copy(source, destination, fresh, { tables, targets, found }),
      now: () => log.now(),
      isReached: async (place) => {
        const [found] = await run(destination, POSITION)
        return found?.['bound'] != null && mysqlMoments.isReached(place, found['bound'])
      },
    },
  )
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
): Promise<boolean> {
  const streams = entities.map((entity) => ({
    entity,
    target: targets.get(entity) ?? entity,
    mode: 'replace' as const,
    isFollowed: true as const,
    columns: tables[entity.slice(source.database.length + 1)]?.columns ?? [],
  }))
  const moved = await moveAcross(mysqlEndpoint(source), endpointOf(destination), streams)
  const codes = problems(moved).flatMap((problem) => (problem ? [problem.code] : []))
  codes.forEach(found)
  return codes.length === 0
}

/** The source with another answer about its readiness. */
const proxied = (source: ChangeSource, readiness: ChangeSource['readiness']): ChangeSource => ({
  readiness,
  begin: (entities) => source.begin(entities),
  choose: (entities, copied) => source.choose(entities, copied),
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
