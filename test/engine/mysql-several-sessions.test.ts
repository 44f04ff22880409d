import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { Connector } from '../../src/engine/ports/connector.ts'
import { numbers } from '../support/mariadb/numbers.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { says } from '../support/says.ts'
import { contextWith, type Database, endpointOf, freshDatabase, nextFence, problems, run } from './move-between.ts'
import { freshMysql, moveAcross, mysqlEndpoint } from './move-mysql.ts'

/** Of a kilobyte each: several times what one session gets before another is opened. */
const ROWS = 12_000

let postgres: RunningPostgres
let server: RunningMariadb
let from: Database
let to: MysqlDatabase

beforeAll(async () => {
  ;[postgres, server] = await Promise.all([startPostgres(), startMariadb()])
  from = await freshDatabase(postgres)
  const rows = (row: string) => `SELECT ${row} FROM generate_series(1, ${ROWS}) n`
  await run(
    from,
    'CREATE TABLE t (id int PRIMARY KEY, n bigint, v text)',
    `INSERT INTO t ${rows(`n, CASE WHEN n = ${ROWS - 3} THEN 5000000000 ELSE n END, n || E'\\n\\t\\\\' || repeat('x', 1000)`)}`,
    'CREATE TABLE codes (code text PRIMARY KEY, v text)',
    `INSERT INTO codes ${rows(`CASE WHEN n = ${ROWS} THEN 'A1' ELSE 'a' || n END, repeat('x', 1000)`)}`,
  )
})

afterAll(() => Promise.all([postgres?.stop(), server?.stop()]))

beforeEach(async () => {
  to = await freshMysql(server)
})

const streamOf = (mode: 'replace' | 'upsert', entity = 't', columns: readonly string[] = ['id', 'v']) => ({
  entity: `public.${entity}`,
  target: `${to.database}.${entity}`,
  mode,
  columns,
})

const loads = async () => {
  const [row] = await runMysql(server, `SHOW GLOBAL STATUS LIKE 'Com_load'`)
  return Number(row?.['Value'])
}

/** Moves a table, and tells how many LOAD DATA that took. */
async function moved(stream: ReturnType<typeof streamOf>, overrides: object = {}) {
  const before = await loads()
  const result = await moveAcross(endpointOf(from), mysqlEndpoint(to, overrides), [stream])
  return { problem: problems(result)[0], check: result.streams[0]?.check?.state, loads: (await loads()) - before }
}

const digest = async (ask: (sql: string) => Promise<readonly object[]>) =>
  ask(`SELECT COUNT(*) AS n, SUM(id) AS ids, SUM(LENGTH(v)) AS lengths, MIN(v) AS least, MAX(v) AS greatest FROM t`)

/** Tables of ours, and sessions beside the one that asks. */
const leftovers = async () => [
  ...(await runMysql(to, `SHOW TABLES LIKE '\\_millrace\\_staging%'`)),
  ...(await runMysql(
    to,
    'SELECT INFO AS info FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND ID <> CONNECTION_ID()',
  )),
]

describe('a large table goes into MySQL by three sessions', () => {
  it.each(['replace', 'upsert'] as const)('and arrives whole: %s', async (mode) => {
    expect(await moved(streamOf(mode))).toEqual({ problem: undefined, check: 'verified', loads: 3 })
    expect(await digest((sql) => runMysql(to, sql))).toEqual(
      await digest((sql) =>
        run(from, sql.replace('MIN(v)', 'MIN(v COLLATE "C")').replace('MAX(v)', 'MAX(v COLLATE "C")')),
      ),
    )
    await expect.poll(leftovers, { timeout: 20_000 }).toEqual([])
  })

  it('also out of another MySQL, with every value as it is stored', async () => {
    const other = await freshMysql(server)
    await runMysql(
      other,
      'CREATE TABLE t (id int PRIMARY KEY, day date, b varbinary(20), v longtext)',
      `INSERT INTO t SELECT seq, IF(seq % 9 = 0, NULL, '2024-02-29'), CHAR(0, 9, 10, 92, seq % 256), CONCAT(seq, '\n\t\\\\', REPEAT('é', 500)) FROM ${numbers(ROWS)}`,
    )
    const before = await loads()
    const stream = { entity: `${other.database}.t`, target: `${to.database}.t`, mode: 'replace' as const }
    const result = await moveAcross(mysqlEndpoint(other), mysqlEndpoint(to), [stream])
    expect(result.streams).toMatchObject([{ status: 'succeeded', rowsWritten: ROWS, check: { state: 'verified' } }])
    expect((await loads()) - before).toBe(3)
    const digest = `SELECT COUNT(*) AS n, SUM(CRC32(CONCAT_WS('|', id, IFNULL(day, 'none'), HEX(b), HEX(v)))) AS sum FROM t`
    expect(await runMysql(to, digest)).toEqual(await runMysql(other, digest))
    await expect.poll(leftovers, { timeout: 20_000 }).toEqual([])
  })

  it('and a row that the target cannot hold has its number among all', async () => {
    await runMysql(to, 'CREATE TABLE t (id int PRIMARY KEY, n int, v longtext)', `INSERT INTO t VALUES (9, 9, 'old')`)
    const { problem } = await moved(streamOf('replace', 't', ['id', 'n', 'v']))
    expect(problem).toMatchObject({
      code: 'VALUE_NOT_REPRESENTABLE',
      message: says(expect.stringContaining(`Row ${(ROWS - 3).toLocaleString('en')}, column "n"`)),
    })
    expect(await runMysql(to, 'SELECT id FROM t')).toEqual([{ id: '9' }])
    await expect.poll(leftovers, { timeout: 20_000 }).toEqual([])
  })

  it('and keys that only the source tells apart are refused, whichever of them brings which', async () => {
    await runMysql(to, 'CREATE TABLE codes (code varchar(20) COLLATE utf8mb4_general_ci PRIMARY KEY, v longtext)')
    const { problem } = await moved(streamOf('replace', 'codes', ['code', 'v']))
    expect(problem).toMatchObject({ code: 'CONSTRAINT', retryable: false })
    expect(await runMysql(to, 'SELECT code FROM codes')).toEqual([])
    await expect.poll(leftovers, { timeout: 20_000 }).toEqual([])
  })
})

