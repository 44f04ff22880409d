import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { mysqlConnector } from '../../src/engine/connectors/mysql/mysql-connector.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import type { ConnectorContext } from '../../src/engine/ports/connector.ts'
import type { Field } from '../../src/engine/ports/value-type.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import type { OpenedConnection } from '../../src/server/domain/connections/open-endpoint.ts'
import { previewFlow } from '../../src/server/domain/flows/preview-flow.ts'
import { runMysql } from '../support/mariadb/run-mysql.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { stepProcesses } from '../support/step-processes.ts'
import { givenMysql } from './given-mysql.ts'
import { contextWith, endpointOf, freshDatabase, run } from './move-between.ts'
import { mysqlEndpoint } from './move-mysql.ts'
import { freshSheets } from './move-sheets.ts'
import { NOWHERE, type RowsOf, rowSource } from './row-ends.ts'

const join = (stream: string, on: Readonly<Record<string, string>>, more: object = {}): Step => ({
  id: `join ${stream}`,
  type: 'join',
  settings: { stream, rows: 'all', on: Object.entries(on).map(([column, other]) => ({ column, other })), ...more },
})

interface PreviewOptions {
  readonly where?: string
  /** A busy machine needs more time for a million rows than people wait. */
  readonly looksForPartners?: number
  readonly context?: ConnectorContext
}

const preview = (
  opened: OpenedConnection,
  stream: string,
  steps: readonly Step[],
  { where, looksForPartners = 120_000, context = contextWith() }: PreviewOptions = {},
) => previewFlow(opened, { stream, steps, upTo: undefined, where, salt: '', looksForPartners }, context, stepProcesses)

/** The last column of each row after the last step, and how the join was done. */
async function joinedBy(...asked: Parameters<typeof preview>) {
  const last = (await preview(...asked)).steps.at(-1)
  return { error: last?.error, values: last?.rows.map((row) => row.at(-1)), joined: last?.joined, rows: last?.rowCount }
}

const times = <T>(count: number, make: (n: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, n) => make(n))

