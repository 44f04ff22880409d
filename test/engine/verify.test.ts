import { describe, expect, it } from 'vitest'
import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import type { MoveEvent } from '../../src/engine/move/run/move-events.ts'
import type { MoveResult } from '../../src/engine/move/run/move-request.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import { verify } from '../../src/engine/move/verify/verify.ts'
import type { Endpoint } from '../../src/engine/ports/connector.ts'
import type { DryRunRows } from '../../src/engine/ports/dry-run.ts'
import { type MysqlDatabase, runMysql } from '../support/mariadb/run-mysql.ts'
import { says } from '../support/says.ts'
import { givenBothSystems } from './given-both-systems.ts'
import { type Attempt, contextWith, type Database, endpointOf, moveBetween, run } from './move-between.ts'
import { moveAcross, mysqlEndpoint } from './move-mysql.ts'

let source: Database
let destination: Database
let from: MysqlDatabase
let to: MysqlDatabase

givenBothSystems((ends) => {
  ;({ source, destination, from, to } = ends)
})

const connectorOf = ({ integration }: Endpoint) => (integration === 'mysql' ? mysqlConnector : postgresConnector)

/** What a comparison reports about one table. */
async function compared(
  target: Endpoint,
  stream: StreamRequest,
  { read, ...more }: Attempt & { read?: Endpoint } = {},
) {
  let rows: DryRunRows | undefined
  const onEvent = (event: MoveEvent) => {
    if (event.kind === 'dry-run' && 'sample' in event.result) rows = event.result
  }
  const reading = read ?? endpointOf(source)
  const result = await verify({
    source: { connector: connectorOf(reading), endpoint: reading },
    destination: { connector: connectorOf(target), endpoint: target },
    streams: [stream],
    context: contextWith(),
    onEvent,
    ...more,
  })
  return { stream: result.streams[0], rows }
}

const SHAPE = `CREATE TABLE t (id int PRIMARY KEY, note text, amount numeric(9,2), at timestamptz, fine boolean, size double precision, data jsonb)`
const FILL = `INSERT INTO t SELECT n, CASE WHEN n % 10 = 0 THEN NULL ELSE 'note ' || n END, n / 4.0, '2024-01-01'::timestamptz + n * interval '1 minute', n % 2 = 0, n / 3.0, jsonb_build_object('n', n)
  FROM generate_series(1, 3000) n`

const stream: StreamRequest = { entity: 'public.t', target: 'public.t', mode: 'replace' }

const change = [
  `UPDATE t SET note = 'altered' WHERE id = 17`,
  `UPDATE t SET note = '' WHERE id = 20`,
  'DELETE FROM t WHERE id IN (500, 2999)',
  `INSERT INTO t (id, note) VALUES (90000, 'only here')`,
]

