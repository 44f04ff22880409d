import { afterAll, beforeAll, expect, it } from 'vitest'

import type { SourceColumn } from '../../ports/source.ts'
import type { Step } from '../columns/step.ts'
import { type OpenDuckdb, openDuckdb } from '../duckdb/open-duckdb.ts'
import { bindSteps } from './bind-steps.ts'

let duckdb: OpenDuckdb

beforeAll(async () => {
  duckdb = await openDuckdb()
})
afterAll(() => duckdb.close())

const column = (name: string, kind: 'integer' | 'text'): SourceColumn => ({
  name,
  type: kind,
  nullable: true,
  value: kind === 'integer' ? { kind, bits: 32 } : { kind },
})
const ORDERS = {
  entity: 'public.orders',
  columns: [column('id', 'integer'), column('email', 'text'), column('net', 'integer'), column('tax', 'integer')],
}
const PEOPLE = {
  entity: 'public.people',
  columns: [column('email', 'text'), column('city', 'text')],
}

/** Each column after the steps as `name < entity.column way`, without the schema, and what decides about the rows. */
async function traced(...steps: readonly Omit<Step, 'id'>[]) {
  await duckdb.connection.run('DROP TABLE IF EXISTS raw_0')
  await duckdb.connection.run('DROP TABLE IF EXISTS raw_1')
  const source = { entities: undefined, find: () => PEOPLE }
  const numbered = steps.map((step, index): Step => ({ ...step, id: `step ${index}` }))
  const { lineage, failure } = await bindSteps(duckdb.connection, ORDERS, numbered, source)
  expect(failure).toBeUndefined()
  const of = ({ entity, column }: { entity: string; column: string }) => `${entity.replace('public.', '')}.${column}`
  return {
    columns: Object.fromEntries(
      lineage.columns.map(({ name, from }) => [
        name,
        from.map((each) => `${of(each)} ${each.way}${each.isMasked ? ' masked' : ''}`),
      ]),
    ),
    rows: lineage.rows.map((row) => `${of(row)} ${row.by}`),
  }
}
const sql = (query: string): Omit<Step, 'id'> => ({
  type: 'sql',
  settings: { query },
})

it('a column keeps its source through names, choices and computations, and a hidden value says so', async () => {
  const steps: Omit<Step, 'id'>[] = [
    { type: 'filter', settings: { where: 'tax > 0' } },
    {
      type: 'compute',
      settings: { columns: [{ name: 'gross', expression: 'net + tax' }] },
    },
    {
      type: 'mask',
      settings: { columns: [{ column: 'email', method: 'hash' }] },
    },
    { type: 'cast', settings: { columns: [{ column: 'net', type: 'text' }] } },
    {
      type: 'rename',
      settings: { columns: [{ column: 'id', to: 'order_id' }] },
    },
    {
      type: 'select',
      settings: { columns: ['order_id', 'email', 'net', 'gross'] },
    },
    {
      type: 'sort',
      settings: { by: [{ column: 'gross', direction: 'descending' }] },
    },
  ]
  expect(await traced(...steps)).toEqual({
    columns: {
      order_id: ['orders.id identity'],
      email: ['orders.email transformation masked'],
      net: ['orders.net transformation'],
      gross: ['orders.net transformation', 'orders.tax transformation'],
    },
    rows: ['orders.tax filter', 'orders.net sort', 'orders.tax sort'],
  })
})

it('joined columns come from the other table, and sums from the rows that they combine', async () => {
  const on = [{ column: 'email', other: 'email' }]
  const join = {
    stream: 'public.people',
    on,
    columns: ['city'],
    rows: 'matching',
  }
  const measures = [
    { name: 'total', function: 'sum', column: 'net' },
    { name: 'orders', function: 'count', column: '' },
  ]
  expect(
    await traced({ type: 'join', settings: join }, { type: 'aggregate', settings: { by: ['city'], measures } }),
  ).toEqual({
    columns: {
      city: ['people.city identity'],
      total: ['orders.net aggregation'],
      orders: [],
    },
    rows: ['orders.email join', 'people.email join', 'people.city group_by'],
  })
})

it.each([
  [
    'SELECT id, upper(email) AS who, net AS a, a + tax AS b FROM input WHERE tax > 1',
    {
      id: ['orders.id identity'],
      who: ['orders.email transformation'],
      a: ['orders.net identity'],
    },
    ['orders.tax filter'],
  ],
  [
    'SELECT email, sum(net) * 2 AS total, count(*) AS n FROM input GROUP BY email HAVING max(tax) > 0 ORDER BY total',
    {
      email: ['orders.email identity'],
      total: ['orders.net aggregation'],
      n: [],
    },
    ['orders.tax filter', 'orders.email group_by', 'orders.net sort'],
  ],
  ['SELECT * EXCLUDE (email, tax) FROM input', { id: ['orders.id identity'], net: ['orders.net identity'] }, []],
  [
    'WITH big AS (SELECT id, net FROM input) SELECT sum(net) AS total FROM big',
    { total: ['orders.id transformation', 'orders.net transformation'] },
    [],
  ],
])('of the query %s, each column says what it is made from', async (query, columns, rows) => {
  const found = await traced(sql(query))
  expect(found).toMatchObject({ columns, rows })
})

it('without a step that changes it, a column is its own source', async () => {
  expect((await traced()).columns).toMatchObject({
    id: ['orders.id identity'],
    tax: ['orders.tax identity'],
  })
})

it.each([
  ['a place', 'SELECT #2 AS x FROM input'],
  ['a call behind it', 'SELECT email.upper() AS x FROM input'],
  ['a call behind it and its table', 'SELECT input.email.upper().lower() AS x FROM input'],
  ['the place of other names', 'SELECT id AS x FROM input t(net, id, email, tax)'],
  ['the place of other names, further in', 'SELECT x FROM (SELECT id AS x FROM input t(net, id, email, tax))'],
  ['a pattern', "SELECT COLUMNS('em.*') AS x FROM input"],
  ['its row', 'SELECT input AS x FROM input'],
])('a column that SQL takes by %s is not taken for another one', async (_, query) => {
  const { columns } = await traced(sql(query))
  expect(columns['x']?.some((from) => from.startsWith('orders.email '))).toBe(true)
})

it('a function of DuckDB that is called with its schema is made from its arguments', async () => {
  const { columns } = await traced(sql('SELECT main.upper(email) AS x FROM input'))
  expect(columns['x']).toEqual(['orders.email transformation'])
})