describe('a preview joins a sample to its partners, wherever they are in the other table,', () => {
  let postgres: RunningPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
    return () => postgres.stop()
  })

  async function inPostgres(...statements: readonly string[]): Promise<OpenedConnection> {
    const database = await freshDatabase(postgres)
    await run(database, ...statements)
    return { connector: postgresConnector, endpoint: endpointOf(database) }
  }

  it('of Postgres: one row that was asked for, a chain of joins, rows without a partner', async () => {
    const opened = await inPostgres(
      `CREATE TABLE orders AS SELECT n AS id, 30001 - n AS customer_id FROM generate_series(1, 30000) n`,
      `CREATE TABLE customers AS SELECT n AS id, 'c' || n AS name, n AS country FROM generate_series(1, 30000) n WHERE n <> 29999`,
      `CREATE TABLE countries AS SELECT n::numeric(12,2) AS id, 'land ' || n AS land FROM generate_series(1, 40000) n`,
    )
    const customers = join('public.customers', { customer_id: 'id' }, { columns: ['name', 'country'] })
    expect(await joinedBy(opened, 'public.orders', [customers], { where: 'customer_id = 11900' })).toMatchObject({
      values: ['11900'],
      joined: { stream: 'public.customers', isWhole: true, matched: 1, read: 1 },
    })
    const chain = [customers, join('public.countries', { country: 'id' }, { columns: ['land'] })]
    expect(await joinedBy(opened, 'public.orders', chain)).toMatchObject({
      values: times(100, (n) => (n === 1 ? null : `land ${30000 - n}`)),
      rows: 1000,
      joined: { isWhole: true, matched: 999 },
    })
    const inner = join('public.customers', { customer_id: 'id' }, { columns: ['name'], rows: 'matching' })
    expect(await joinedBy(opened, 'public.orders', [inner])).toMatchObject({ rows: 999, joined: { matched: 999 } })
  })

  it.each([
    ['bigint', 'n', 'smallint', 'n'],
    ['numeric(9,2)', 'n', 'bigint', 'n'],
    ['varchar(9)', `'k' || n`, 'character(6)', `'k' || n`],
    ['text', `'k' || n`, 'mood', `('k' || n)::mood`],
    [
      'timestamptz',
      `'2024-01-01'::timestamptz + n * interval '1 second'`,
      'timestamptz(3)',
      `'2024-01-01'::timestamptz + n * interval '1 second'`,
    ],
    ['date', `'2024-01-01'::date + n`, 'timestamp', `'2024-01-01'::timestamp + n * interval '1 day'`],
    ['uuid', `md5(n::text)::uuid`, 'uuid', 'md5(n::text)::uuid'],
    ['double precision', 'n', 'integer', 'n'],
    ['bytea', `decode(md5(n::text), 'hex')`, 'bytea', `decode(md5(n::text), 'hex')`],
    ['boolean', 'n > 14990', 'boolean', 'n > 0'],
  ])('of Postgres, by %s with %s as %s with %s', async (mine, key, theirs, other) => {
    const opened = await inPostgres(
      `CREATE TYPE mood AS ENUM (${times(15_000, (n) => `'k${n + 1}'`).join(', ')})`,
      `CREATE TABLE a (k ${mine})`,
      `INSERT INTO a SELECT ${key} FROM generate_series(14995, 15000) n`,
      `CREATE TABLE b (own ${theirs}, v int)`,
      `INSERT INTO b SELECT ${other}, n FROM generate_series(${theirs === 'boolean' ? 14_999 : 1}, 15000) n`,
    )
    const result = await joinedBy(opened, 'public.a', [
      join('public.b', { k: 'own' }, { columns: ['v'], rows: 'matching' }),
    ])
    expect(result.error).toBeUndefined()
    expect(new Set(result.values?.map(Number))).toEqual(
      new Set(theirs === 'boolean' ? [14_999, 15_000] : times(6, (n) => 14_995 + n)),
    )
    expect(result.joined?.isWhole).toBe(true)
  })

  it('of Postgres, by two columns, through steps before the join, one of which makes the key', async () => {
    const opened = await inPostgres(
      `CREATE TABLE a AS SELECT n AS id, n % 7 AS tenant FROM generate_series(1, 40) n`,
      `CREATE TABLE b AS SELECT t AS tenant, n AS id, t || '/' || n AS v FROM generate_series(0, 6) t, generate_series(1, 3000) n`,
    )
    const steps: readonly Step[] = [
      { id: 'c', type: 'compute', settings: { columns: [{ name: 'late', expression: 'id + 2900' }] } },
      join('public.b', { tenant: 'tenant', late: 'id' }, { columns: ['v'] }),
    ]
    expect(await joinedBy(opened, 'public.a', steps)).toMatchObject({
      values: times(40, (n) => `${(n + 1) % 7}/${n + 2901}`),
      joined: { isWhole: true, matched: 40 },
    })
  })

  it('and says when a row has more partners than it takes', async () => {
    const opened = await inPostgres(
      'CREATE TABLE a AS SELECT 1 AS id',
      `CREATE TABLE b AS SELECT 1 AS id, n AS v FROM generate_series(1, 400000) n`,
    )
    const { joined, rows } = await joinedBy(opened, 'public.a', [join('public.b', { id: 'id' })])
    expect(joined).toMatchObject({ isWhole: false, matched: 1 })
    expect(rows).toBeGreaterThanOrEqual(10_000)
    expect(rows).toBeLessThan(400_000)
  })

  describe('of MySQL,', () => {
    let from: Parameters<typeof mysqlEndpoint>[0]
    givenMysql((ends) => {
      from = ends.from
    })

    it('by numbers, texts, times and bytes', async () => {
      await runMysql(
        from,
        `CREATE TABLE a (n int, t varchar(9), d datetime, b binary(4))`,
        `INSERT INTO a SELECT seq, CONCAT('K', seq), '2024-01-01' + INTERVAL seq SECOND, LPAD(seq, 4, '0') FROM seq_2990_to_2992`,
        `CREATE TABLE b (n decimal(12,2), t char(9), d datetime(3), b binary(4), v int)`,
        `INSERT INTO b SELECT seq, CONCAT('K', seq), '2024-01-01' + INTERVAL seq SECOND, LPAD(seq % 10000, 4, '0'), seq FROM seq_30000_to_1`,
        `INSERT INTO b VALUES (1, 'k2990', NULL, NULL, 0)`,
      )
      const opened = { connector: mysqlConnector, endpoint: mysqlEndpoint(from) }
      for (const key of ['n', 't', 'd']) {
        const named = join(`${from.database}.b`, { [key]: key }, { columns: ['v'], rows: 'matching' })
        const { values, error } = await joinedBy(opened, `${from.database}.a`, [named])
        expect([key, error, values?.toSorted()]).toEqual([key, undefined, ['2990', '2991', '2992']])
      }
      const bytes = join(`${from.database}.b`, { b: 'b' }, { columns: ['v'], rows: 'matching' })
      const { values } = await joinedBy(opened, `${from.database}.a`, [bytes])
      expect(values).toHaveLength(9)
    })
  })

  it('of a spreadsheet', async () => {
    const sheets = await freshSheets()
    onTestFinished(() => sheets.google.stop())
    sheets.google.put('Orders', [['id', 'customer'], ...times(3, (n) => [n, 11_990 + n])])
    sheets.google.put('Customers', [['key', 'name'], ...times(12_000, (n) => [n, `c${n}`])], { rowCount: 13_000 })
    const opened = { connector: sheets.connector, endpoint: sheets.endpoint }
    const result = await joinedBy(opened, 'sheets.Orders', [join('sheets.Customers', { customer: 'key' })], {
      context: sheets.context(),
    })
    expect(result).toMatchObject({
      values: ['c11990', 'c11991', 'c11992'],
      joined: { read: 12_000, isWhole: true, matched: 3 },
    })
  })

  describe('of any system,', () => {
    const columns: RowsOf['columns'] = { id: { kind: 'integer', bits: 32 }, v: { kind: 'text' } }
    /** Two rows, and another table with so many. */
    const joinedTo = (count: number, options: PreviewOptions = {}) => {
      const many = function* (): Generator<readonly Field[]> {
        for (let n = 0; n < count; n++) yield [String(n), `v${n}`]
      }
      const rows = [
        ['999999', 'x'],
        ['1000001', 'y'],
      ] as const
      const entities = { a: { columns, rows }, b: { columns, rows: { [Symbol.iterator]: many } } }
      const opened = { connector: rowSource(entities), endpoint: NOWHERE }
      const renamed: Step = { id: 'r', type: 'rename', settings: { columns: [{ column: 'v', to: 'own' }] } }
      return joinedBy(opened, 'a', [renamed, join('b', { id: 'id' })], options)
    }

    it('and says that a partner may be beyond the rows that it looks through', async () => {
      expect(await joinedTo(1_100_000)).toMatchObject({
        values: ['v999999', null],
        joined: { read: 1_000_000, isWhole: false, matched: 1 },
      })
    })

    it('and says that it did not look through all rows in its time', async () => {
      const { error, values, joined } = await joinedTo(900_000, { looksForPartners: 1 })
      expect({ error, values }).toEqual({ error: undefined, values: [null, null] })
      expect(joined).toMatchObject({ isWhole: false, matched: 0 })
      expect(joined?.read).toBeLessThan(900_000)
    })
  })
})
