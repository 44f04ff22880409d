import { beforeEach, describe, expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
import { postgresConnector } from '../../src/engine/connectors/postgres/postgres-connector.ts'
import { move } from '../../src/engine/move/move.ts'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { keptStepProcesses } from '../support/kept-step-processes.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { contextWith, type Database, endpointOf, nextFence, run } from './move-between.ts'
import { whatDiffers } from './pushdown-ways.ts'

let source: Database
let destination: Database

givenTwoDatabases((ends) => {
  ;({ source, destination } = ends)
})

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
beforeEach(async () => {
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
})

const step = (type: Step['type'], settings: Step['settings']): Step => ({ id: type, type, settings })

interface Ways {
  readonly table?: string
  readonly stream?: Partial<StreamRequest>
  /** The targets are there already. */
  readonly keepsTargets?: boolean
}

/** Moves a table with its last steps in the destination, into the schema `pushed`, and in Millrace, into `through`. */
async function bothWays(steps: readonly Step[], { table = 'orders', stream, keepsTargets = false }: Ways = {}) {
  if (!keepsTargets) await run(destination, 'DROP SCHEMA IF EXISTS pushed, through CASCADE')
  const notes: string[] = []
  const way = async (schema: 'pushed' | 'through') => {
    const place = schema === 'pushed' ? 'destination' : 'millrace'
    const { streams } = await move({
      stepProcesses: keptStepProcesses,
      source: { connector: postgresConnector, endpoint: endpointOf(source) },
      destination: { connector: postgresConnector, endpoint: endpointOf(destination) },
      streams: [{ entity: `public.${table}`, target: `${schema}.${table}`, mode: 'replace', ...stream }],
      transformations: {
        steps: steps.map((own) => ({ ...own, settings: { ...own.settings, runs_in: place } })),
        salt: 'pepper',
      },
      fence: nextFence(),
      context: contextWith(),
      onEvent: (event) => {
        if (event.kind === 'log' && event.origin === 'step' && schema === 'pushed')
          notes.push(inEnglish(event.message).replaceAll(/\d[\d,]*/g, 'n'))
      },
    })
    return streams[0]
  }
  const [there, here] = [await way('pushed'), await way('through')]
  return { there, here, notes }
}

const aggregate = (
  by: readonly string[],
  ...measures: readonly (readonly [name: string, of: string, column?: string])[]
) =>
  step('aggregate', {
    by,
    measures: measures.map(([name, of, column]) => ({ name, function: of, ...(column !== undefined && { column }) })),
  })

const THERE = 'The destination ran the last step. Verified before it: n rows.'

/** What differs between the two ways: how the rows went, and what was compared. */
const NOT_COMPARED = { target: '', check: null, notes: null, phases: null, bytes: 0 }

const MEASURES = [
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

const COMPARED = ['small', 'large', 'price', 'fraction', 'free', 'note', 'code', 'day', 'at', 'moment', 'flag', 'mark']
/** Without the list, which comes in the notation of the source. */
const PLAIN = step('select', { columns: ['id', ...COMPARED, 'padded', 'score', 'body'] })
const join = (settings: Step['settings'] = {}) =>
  step('join', {
    stream: 'public.customers',
    on: [{ column: 'code', other: 'code' }],
    columns: ['name', 'born'],
    rows: 'all',
    ...settings,
  })
const first = (by: string, ...keep: readonly (readonly [column: string, direction: string])[]) =>
  step('deduplicate', { by: [by], keep: keep.map(([column, direction]) => ({ column, direction })) })

/** Both ways end in the same way, and the rows are the same byte by byte. */
async function expectSame(steps: readonly Step[], ways: Ways = {}) {
  const { there, here, notes } = await bothWays(steps, ways)
  expect({ ...there, ...NOT_COMPARED }).toEqual({ ...here, ...NOT_COMPARED })
  expect(there?.status).toBe('succeeded')
  expect(await whatDiffers(destination, [ways.table ?? 'orders'])).toEqual([])
  return { there, notes }
}

describe('the destination runs the last steps with the result of Millrace', () => {
  it.each(COMPARED)('groups by %s', async (column) => {
    const { there, notes } = await expectSame([aggregate([column], ...MEASURES)])
    expect(there).toMatchObject({ rowsRead: 400, check: { state: 'verified', rows: 400, keys: ['id'], derived: 1 } })
    expect(notes).toEqual([THERE])
  })

  it('one group for all rows, also of an empty table', async () => {
    await expectSame([aggregate([], ...MEASURES)])
    expect((await expectSame([aggregate([], ...MEASURES)], { table: 'empty' })).there?.rowsWritten).toBe(1)
    expect((await expectSame([aggregate(['note'], ...MEASURES)], { table: 'empty' })).there?.rowsWritten).toBe(0)
  })

  it.each(COMPARED)('the first of equal rows by %s', async (column) => {
    const orders = [[column === 'price' ? 'at' : 'price', 'descending'] as const, ['note', 'ascending'] as const]
    expect((await expectSame([PLAIN, first(column, ...orders)])).notes).toContain(THERE)
    await expectSame([PLAIN, first(column)])
  })

  it('partners, and groups of them', async () => {
    await expectSame([PLAIN, join()])
    await expectSame([PLAIN, join({ rows: 'matching' })])
    await expectSame([
      PLAIN,
      join(),
      aggregate(['name'], ['rows', 'count'], ['born', 'max', 'born'], ['sum', 'sum', 'price']),
    ])
  })

  it('steps that choose and rename between them', async () => {
    const steps = [
      PLAIN,
      first('note'),
      step('rename', { columns: [{ column: 'code', to: 'Name "of" a \\ code' }] }),
      step('select', { columns: ['Name "of" a \\ code', 'price'] }),
      aggregate(['Name "of" a \\ code'], ['sum', 'sum', 'price']),
      aggregate([], ['rows', 'count'], ['total', 'sum', 'sum']),
    ]
    const { notes } = await expectSame(steps)
    expect(notes).toContain('The destination ran the last n steps. Verified before them: n rows.')
  })

  it('behind steps that the source or Millrace runs', async () => {
    await expectSame([step('filter', { where: 'id % 3 = 0' }), aggregate(['note'], ...MEASURES)])
    await expectSame([
      step('compute', { columns: [{ name: 'loud', expression: 'upper(note)' }] }),
      step('filter', { where: 'length(loud) < 5' }),
      aggregate(['loud'], ['rows', 'count'], ['sum', 'sum', 'price']),
    ])
  })

  it('into a table that keeps its dependent objects, and its checks see the rows after the steps', async () => {
    for (const schema of ['pushed', 'through'])
      await run(
        destination,
        `CREATE SCHEMA ${schema}`,
        `CREATE TABLE ${schema}.orders (note text, rows numeric, sum numeric)`,
        `CREATE VIEW ${schema}.v AS SELECT * FROM ${schema}.orders`,
      )
    const checks = [{ id: 'few', type: 'unique', severity: 'fail', columns: ['note'] }] as const
    const steps = [aggregate(['note'], ['rows', 'count'], ['sum', 'sum', 'price'])]
    const { there } = await expectSame(steps, { stream: { checks }, keepsTargets: true })
    expect(there?.dataChecks).toMatchObject([{ id: 'few', state: 'passed' }])
  })
})

describe('Millrace runs the last steps where the destination could have another result', () => {
  const HERE = 'The destination could not run the last steps here as Millrace does, so Millrace ran them.'

  it.each<[string, Step, Partial<StreamRequest>?]>([
    ['a sum of floating-point numbers', aggregate([], ['sum', 'sum', 'score'])],
    ['text that loses its spaces at the end', aggregate(['padded'], ['rows', 'count'])],
    ['a column in the notation of the source', first('id')],
    ['rows that are appended', aggregate(['note'], ['rows', 'count']), { mode: 'append' }],
    ['rows that may be rejected', aggregate(['note'], ['rows', 'count']), { onInvalid: 'reject' }],
  ])('%s', async (_, last, stream) => {
    expect((await expectSame([last], { ...(stream && { stream }) })).notes).toContain(HERE)
  })

  it('an average', async () => {
    expect((await expectSame([aggregate([], ['mean', 'avg', 'price'])])).notes).toEqual([])
  })
})

describe('nothing is put in place', () => {
  /** After a run that succeeded. */
  const both = async (steps: readonly Step[], change: string) => {
    const before = (await bothWays(steps)).there?.rowsWritten
    await run(source, change)
    const { there, here } = await bothWays(steps, { keepsTargets: true })
    expect([there?.status, here?.status]).toEqual(['failed', 'failed'])
    const [left] = await run(destination, 'SELECT count(*) FROM pushed.orders')
    expect(Number(left?.['count'])).toBe(before)
    expect(await whatDiffers(destination, ['orders'])).toEqual([])
    return there?.error
  }

  it('after a sum of more digits than Millrace has', async () => {
    await run(source, 'ALTER TABLE orders ADD huge numeric(38,0)')
    const error = await both([aggregate([], ['all', 'sum', 'huge'])], `UPDATE orders SET huge = ${'9'.repeat(38)}`)
    expect(error?.code).toBe('VALUE_REFUSED')
  })

  it.each([
    ['price', `'NaN'`],
    ['free', `'Infinity'`],
    ['free', '0.12345678901'],
    ['day', `'0044-03-15 BC'`],
    ['at', `'0044-03-15 BC'`],
    ['moment', `'294260-01-01'`],
  ])('after a value of %s that steps cannot use: %s', async (column, value) => {
    const change = `UPDATE orders SET ${column} = ${value} WHERE id = 7`
    const error = await both([aggregate([column], ['rows', 'count'])], change)
    expect(error).toMatchObject({ code: 'VALUE_NOT_REPRESENTABLE' })
    expect(error && inEnglish(error.message)).toContain(column)
  })
})
