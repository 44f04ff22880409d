import { describe, expect, it } from 'vitest'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Connector, Endpoint } from '../../src/engine/ports/connector.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import { numbers } from '../support/mariadb/numbers.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { says } from '../support/says.ts'
import { alteringOneCell } from './altered-cell.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { contextWith, type Database, endpointOf, nextFence, run } from './move-between.ts'
import { mysqlEndpoint } from './move-mysql.ts'

let source: Database
let destination: Database
let from: MysqlDatabase
let to: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, destination, from, to } = ends)
})

const CONNECTORS = { mysql: mysqlConnector, postgres: postgresConnector }

interface Way {
  readonly read: keyof typeof CONNECTORS
  readonly written: keyof typeof CONNECTORS
}

/** Moves the table `t` and compares all values. */
async function moveAll(
  { read, written }: Way,
  {
    connector,
    steps = [],
    ...stream
  }: Partial<StreamRequest> & { connector?: Connector; steps?: readonly Step[] } = {},
) {
  const rejects = {
    days: 14,
    begin: () => {},
    keep: () => true,
    finalize: async () => {},
    countRejected: async () => 0,
  }
  const ends: Readonly<Record<keyof typeof CONNECTORS, { from: Endpoint; to: Endpoint }>> = {
    mysql: { from: mysqlEndpoint(from), to: mysqlEndpoint(to) },
    postgres: { from: endpointOf(source), to: endpointOf(destination) },
  }
  const events: MoveEvent[] = []
  const { streams } = await move({
    stepProcesses: keptStepProcesses,
    source: { connector: CONNECTORS[read], endpoint: ends[read].from },
    destination: { connector: connector ?? CONNECTORS[written], endpoint: ends[written].to },
    streams: [
      {
        entity: read === 'mysql' ? `${from.database}.t` : 'public.t',
        target: written === 'mysql' ? `${to.database}.t` : 'public.t',
        mode: 'replace',
        verify: 'values',
        ...stream,
      },
    ],
    ...(steps.length > 0 && { transformations: { steps, salt: 'pepper' } }),
    fence: nextFence(),
    context: contextWith(),
    ...(stream.onInvalid && { rejects }),
    onEvent: (event) => events.push(event),
  })
  return { stream: streams[0], events }
}

const MYSQL = [
  `CREATE TABLE t (id bigint NOT NULL PRIMARY KEY, small tinyint, large bigint unsigned, note text, latin varchar(40) CHARACTER SET latin1, fixed char(5),
    amount decimal(14,2), whole decimal(20,0), size double, at timestamp(6) NULL, seen datetime, day date, raw varbinary(20), kind enum('one', 'two'))`,
  `INSERT INTO t SELECT n, n % 100 - 50, 18446744073709551615 - n, IF(n % 7 = 0, NULL, CONCAT('note ', n, ' 🚂\\t')), 'café', 'ab',
    (n - 1500) / 4, n * 1000000007, (n - 1500) / 7 * POW(10, n % 60 - 30), TIMESTAMPADD(MICROSECOND, n * 1234567, '2024-01-01'),
    TIMESTAMPADD(MINUTE, n, '1999-12-31 23:00'), '2024-02-29' - INTERVAL n DAY, UNHEX(LEFT(SHA2(n, 256), 32)), IF(n % 2, 'one', 'two') FROM (SELECT CAST(seq AS SIGNED) AS n FROM ${numbers(3_000)}) numbers`,
  `INSERT INTO t (id, note, size) VALUES (-9223372036854775808, '', -0.0), (9223372036854775807, ' ', 1e15), (3001, NULL, 1.7976931348623157e308), (3002, NULL, 1e-4), (3003, NULL, 5e-324), (3004, NULL, 123456789012345.6), (3005, NULL, NULL)`,
]

