import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { startMirrorIntoMysql } from '../engine/mirror-into-mysql-support.ts'
import { ROW_LOG } from '../engine/mirror-mysql-support.ts'
import { LOGICAL } from '../engine/mirror-support.ts'
import { type Database, endpointOf, freshDatabase, run } from '../engine/move-between.ts'
import { freshMysql, mysqlEndpoint } from '../engine/move-mysql.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { inTurn, TRIES_ALL } from '../support/samples.ts'
import { cutInLog } from './cut-in-log.ts'
import { startTcpProxy, type TcpProxy, type Verdict } from './proxy.ts'

let postgres: RunningPostgres
let mariadb: RunningMariadb

beforeAll(async () => {
  ;[postgres, mariadb] = await Promise.all([startPostgres({ settings: LOGICAL }), startMariadb({ settings: ROW_LOG })])
})
afterAll(() => Promise.all([postgres, mariadb].map((server) => server?.stop())))

type System = 'postgres' | 'mysql'

/** One side of a mirror: where it is, and how it is asked. */
interface Side {
  readonly endpoint: (port?: number) => Endpoint
  readonly query: (...sql: readonly string[]) => Promise<readonly Record<string, string | null>[]>
  readonly database: Database | MysqlDatabase
  readonly entity: (table: string) => string
}

async function sideOn(system: System): Promise<Side> {
  if (system === 'postgres') {
    const database = await freshDatabase(postgres)
    return {
      database,
      endpoint: (port = database.port) => endpointOf({ ...database, port }),
      query: (...sql) => run(database, ...sql),
      entity: (table) => `public.${table}`,
    }
  }
  const database = await freshMysql(mariadb)
  return {
    database,
    endpoint: (port = database.port) => mysqlEndpoint({ ...database, port }),
    query: (...sql) => runMysql(database, ...sql),
    entity: (table) => `${database.database}.${table}`,
  }
}

const SUMS = `SELECT (SELECT count(*) FROM t) AS n, (SELECT sum(id * (n + 1)) FROM t) AS t, (SELECT sum(length(a)) FROM t) AS l, (SELECT count(*) FROM k) AS c, (SELECT sum(n * n) FROM k) AS k`

/** In several transactions: rows come, go, change, exchange their unique values; a table is emptied. */
const changes = (round: number): readonly string[] => [
  'BEGIN',
  `INSERT INTO k VALUES (${round}), (${round}), (1)`,
  `INSERT INTO t VALUES (${1000 + round}, ${round}, 'new${round}')`,
  `UPDATE t SET n = n + 1 WHERE id % 7 = ${round % 7}`,
  'COMMIT',
  'BEGIN',
  `UPDATE t SET a = 'free' WHERE id = 1`,
  `UPDATE t SET a = 'one${round}' WHERE id = 2`,
  `UPDATE t SET a = 'two${round}' WHERE id = 1`,
  `DELETE FROM t WHERE id = ${20 + round}`,
  `DELETE FROM k WHERE n = ${round}`,
  'COMMIT',
  ...(round % 4 === 3 ? ['DELETE FROM k'] : []),
]

const HOW = { before: 'reset', after: 'lose-answer', hang: 'black-hole' } as const

/** A mirror between two sides, with its copies. */
async function mirrorBetween(from: System, to: System) {
  const [source, destination] = [await sideOn(from), await sideOn(to)]
  await source.query(
    'CREATE TABLE t (id int PRIMARY KEY, n int, a varchar(100))',
    'CREATE UNIQUE INDEX a_once ON t (a)',
    'CREATE TABLE k (n int)',
    ...(from === 'postgres' ? ['ALTER TABLE k REPLICA IDENTITY FULL'] : []),
    `INSERT INTO t VALUES ${Array.from({ length: 120 }, (_, n) => `(${n + 1}, ${n}, 'a${n}')`).join(', ')}`,
    'INSERT INTO k VALUES (1), (1), (2)',
  )
  const into =
    to === 'postgres' ? { postgres: destination.database as Database } : (destination.database as MysqlDatabase)
  const tables = { [source.entity('t')]: 't', [source.entity('k')]: 'k' }
  const start = (ports: { readonly source?: number; readonly destination?: number } = {}) =>
    startMirrorIntoMysql(
      source.endpoint(ports.source),
      into,
      tables,
      ports.destination === undefined ? {} : { account: { port: ports.destination } },
    )
  const first = await start()
  await first.caughtUp()
  await first.stop()
  return {
    source,
    destination,
    start,
    /** With a proxy in between, until it has ended or has everything. */
    async tried(proxy: TcpProxy, end: 'source' | 'destination'): Promise<void> {
      const starting = start({ [end]: proxy.port }).catch(() => undefined)
      const ended = starting.then((mirror) => mirror?.ended.catch(() => {}))
      await Promise.race([ended, sleep(1_200)])
      // Who hangs is reset in the end, also while it starts.
      proxy.breakAll()
      const mirror = await starting
      await mirror?.stop().catch(() => {})
      await mirror?.settled
      await proxy.stop()
    },
    async expectEqual(what: string): Promise<void> {
      const mirror = await start()
      await mirror.caughtUp()
      expect([what, await destination.query(SUMS)]).toEqual([what, await source.query(SUMS)])
      expect([what, mirror.divergent, mirror.gaps, [...mirror.paused]]).toEqual([what, 0, [], []])
      await mirror.stop()
    },
  }
}

const SYSTEMS: readonly System[] = ['postgres', 'mysql']
const ALIKE = SYSTEMS.map((system) => [system, system] as const)
const PAIRS = SYSTEMS.flatMap((from) => SYSTEMS.map((to) => [from, to] as const))
/** What is on its way to a destination, that side decides; what is read of a log, the other. */
const ACROSS = PAIRS.filter(([from, to]) => from !== to)

describe('nothing is lost, doubled or half, and a mirror moves again', () => {
  it.each(TRIES_ALL ? PAIRS : ACROSS)(
    'whatever happens to any message to the destination, from %s to %s',
    async (from, to) => {
      const mirror = await mirrorBetween(from, to)
      let round = 0
      let points = 0
      const counting = await startTcpProxy(mirror.destination.database, {
        judge: () => {
          points++
          return 'pass'
        },
      })
      await mirror.source.query(...changes(round++))
      await mirror.tried(counting, 'destination')
      expect(points).toBeGreaterThan(20)
      const step = TRIES_ALL ? 1 : Math.ceil(points / 6)
      for (let point = 1; point <= points; point += step)
        for (const [name, verdict] of inTurn(Object.entries(HOW), round)) {
          await mirror.source.query(...changes(round++))
          let sent = 0
          const judge = (): Verdict => (++sent === point + (round % step) ? verdict : 'pass')
          await mirror.tried(await startTcpProxy(mirror.destination.database, { judge }), 'destination')
          await mirror.expectEqual(`${name} message ${point + (round % step)} of ${points}`)
        }
    },
  )

  it.each(TRIES_ALL ? PAIRS : ALIKE)('wherever its log ends, from %s to %s', async (from, to) => {
    const mirror = await mirrorBetween(from, to)
    for (let round = 0; round < (TRIES_ALL ? 200 : 5); round++) {
      await mirror.source.query(...changes(round))
      const cut = cutInLog(100 + round * (TRIES_ALL ? 7 : 271))
      await mirror.tried(await startTcpProxy(mirror.source.database, cut), 'source')
    }
    await mirror.expectEqual('a log that ends')
  })
})
