import { createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { MoveRequest, MoveResult } from '../../src/engine/move/run/move-request.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { verify } from '../../src/engine/move/verify/verify.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import { showRows } from '../../src/server/domain/connections/show-rows.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import { isMysql, isOlderMysql } from '../support/mariadb/mysql-server.ts'
import { numbers } from '../support/mariadb/numbers.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningMariadb, startMariadb } from '../support/mariadb/start-mariadb.ts'
import { majorOf } from '../support/postgres/postgres-binaries.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { TRIES_ALL } from '../support/samples.ts'
import { says } from '../support/says.ts'
import { HOSTILE_CONNECT, HOSTILE_MYSQL, HOSTILE_POSTGRES } from './hostile-settings.ts'
import { connectTo, contextWith, endpointOf, nextFence, run } from './move-between.ts'
import { mysqlEndpoint } from './move-mysql.ts'
import { MYSQL_PROBES } from './mysql-probes.ts'
import { EXTENSIONS, TYPE_SETUP, typeProbes } from './type-probes.ts'

/** A server with its own settings and one with hostile values of all that may be set, with the same databases. */
interface Servers {
  readonly postgres: RunningPostgres
  readonly mariadb: RunningMariadb
  /** A session from before the settings became hostile. */
  readonly reader: Awaited<ReturnType<typeof createConnection>>
}

const ACCOUNT = { user: 'etl', password: 'sw0rdfish' }
/** Views that these servers cannot compute without help are the same for both. */
const POSTGRES_SOURCE = [
  `CREATE TABLE wide (n int PRIMARY KEY, b bigint, d numeric(20,5), f float8, t text, y bytea, day date, at timestamp, moment timestamptz, i interval, u uuid, j json, ok boolean, l text[])`,
  String.raw`INSERT INTO wide SELECT n, 9007199254740993 + n, n / 8.0, 0.1 + n, E'back\\slash '' " \t' || n, '\x00ff5c', '2024-02-03', '2024-02-03 04:05:06.000007', '2024-02-03 04:05:06.000007+00', '-1 month 2 days 03:04:05', '123e4567-e89b-12d3-a456-426614174000', '{"a": "\\"}', n % 2 = 0, '{NULL,"NULL",a,"b c"}' FROM generate_series(1, 50) n`,
  `CREATE TABLE as_text (n int PRIMARY KEY, x xml, l text[], a int[])`,
  `INSERT INTO as_text VALUES (1, '<a/>', '{NULL,"NULL",a}', '{1,NULL}')`,
  'CREATE TABLE keyless (n int)',
  'INSERT INTO keyless SELECT generate_series(1, 5000)',
  `CREATE VIEW seen AS SELECT n, moment::text AS shown, f::text AS f, y::text AS y, i::text AS i, (t = NULL) AS unknown, xmlelement(name a, y)::text AS x FROM wide`,
  'CREATE VIEW slow AS SELECT 1 AS n FROM pg_sleep(1.3)',
  'CREATE INDEX found ON wide USING gin (l)',
]
const POSTGRES_TABLES = ['wide', 'as_text', 'keyless', 'seen']

const MYSQL_SOURCE = [
  `CREATE TABLE wide (n int PRIMARY KEY, b bigint unsigned, d decimal(20,5), f double, t text CHARACTER SET utf8mb4, c char(5) CHARACTER SET utf8mb4, y blob, day date, at datetime(6), moment timestamp(6) NULL, ti time(6), j json)`,
  String.raw`INSERT INTO wide SELECT seq, 18446744073709551000 + seq, seq / 8, 0.1 + seq, CONCAT('back\\slash '' " ', seq), 'ab', x'00ff5c', '2024-02-03', '2024-02-03 04:05:06.000007', '2024-02-03 04:05:06.000007', '-12:34:56.000001', '{"a": 1}' FROM ${numbers(50)}`,
  'INSERT INTO wide (n) VALUES (0)',
  'CREATE TABLE keyless (n int)',
  `INSERT INTO keyless SELECT seq FROM ${numbers(5000)}`,
  'CREATE TABLE untransacted (n int PRIMARY KEY) ENGINE = MyISAM',
  `INSERT INTO untransacted SELECT seq FROM ${numbers(5000)}`,
  'CREATE TABLE remembered (n int) ENGINE = MEMORY',
  `INSERT INTO remembered SELECT seq FROM ${numbers(5000)}`,
  `CREATE VIEW seen AS SELECT n, DATE_FORMAT(day, '%W %M') AS day_name, d / 3 AS third, WEEK(day) AS week, CAST(moment AS CHAR) AS moment FROM wide`,
  'CREATE VIEW joined AS SELECT n % 2 AS n, GROUP_CONCAT(n ORDER BY n) AS numbers FROM keyless GROUP BY 1',
  ...(isOlderMysql(8)
    ? []
    : [
        'CREATE VIEW counted AS WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c WHERE n < 900) SELECT n FROM c',
      ]),
]
const MYSQL_TABLES = [
  'wide',
  'keyless',
  'untransacted',
  'remembered',
  'seen',
  'joined',
  ...(isOlderMysql(8) ? [] : ['counted']),
]

const PROBES = typeProbes(await majorOf())

let own: Servers
let hostile: Servers

beforeAll(async () => {
  ;[own, hostile] = await Promise.all([start(), start()])
  const { postgres } = hostile
  // In the three places from which an account gets a setting.
  const places = ['ALTER SYSTEM', 'ALTER DATABASE source', 'ALTER DATABASE target', 'ALTER ROLE etl']
  const known = new Set((await run(postgres, 'SELECT name FROM pg_settings')).map(({ name }) => name))
  const settings = Object.entries(HOSTILE_POSTGRES)
    .filter(([name]) => known.has(name))
    .flatMap(([name, value]) => places.map((place) => `${place} SET ${name} = '${value}'`))
  await run(postgres, ...settings, 'SELECT pg_reload_conf()')
  for (const [name, value] of Object.entries(HOSTILE_MYSQL))
    await hostile.reader
      .query(`SET GLOBAL ${name} = ${typeof value === 'number' ? value : `'${value}'`}`)
      .catch(unlessOfMysql)
  await hostile.reader.query(`SET GLOBAL init_connect = "${HOSTILE_CONNECT.map((set) => `SET ${set}`).join('; ')}"`)
})

/** MySQL lacks some settings of MariaDB, and some of their values. */
function unlessOfMysql(error: unknown): void {
  if (!isMysql) throw error
}

afterAll(async () => {
  for (const servers of [own, hostile]) {
    servers?.reader.destroy()
    await Promise.all([servers?.postgres.stop(), servers?.mariadb.stop()])
  }
})

async function start(): Promise<Servers> {
  const [postgres, mariadb] = await Promise.all([startPostgres(), startMariadb()])
  const { user, password } = ACCOUNT
  await run(postgres, `CREATE ROLE ${user} LOGIN PASSWORD '${password}'`)
  for (const database of ['source', 'target']) {
    await run(postgres, `CREATE DATABASE ${database}`)
    await run({ ...postgres, database }, EXTENSIONS, 'GRANT ALL ON SCHEMA public TO etl')
    await run({ ...postgres, database }, `GRANT ALL ON DATABASE ${database} TO etl`)
    await runMysql(mariadb, `CREATE DATABASE ${database} CHARACTER SET utf8mb4`)
  }
  await run(
    { ...postgres, database: 'source' },
    TYPE_SETUP.replace(EXTENSIONS, ''),
    ...PROBES.flatMap(({ id, type, values }) => [
      `CREATE TABLE "${id}" (n int PRIMARY KEY, v ${type})`,
      ...values.map((value, n) => `INSERT INTO "${id}" VALUES (${n}, ${value})`),
    ]),
    ...POSTGRES_SOURCE,
    'GRANT SELECT ON ALL TABLES IN SCHEMA public TO etl',
  )
  await runMysql(
    { ...mariadb, database: 'source' },
    ...MYSQL_PROBES.flatMap(({ id, type, values }) => [
      `CREATE TABLE \`${id}\` (n int PRIMARY KEY, v ${type})`,
      ...values.map((value, n) => `INSERT IGNORE INTO \`${id}\` VALUES (${n}, ${value})`),
    ]),
    ...MYSQL_SOURCE,
    `CREATE USER ${user}@'%' IDENTIFIED BY '${password}'`,
    // SUPER would be free of init_connect.
    `GRANT SELECT, SHOW VIEW, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, TRIGGER, INDEX, CREATE TEMPORARY TABLES, LOCK TABLES ON *.* TO ${user}@'%'`,
  )
  const { host, port } = mariadb
  const reader = await createConnection({
    host,
    port,
    user: mariadb.user,
    password: mariadb.password,
    charset: 'utf8mb4',
    dateStrings: true,
  })
  await reader.query(`SET time_zone = '+00:00', net_read_timeout = 600, wait_timeout = 6000`)
  return { postgres, mariadb, reader }
}

const postgresIn = ({ postgres }: Servers, database: string) => endpointOf({ ...postgres, ...ACCOUNT, database })
const mysqlIn = ({ mariadb }: Servers, database: string) => mysqlEndpoint({ ...mariadb, ...ACCOUNT, database })
const connectorOf = ({ integration }: Endpoint) => (integration === 'mysql' ? mysqlConnector : postgresConnector)
const opened = (endpoint: Endpoint) => ({ connector: connectorOf(endpoint), endpoint })

const into = (entities: readonly string[], more: Partial<StreamRequest> = {}, as = ''): StreamRequest[] =>
  entities.map((entity) => ({
    entity,
    target: `${as}${entity.split('.')[1]}`,
    mode: 'replace',
    verify: 'values',
    ...more,
  }))

const outcome = ({ streams }: MoveResult) =>
  streams.map(({ entity, target, status, error, rowsRead, rowsWritten, check, difference }) => ({
    entity,
    target,
    status,
    error: error && inEnglish(error.message),
    rowsRead,
    rowsWritten,
    check,
    difference,
  }))

const moved = async (
  source: Endpoint,
  destination: Endpoint,
  streams: StreamRequest[],
  more: Partial<MoveRequest> = {},
) =>
  outcome(
    await move({
      stepProcesses: keptStepProcesses,
      source: opened(source),
      destination: opened(destination),
      streams,
      fence: nextFence(),
      context: contextWith(),
      onEvent: () => {},
      ...more,
    }),
  )

const FILTER = (entity: string) => ({
  id: `filter ${entity}`,
  type: 'filter' as const,
  settings: { where: 'n <> 7' },
  stream: entity,
})

/** Everything that a flow does between two databases, and what it leaves there. */
async function everyPath(source: Endpoint, destination: Endpoint, tables: readonly string[], prefix: string) {
  const as = `${source.integration}_`
  const entities = tables.map((table) => `${prefix}.${table}`)
  const keyed = entities.filter((name) => name.endsWith('.wide'))
  const steps = entities.map(FILTER)
  const context = contextWith()
  return {
    shown: await Promise.all(entities.map((entity) => showRows(opened(source), entity, context))),
    dry: await moved(source, destination, into(entities, {}, as), { dry: true }),
    copied: await moved(source, destination, into(entities, {}, as)),
    throughSteps: await moved(source, destination, into(entities, {}, `${as}stepped_`), {
      transformations: { steps, salt: 'salt' },
    }),
    upserted: await moved(
      source,
      destination,
      into(keyed, { mode: 'upsert', key: ['n'], vanished: { limit: 100 } }, as),
    ),
    again: await moved(source, destination, into(entities, {}, as), { dry: true }),
    compared: outcome(
      await verify({
        source: opened(source),
        destination: opened(destination),
        streams: into(keyed, {}, as),
        context,
        onEvent: () => {},
      }),
    ),
  }
}

const NEUTRAL = [
  `SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN ('transaction_timeout', 'tcp_user_timeout')`,
  `SET DateStyle = 'ISO'; SET IntervalStyle = 'postgres'; SET TimeZone = 'UTC'; SET bytea_output = 'hex'; SET extra_float_digits = 1`,
  `SET quote_all_identifiers = off; SET search_path = public; SET client_encoding = 'UTF8'; SET lc_monetary = 'C'; SET statement_timeout = 0`,
  'SET transform_null_equals = off; SET row_security = on; SET standard_conforming_strings = on; SET xmloption = content',
]

async function rowsInPostgres({ postgres }: Servers, tables: readonly string[]) {
  const read = tables.map((table) => `SELECT '${table}' AS name, to_json(t)::text AS row FROM public."${table}" t`)
  const client = await connectTo({ ...postgres, database: 'target' })
  try {
    for (const statement of NEUTRAL) await client.query(statement)
    return (await client.query(`${read.join(' UNION ALL ')} ORDER BY 1, 2`)).rows
  } finally {
    await client.end()
  }
}

async function rowsInMysql({ reader }: Servers, tables: readonly string[]) {
  const rows: Record<string, unknown> = {}
  for (const table of tables) {
    const [found] = await reader.query(`SELECT * FROM target.\`${table}\` LIMIT 100000`)
    rows[table] = found
  }
  return rows
}

const madeFrom = (system: string, tables: readonly string[]) =>
  tables.flatMap((table) => [`${system}_${table}`, `${system}_stepped_${table}`])

describe('with hostile values of every setting, as with those of a new server', () => {
  it('moves every type from Postgres to Postgres', async () => {
    const probes = PROBES.map(({ id }) => id)
    const move = (servers: Servers) =>
      moved(
        postgresIn(servers, 'source'),
        postgresIn(servers, 'target'),
        into(probes.map((id) => `public.${id}`)).map((stream) => ({ ...stream, target: `public.${stream.target}` })),
      )
    const expected = await move(own)
    expect(await move(hostile)).toEqual(expected)
    expect(expected.filter(({ error }) => error)).toEqual([])
    expect(await rowsInPostgres(hostile, probes)).toEqual(await rowsInPostgres(own, probes))
  })

  it('moves every type from MySQL to MySQL', async () => {
    const probes = MYSQL_PROBES.map(({ id }) => id)
    const streams = probes.map((id) => ({ entity: `source.${id}`, target: `target.${id}`, mode: 'replace' as const }))
    const move = (servers: Servers) => moved(mysqlIn(servers, 'source'), mysqlIn(servers, 'target'), streams)
    const outcomes = await move(own)
    expect(await move(hostile)).toEqual(outcomes)
    const arrived = outcomes.flatMap(({ status, target }) => (status === 'succeeded' ? [target.slice(7)] : []))
    expect(await rowsInMysql(hostile, arrived)).toEqual(await rowsInMysql(own, arrived))
  })

  // The two ways between the systems go through the same ends.
  if (TRIES_ALL)
    it('goes every way from Postgres to Postgres', async () => {
      const go = (servers: Servers) =>
        everyPath(postgresIn(servers, 'source'), postgresIn(servers, 'target'), POSTGRES_TABLES, 'public')
      const expected = await go(own)
      expect(await go(hostile)).toEqual(expected)
      expect(expected.copied.filter(({ error }) => error)).toEqual([])
      const tables = madeFrom('postgres', POSTGRES_TABLES)
      expect(await rowsInPostgres(hostile, tables)).toEqual(await rowsInPostgres(own, tables))
    })

  it('goes every way from MySQL to Postgres', async () => {
    const go = (servers: Servers) =>
      everyPath(mysqlIn(servers, 'source'), postgresIn(servers, 'target'), MYSQL_TABLES, 'source')
    const expected = await go(own)
    expect(await go(hostile)).toEqual(expected)
    expect(expected.copied.filter(({ error }) => error)).toEqual([])
    const tables = madeFrom('mysql', MYSQL_TABLES)
    expect(await rowsInPostgres(hostile, tables)).toEqual(await rowsInPostgres(own, tables))
  })

  it('goes every way from Postgres to MySQL', async () => {
    const go = (servers: Servers) =>
      everyPath(postgresIn(servers, 'source'), mysqlIn(servers, 'target'), POSTGRES_TABLES, 'public')
    const expected = await go(own)
    expect(await go(hostile)).toEqual(expected)
    expect(expected.copied.filter(({ error }) => error)).toEqual([])
    const tables = madeFrom('postgres', POSTGRES_TABLES)
    expect(await rowsInMysql(hostile, tables)).toEqual(await rowsInMysql(own, tables))
  })
})

it('waits for a slow table with sessions on both sides that the servers would end after a second', async () => {
  const source = postgresIn(hostile, 'source')
  const slow = [{ entity: 'public.slow', target: 'slow', mode: 'replace' as const }]
  const arrived = await Promise.all([
    moved(source, postgresIn(hostile, 'target'), slow),
    moved(source, mysqlIn(hostile, 'target'), slow),
  ])
  expect(arrived.flat().map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
})

describe('where only an administrator may set a setting', () => {
  it.each([
    ['session_replication_role', 'replica'],
    ['zero_damaged_pages', 'on'],
  ])('refuses an account of Postgres with %s = %s, and says so', async (name, value) => {
    const user = `with_${name}`
    await run(own.postgres, `CREATE ROLE ${user} LOGIN PASSWORD 'x'`, `ALTER ROLE ${user} SET ${name} = ${value}`)
    const endpoint = endpointOf({ ...own.postgres, user, password: 'x', database: 'source' })
    await expect(showRows(opened(endpoint), 'public.wide', contextWith())).rejects.toMatchObject({
      problem: { code: 'SETTING_REFUSED', message: says(expect.stringContaining(`${name} = ${value}`)) },
    })
    await run(own.postgres, `ALTER ROLE ${user} SUPERUSER`)
    expect(await showRows(opened(endpoint), 'public.wide', contextWith())).toMatchObject({ hasMore: false })
  })

  // MySQL keeps no rows of the past.
  if (isMysql) return

  it('refuses a MariaDB that shows everybody rows of the past', async () => {
    const reading = () => showRows(opened(mysqlIn(own, 'source')), 'source.wide', contextWith())
    expect(await reading()).toMatchObject({ hasMore: false })
    await own.reader.query(`SET GLOBAL system_versioning_asof = '2020-01-01'`)
    await expect(reading()).rejects.toMatchObject({ problem: { code: 'SETTING_REFUSED' } })
  })
})
