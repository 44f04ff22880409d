import type { Step } from '../../src/engine/transform/columns/step.ts'
import { type Database, run } from './move-between.ts'

const TEXTS = [
  'a',
  'A',
  'ä',
  'a ',
  'a  ',
  '',
  ' ',
  'Straße',
  'STRASSE',
  'z',
  'Z',
  'é',
  'e\u0301',
  '\u{1f600}',
  '\uffee',
  'tab\there',
  'line\nbreak',
  '\\',
  '\\N',
]

/** Every kind of value that steps compare, with missing ones, several rows for each. */
export async function makeOrders(source: Database): Promise<void> {
  const texts = TEXTS.map((text, at) => `(${at}, $q$${text}$q$)`).join(', ')
  await run(
    source,
    `CREATE TABLE orders (id int PRIMARY KEY, small smallint, large bigint, price numeric(12,2), fraction numeric(4,4), free numeric,
       note text, code varchar(20), padded char(4), day date, at timestamp, moment timestamptz(3), flag boolean, mark uuid, score float8, list int[], body jsonb)`,
    `INSERT INTO orders
       SELECT n, CASE WHEN n % 11 > 0 THEN n % 7 - 3 END, CASE WHEN n % 13 > 0 THEN 9223372036854775807 - n % 5 END,
         CASE WHEN n % 17 > 0 THEN (n % 40 - 20) / 8.0 END, (n % 9) / 10.0 * 0.1, CASE n % 4 WHEN 0 THEN 1.0 WHEN 1 THEN 1.00 WHEN 2 THEN -0.5000 END,
         t.text, left(t.text, 20), left(t.text, 4), CASE WHEN n % 6 > 0 THEN date '0001-01-01' + n * 3001 ELSE 'infinity' END,
         CASE n % 5 WHEN 0 THEN NULL WHEN 1 THEN '-infinity' ELSE timestamp '1969-12-31 23:59:59.999999' + (n % 8) * interval '1 microsecond' END,
         timestamptz '2024-03-31 01:59:59.5+01' + (n % 3) * interval '1 hour', CASE WHEN n % 3 > 0 THEN n % 2 = 0 END,
         CASE WHEN n % 4 > 0 THEN ('00000000-0000-0000-0000-00000000000' || n % 4)::uuid END, CASE WHEN n % 2 = 0 THEN '-0' ELSE 'NaN' END::float8, ARRAY[n], '{"a":1}'
       FROM generate_series(1, 400) n LEFT JOIN (VALUES ${texts}) t (at, text) ON t.at = n % ${TEXTS.length + 2}`,
    'CREATE TABLE empty (LIKE orders)',
    'CREATE TABLE customers (code varchar(30), name text, born date)',
    `INSERT INTO customers SELECT text, 'Name of ' || text, date '2000-01-01' + at FROM (VALUES ${texts}) t (at, text)
       UNION ALL VALUES ('a', 'twice', NULL::date), (NULL, 'nobody', NULL)`,
  )
}

export const step = (type: Step['type'], settings: Step['settings']): Step => ({ id: type, type, settings })

export type Measure = readonly [name: string, of: string, column?: string]

export const aggregate = (by: readonly string[], ...measures: readonly Measure[]) =>
  step('aggregate', {
    by,
    measures: measures.map(([name, of, column]) => ({ name, function: of, ...(column !== undefined && { column }) })),
  })

export const MEASURES = [
  ['rows', 'count'],
  ['prices', 'count', 'price'],
  ['notes', 'count_distinct', 'note'],
  ['sum of small', 'sum', 'small'],
  ['sum of large', 'sum', 'large'],
  ['sum of price', 'sum', 'price'],
  ['sum of fraction', 'sum', 'fraction'],
  ['sum of free', 'sum', 'free'],
  ['first note', 'min', 'note'],
  ['last code', 'max', 'code'],
  ['first day', 'min', 'day'],
  ['last day', 'max', 'day'],
  ['first at', 'min', 'at'],
  ['last moment', 'max', 'moment'],
  ['least', 'min', 'free'],
  ['most', 'max', 'price'],
  ['scores', 'count', 'score'],
] as const

export const COMPARED = [
  'small',
  'large',
  'price',
  'fraction',
  'free',
  'note',
  'code',
  'day',
  'at',
  'moment',
  'flag',
  'mark',
]
/** Without the list, which comes in the notation of the source. */
export const PLAIN = step('select', { columns: ['id', ...COMPARED, 'padded', 'score', 'body'] })
export const join = (settings: Step['settings'] = {}) =>
  step('join', {
    stream: 'public.customers',
    on: [{ column: 'code', other: 'code' }],
    columns: ['name', 'born'],
    rows: 'all',
    ...settings,
  })
export const first = (by: string, ...keep: readonly (readonly [column: string, direction: string])[]) =>
  step('deduplicate', { by: [by], keep: keep.map(([column, direction]) => ({ column, direction })) })