const POSTGRES = [
  `CREATE TABLE t (id bigint PRIMARY KEY, fine boolean, note text, short varchar(40), amount numeric(14,2), exact numeric(30,10), size double precision,
    at timestamptz, seen timestamp, day date, raw bytea, mark uuid)`,
  `INSERT INTO t SELECT n, n % 2 = 0, CASE WHEN n % 7 = 0 THEN NULL ELSE E'note ' || n || E' 🚂\\t' END, 'café', (n - 1500) / 4.0, n / 3.0,
    (n - 1500) / 7.0::float8 * 10.0::float8 ^ (n % 60 - 30), timestamptz '2024-01-01 00:00+02' + n * interval '1.234567 seconds', timestamp '1999-12-31 23:00' + n * interval '1 minute',
    date '2024-02-29' - n, decode(md5(n::text), 'hex'), md5(n::text)::uuid FROM generate_series(1, 3000) n`,
  `INSERT INTO t (id, note, size) VALUES (-9223372036854775808, '', '-0'), (9223372036854775807, ' ', 1e15), (3001, NULL, 1.7976931348623157e308), (3002, NULL, 1e-4), (3003, NULL, 5e-324), (3004, NULL, 123456789012345.6), (3005, NULL, NULL)`,
]

const WAYS: readonly Way[] = [
  { read: 'mysql', written: 'mysql' },
  { read: 'mysql', written: 'postgres' },
  { read: 'postgres', written: 'mysql' },
]

const fill = async ({ read }: Way) => {
  if (read === 'mysql') await runMysql(from, ...MYSQL)
  else await run(source, ...POSTGRES)
}

describe.each(WAYS)('from $read to $written', (way) => {
  it('both servers sum every value, whatever the system writes it like', async () => {
    await fill(way)
    const { stream } = await moveAll(way)
    expect(stream).toMatchObject({ status: 'succeeded', check: { state: 'verified', rows: 3_007 } })
    const columns =
      way.read === 'mysql'
        ? 'id small large note latin fixed amount whole size at seen day raw kind'
        : 'id fine note short amount exact size at seen day raw mark'
    expect(stream?.check?.keys?.join(' ')).toEqual(columns)
  })

  it('one altered cell stops the run, which names the column', async () => {
    await fill(way)
    const { stream } = await moveAll(way, { connector: alteringOneCell(CONNECTORS[way.written]) })
    expect(stream).toMatchObject({
      status: 'failed',
      error: { code: 'VERIFICATION_FAILED' },
      check: { state: 'failed' },
    })
    const entity = way.read === 'mysql' ? `${from.database}.t` : 'public.t'
    expect(stream?.error?.message).toEqual(
      says(`The 3,007 rows of ${entity} that arrived differ from the rows that were read: note.`),
    )
  })
})

it('columns that two systems write differently are named, and the others are compared', async () => {
  await run(
    source,
    'CREATE TABLE t (id int PRIMARY KEY, note text, data jsonb, ratio real)',
    `INSERT INTO t VALUES (1, 'a', '{"b": 1}', 0.1)`,
  )
  const { stream, events } = await moveAll({ read: 'postgres', written: 'mysql' })
  expect(stream).toMatchObject({ status: 'succeeded', check: { state: 'verified', keys: ['id', 'note'] } })
  expect(events).toContainEqual(
    expect.objectContaining({ message: says('Values of these columns are not compared: data, ratio.') }),
  )
})

it('dates that are read as NULL do not count as altered', async () => {
  await runMysql(
    from,
    `SET SESSION sql_mode = ''`,
    'CREATE TABLE t (id int PRIMARY KEY, day date, note text)',
    `INSERT INTO t VALUES (1, '2024-02-31', 'a'), (2, '0000-00-00', 'b')`,
  )
  const { stream } = await moveAll({ read: 'mysql', written: 'postgres' })
  expect(stream).toMatchObject({ status: 'succeeded', check: { state: 'verified', keys: ['id', 'note'] } })
})

it('two tables of MySQL are compared by the sum that the servers have for whole tables, also when the rows are replaced', async () => {
  await runMysql(from, ...MYSQL)
  for (const _ of ['created', 'replaced']) {
    const { stream } = await moveAll({ read: 'mysql', written: 'mysql' })
    expect(stream?.check?.digest?.name).toMatch(/^mysql-checksum-table (MariaDB|MySQL)/)
  }
})

it('two tables of MySQL that were created differently are compared value by value', async () => {
  await runMysql(
    from,
    'CREATE TABLE t (id int PRIMARY KEY, note varchar(20) NOT NULL)',
    `INSERT INTO t VALUES (1, 'a'), (2, 'b')`,
  )
  await runMysql(to, 'CREATE TABLE t (id int PRIMARY KEY, note varchar(20))')
  const { stream } = await moveAll({ read: 'mysql', written: 'mysql' })
  expect(stream).toMatchObject({ status: 'succeeded', check: { state: 'verified', keys: ['id', 'note'] } })
})