describe('one session takes all where another', () => {
  it.each([
    ['would wait for a counter', 'CREATE TABLE t (id int PRIMARY KEY AUTO_INCREMENT, v longtext)'],
    ['could wait for an equal value', 'CREATE TABLE t (id int, v longtext, UNIQUE KEY (v(20)))'],
    ['finds no rows to lock', 'CREATE TABLE t (id int PRIMARY KEY, v longtext) ENGINE = MyISAM'],
  ])('%s', async (_, table) => {
    await runMysql(to, table)
    expect(await moved(streamOf('replace'))).toEqual({ problem: undefined, check: 'verified', loads: 1 })
  })

  it.each([1, 2])('is refused by the server, which takes %i', async (most) => {
    const user = `limited_${process.pid}_${most}`
    await runMysql(
      to,
      `CREATE USER ${user}@'%' IDENTIFIED BY 'pw' WITH MAX_USER_CONNECTIONS ${most}`,
      `GRANT ALL ON ${to.database}.* TO ${user}@'%'`,
    )
    expect(await moved(streamOf('replace'), { user, password: 'pw' })).toEqual({
      problem: undefined,
      check: 'verified',
      loads: most,
    })
  })
})

/** A source that sends everything and then never says that this was all. */
const endless = (onAll: () => void): Connector => ({
  ...postgresConnector,
  async openSource(endpoint, context) {
    const source = await postgresConnector.openSource?.(endpoint, context)
    if (!source) throw new Error('no source')
    return new Proxy(source, {
      get(of, name) {
        const found: unknown = Reflect.get(of, name)
        if (name !== 'read') return typeof found === 'function' ? found.bind(of) : found
        return async (...[request, sink, signal]: Parameters<typeof source.read>) => {
          await of.read(request, sink, signal)
          onAll()
          return new Promise<never>((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason))
          })
        }
      },
    })
  },
})

/** A move whose sessions wait for more rows. */
async function stuck(signal?: AbortSignal) {
  const before = await loads()
  const hasAll = Promise.withResolvers<void>()
  const moving = move({
    source: { connector: endless(hasAll.resolve), endpoint: endpointOf(from) },
    destination: { connector: mysqlConnector, endpoint: mysqlEndpoint(to) },
    streams: [streamOf('replace')],
    fence: nextFence(),
    context: contextWith(signal),
    onEvent: () => {},
  })
  await hasAll.promise
  await expect.poll(loads, { timeout: 20_000 }).toBe(before + 3)
  return { moving }
}

describe('all of its sessions end', () => {
  it('when the run is cancelled', async () => {
    const cancel = new AbortController()
    const { moving } = await stuck(cancel.signal)
    cancel.abort()
    expect((await moving).streams).toMatchObject([{ status: 'cancelled' }])
    await expect.poll(leftovers, { timeout: 20_000 }).toEqual([])
  })

  it('when the server ends one of them, and the old rows stand', async () => {
    await runMysql(to, 'CREATE TABLE t (id int PRIMARY KEY, v longtext)', `INSERT INTO t VALUES (9, 'old')`)
    const { moving } = await stuck()
    const [last] = await runMysql(
      to,
      `SELECT MAX(ID) AS id FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND INFO LIKE 'LOAD DATA%'`,
    )
    await runMysql(to, `KILL ${last?.['id']}`)
    expect(problems(await moving)).toMatchObject([{ code: 'DESTINATION_CONNECTION_LOST', retryable: true }])
    await expect.poll(leftovers, { timeout: 20_000 }).toEqual([])
    expect(await runMysql(to, 'SELECT id FROM t')).toEqual([{ id: '9' }])
  })

  it('when a newer attempt takes over, and its rows stand', async () => {
    const { moving } = await stuck()
    expect(await moved(streamOf('replace'))).toMatchObject({ problem: undefined, check: 'verified' })
    expect(problems(await moving)).toMatchObject([{ code: 'DESTINATION_CONNECTION_LOST' }])
    await expect.poll(leftovers, { timeout: 20_000 }).toEqual([])
    expect(await runMysql(to, 'SELECT COUNT(*) AS n FROM t')).toEqual([{ n: String(ROWS) }])
  })
})