describe('a comparison of source and destination', () => {
  it('finds every altered cell, every missing row and every other row, and says which', async () => {
    await run(source, SHAPE, FILL)
    await moveBetween(source, destination, [stream])
    const equal = await compared(endpointOf(destination), stream)
    expect(equal.stream?.uncomparedColumns).toBeUndefined()
    expect(equal.rows?.difference).toEqual({ created: 0, changed: 0, removed: 0, unchanged: 3_000 })
    expect(equal.stream).toMatchObject({
      status: 'succeeded',
      comparedColumns: ['id', 'note', 'amount', 'at', 'fine', 'size', 'data'],
    })
    expect(equal.rows?.differing).toBeUndefined()

    await run(destination, ...change)
    const found = await compared(endpointOf(destination), stream)
    expect(found.rows?.difference).toEqual({ created: 2, changed: 2, removed: 1, unchanged: 2_996 })
    const cells = found.rows?.sample.map(({ before, after }) => [before?.slice(0, 2), after?.slice(0, 2)])
    expect(cells).toContainEqual([
      ['17', 'altered'],
      ['17', 'note 17'],
    ])
    expect(cells).toContainEqual([
      ['20', ''],
      ['20', null],
    ])
    expect(cells).toContainEqual([undefined, ['500', null]])
    expect(cells).toContainEqual([['90000', 'only here'], undefined])
  })

  it('sends only the rows around the differences, and the tables are equal afterwards, but for rows that only the destination has', async () => {
    await run(source, SHAPE, FILL)
    await moveBetween(source, destination, [stream])
    await run(destination, ...change)
    const { rows } = await compared(endpointOf(destination), stream)
    if (!rows?.differing) throw new Error('nothing differs')
    const again = await moveBetween(source, destination, [
      { ...stream, mode: 'upsert', selection: { kind: 'differing', ...rows.differing } },
    ])
    expect(again.streams[0]).toMatchObject({ status: 'succeeded', check: { state: 'counted', reason: 'some-rows' } })
    expect(again.streams[0]?.rowsRead).toBeLessThan(200)
    expect((await compared(endpointOf(destination), stream)).rows?.difference).toEqual({
      created: 0,
      changed: 0,
      removed: 1,
      unchanged: 3_000,
    })
  })

  it.each([
    ['Postgres', 'MySQL'],
    ['MySQL', 'Postgres'],
    ['MySQL', 'MySQL'],
  ])('works from %s to %s, and sends the rows that differ', async (read, written) => {
    await run(source, SHAPE, FILL)
    // MySQL gets its rows from Postgres first.
    const start = { ...stream, target: `${from.database}.t` }
    if (read === 'MySQL') await moveAcross(endpointOf(source), mysqlEndpoint(from), [start])
    const reading = read === 'MySQL' ? mysqlEndpoint(from) : endpointOf(source)
    const target = written === 'MySQL' ? mysqlEndpoint(to) : endpointOf(destination)
    const across = {
      ...stream,
      entity: read === 'MySQL' ? `${from.database}.t` : 'public.t',
      target: written === 'MySQL' ? `${to.database}.t` : 'public.t',
    }
    await moveAcross(reading, target, [across])
    const equal = await compared(target, across, { read: reading })
    expect(equal.rows?.difference).toEqual({ created: 0, changed: 0, removed: 0, unchanged: 3_000 })
    const altered = 'UPDATE t SET amount = amount + 0.01 WHERE id = 1234'
    await (written === 'MySQL' ? runMysql(to, altered) : run(destination, altered))
    const found = await compared(target, across, { read: reading })
    expect(found.rows?.difference).toEqual({ created: 0, changed: 1, removed: 0, unchanged: 2_999 })
    expect(found.rows?.sample[0]?.before?.slice(0, 3)).toEqual(['1234', 'note 1234', '308.51'])
    if (!found.rows?.differing) throw new Error('nothing differs')
    const again = await moveAcross(reading, target, [
      { ...across, mode: 'upsert', selection: { kind: 'differing', ...found.rows.differing } },
    ])
    expect(again.streams[0]?.rowsRead).toBeLessThan(100)
    expect((await compared(target, across, { read: reading })).rows?.difference.changed).toBe(0)
  })

  it('compares the columns that steps leave as they are, under their new names', async () => {
    await run(source, SHAPE, FILL)
    const steps = [
      { id: 'r', type: 'rename', settings: { columns: [{ column: 'note', to: 'remark' }] } },
      { id: 'c', type: 'compute', settings: { columns: [{ name: 'amount', expression: 'amount * 2' }] } },
    ] as const
    const transformations = { steps, salt: '' }
    await moveBetween(source, destination, [stream], { transformations })
    await run(destination, `UPDATE t SET remark = 'altered' WHERE id = 17`, 'UPDATE t SET amount = 0 WHERE id = 18')
    const found = await compared(endpointOf(destination), stream, { transformations })
    expect(found.stream?.comparedColumns).toEqual(expect.not.arrayContaining(['amount']))
    expect(found.stream?.uncomparedColumns).toEqual(['amount'])
    expect(found.rows?.difference).toMatchObject({ changed: 1, created: 0, removed: 0 })
  })

  it.each(['Postgres', 'MySQL'])('leaves rows alone that are marked as gone at the source (%s)', async (system) => {
    await run(source, SHAPE, FILL)
    const target = system === 'MySQL' ? mysqlEndpoint(to) : endpointOf(destination)
    const marking: StreamRequest = {
      ...{ entity: 'public.t', target: system === 'MySQL' ? 't' : 'public.t', mode: 'upsert', columns: ['id', 'note'] },
      vanished: { column: 'deleted_at', limit: 10 },
    }
    const execute = (...statements: string[]) =>
      system === 'MySQL' ? Promise.all(statements.map((text) => runMysql(to, text))) : run(destination, ...statements)
    await moveAcross(endpointOf(source), target, [marking])
    await run(source, 'DELETE FROM t WHERE id IN (500, 501)')
    await moveAcross(endpointOf(source), target, [marking])
    expect((await compared(target, marking)).rows?.difference).toEqual({
      ...{ created: 0, changed: 0, removed: 0, unchanged: 2_998 },
    })
    await execute(`UPDATE t SET note = 'altered' WHERE id = 17`, `INSERT INTO t (id, note) VALUES (90000, 'only here')`)
    expect((await compared(target, marking)).rows?.difference).toMatchObject({ created: 0, changed: 1, removed: 1 })
  })

  it('finds rows by keys that are no number', async () => {
    await run(source, 'CREATE TABLE t (a text, b date, v text, PRIMARY KEY (a, b))')
    await run(
      source,
      `INSERT INTO t SELECT 'key ' || n, '2024-01-01'::date + n, 'v' || n FROM generate_series(1, 2000) n`,
    )
    await moveBetween(source, destination, [stream])
    await run(destination, `UPDATE t SET v = 'altered' WHERE a = 'key 77'`, `DELETE FROM t WHERE a = 'key 78'`)
    const { rows } = await compared(endpointOf(destination), stream)
    expect(rows?.difference).toEqual({ created: 1, changed: 1, removed: 0, unchanged: 1_998 })
    if (!rows?.differing) throw new Error('nothing differs')
    const again: MoveResult = await moveBetween(source, destination, [
      { ...stream, mode: 'upsert', selection: { kind: 'differing', ...rows.differing } },
    ])
    expect(again.streams[0]?.rowsRead).toBeLessThan(100)
    expect((await compared(endpointOf(destination), stream)).rows?.difference.changed).toBe(0)
  })

  it.each([
    ['no key', 'CREATE TABLE t (id int)', [], 'no key'],
    [
      'steps that combine rows',
      'CREATE TABLE t (id int PRIMARY KEY)',
      [{ id: 'a', type: 'aggregate', settings: { by: ['id'], measures: [{ function: 'count', name: 'n' }] } }],
      'combine rows',
    ],
    ['no table in the destination', 'CREATE TABLE t (id int PRIMARY KEY)', [], 'does not have it yet'],
  ] as const)('says why it is not possible with %s', async (_, shape, steps, reason) => {
    await run(source, shape)
    if (reason !== 'does not have it yet') await run(destination, shape)
    const { stream: told } = await compared(endpointOf(destination), stream, { transformations: { steps, salt: '' } })
    expect(told).toMatchObject({ status: 'failed', error: { code: 'VERIFY_NOT_SUPPORTED' } })
    expect(told?.error?.message).toEqual(says(expect.stringContaining(reason)))
  })
})