it('a column whose refused values are changed on the way is not compared', async () => {
  await run(source, 'CREATE TABLE t (id int PRIMARY KEY, a text, b text)', `INSERT INTO t VALUES (1, 'long', 'same')`)
  await runMysql(to, 'CREATE TABLE t (id int PRIMARY KEY, a varchar(2), b text)')
  const mends = [{ column: 'a', mend: { kind: 'cut', characters: 2 } }] as const
  const { stream } = await moveAll({ read: 'postgres', written: 'mysql' }, { onInvalid: 'reject', mends })
  expect(stream).toMatchObject({ status: 'succeeded', check: { state: 'verified', keys: ['id', 'b'] } })
})

describe.each(['mysql', 'postgres'] as const)('what steps have made on the way to %s', (written) => {
  const STEPS = [
    { id: 'some', type: 'filter', settings: { where: 'id % 3 = 0 OR id > 3000' } },
    { id: 'double', type: 'compute', settings: { columns: [{ name: 'twice', expression: 'amount * 2' }] } },
  ] as const

  it('is summed as it is sent, and compared with what arrives', async () => {
    await run(source, ...POSTGRES)
    const { stream } = await moveAll({ read: 'postgres', written }, { steps: STEPS })
    expect(stream).toMatchObject({ status: 'succeeded', check: { state: 'verified', sent: true } })
    expect(stream?.check?.keys?.join(' ')).toEqual('id fine note short amount exact size at seen day raw mark twice')
  })

  it('is found when one cell is altered', async () => {
    await run(source, ...POSTGRES)
    const connector = alteringOneCell(CONNECTORS[written], 'note 1233')
    const { stream } = await moveAll({ read: 'postgres', written }, { steps: STEPS, connector })
    expect(stream).toMatchObject({ status: 'failed', error: { code: 'VERIFICATION_FAILED' } })
    expect(stream?.error?.message).toEqual(
      says('The 1,006 rows of public.t that arrived differ from the rows that were sent: note.'),
    )
  })
})

it('rows that remain after others were rejected are compared with those that arrive', async () => {
  await run(source, 'CREATE TABLE t (id int PRIMARY KEY, a text)', `INSERT INTO t VALUES (1, 'long'), (2, 'b')`)
  await runMysql(to, 'CREATE TABLE t (id int PRIMARY KEY, a varchar(2))')
  const { stream } = await moveAll({ read: 'postgres', written: 'mysql' }, { onInvalid: 'reject' })
  const check = { state: 'verified', rows: 1, sent: true, keys: ['id', 'a'] }
  expect(stream).toMatchObject({ status: 'succeeded', rowsRejected: 1, check })
})

it('the first and the last moments that Postgres has are not taken for altered', async () => {
  const moments = ['epoch', '0044-03-15 12:00 BC', 'infinity', '-infinity', '294276-12-31 23:59:59.999999']
  await run(
    source,
    'CREATE TABLE t (id int PRIMARY KEY, at timestamp, seen timestamptz)',
    ...moments.map((moment, n) => `INSERT INTO t VALUES (${n}, '${moment}', '${moment}')`),
  )
  const steps = [{ id: 'f', type: 'filter', settings: { where: 'id >= 0' } }] as const
  const { stream } = await moveAll({ read: 'postgres', written: 'postgres' }, { steps })
  expect(stream).toMatchObject({ check: { state: 'verified', sent: true, keys: ['id', 'at', 'seen'] } })
})

it('spaces at the end of bpchar, which has no length, arrive and are compared', async () => {
  await run(
    source,
    'CREATE TABLE t (id int PRIMARY KEY, v bpchar)',
    `INSERT INTO t VALUES (1, 'a  '), (2, 'b'), (3, NULL)`,
  )
  const { stream } = await moveAll({ read: 'postgres', written: 'mysql' })
  expect(stream).toMatchObject({ status: 'succeeded' })
  expect(await runMysql(to, `SELECT CONCAT(v, '|') AS v FROM t WHERE id < 3 ORDER BY id`)).toEqual([
    { v: 'a  |' },
    { v: 'b|' },
  ])
})