const UUID = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'

it('compares places on a map, which are no text for the server', async () => {
  await runMysql(
    from,
    'CREATE TABLE t (id int PRIMARY KEY, place point)',
    'INSERT INTO t VALUES (1, POINT(1, 2)), (2, POINT(3, 4)), (3, NULL)',
  )
  const stored = { entity: `${from.database}.t`, target: `${to.database}.t`, mode: 'replace' } as const
  await moveAcross(mysqlEndpoint(from), mysqlEndpoint(to), [stored])
  await runMysql(to, 'UPDATE t SET place = POINT(3, 5) WHERE id = 2')
  const { rows } = await compared(mysqlEndpoint(to), stored, { read: mysqlEndpoint(from) })
  expect(rows?.difference).toEqual({ created: 0, changed: 1, removed: 0, unchanged: 2 })
})

describe('a comparison of tables whose types spell one value differently', () => {
  /** The same table in both systems, `v` in the key or beside it; one row of it differs. */
  async function bothWays(
    [inPostgres, inMysql]: readonly [string, string],
    values: readonly [string, string],
    isKey: boolean,
  ) {
    const columns = (type: string) =>
      isKey ? `v ${type}, id int, w int, PRIMARY KEY (v, id)` : `id int PRIMARY KEY, w int, v ${type}`
    const fill = (value: string) =>
      `INSERT INTO t (id, w, v) VALUES (1, 1, ${value}), (2, 1, ${value}), (3, 1, ${value})`
    await run(source, 'DROP TABLE IF EXISTS t', `CREATE TABLE t (${columns(inPostgres)})`, fill(values[0]))
    await runMysql(to, 'DROP TABLE IF EXISTS t', `CREATE TABLE t (${columns(inMysql)})`, fill(values[1]))
    await runMysql(to, 'UPDATE t SET w = 2 WHERE id = 3')
    const there = { ...stream, target: `${to.database}.t` }
    const back = { ...stream, entity: `${to.database}.t`, target: 'public.t' }
    return [
      await compared(mysqlEndpoint(to), there),
      await compared(endpointOf(source), back, { read: mysqlEndpoint(to) }),
    ]
  }

  it.each([
    [
      ['char(5)', 'char(5)'],
      [`'ab'`, `'ab'`],
    ],
    [
      ['boolean', 'tinyint(1)'],
      ['true', '1'],
    ],
    [
      ['uuid', 'varchar(36) COLLATE utf8mb4_bin'],
      [`'${UUID}'`, `'${UUID.toUpperCase()}'`],
    ],
    [
      ['numeric', 'decimal(10,2)'],
      ['1.5', '1.5'],
    ],
    [
      ['time', 'time(6)'],
      [`'12:00'`, `'12:00'`],
    ],
  ] as const)('finds only the row that differs: %s', async (types, values) => {
    for (const isKey of [true, false])
      for (const { rows } of await bothWays(types, values, isKey))
        expect(rows?.difference).toEqual({ created: 0, changed: 1, removed: 0, unchanged: 2 })
  })

  it.each([
    [['date', 'datetime'], [`'2026-01-01'`, `'2026-01-01'`], 'date'],
    [['boolean', 'varchar(5)'], ['true', `'t'`], 'boolean'],
    [['timestamp', 'varchar(30)'], [`'2026-01-01 10:00'`, `'2026-01-01 10:00:00'`], 'timestamp without time zone'],
  ] as const)('says so where keys could not be found: %s', async (types, values, mine) => {
    for (const { stream: told } of await bothWays(types, values, true)) {
      expect(told?.error).toMatchObject({ code: 'VERIFY_NOT_SUPPORTED' })
      expect(told?.error?.message).toEqual(says(expect.stringContaining(`${mine} in the `)))
    }
    const [there] = await bothWays(types, values, false)
    expect(there?.rows?.difference).toEqual({ created: 0, changed: 1, removed: 0, unchanged: 2 })
  })
})
