import { beforeEach, describe, expect, it } from 'vitest'
import type { StreamRequest } from '../../src/engine/move/run/stream-request.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { sampleOf } from '../support/samples.ts'
import { cloud, moveInto, source, withBigquery } from './bigquery-table.ts'
import { expectSameEnd, HERE, lastStepsBothWays, runsTheLastSteps, transformationsOf, type Ways } from './last-steps.ts'
import { nextFence, run } from './move-between.ts'
import {
  aggregate,
  COMPARED,
  first,
  join,
  MEASURES,
  type Measure,
  makeOrders,
  PLAIN,
  step,
} from './steps-at-destination-orders.ts'

withBigquery()

/** BigQuery has no infinite days. */
const FINITE = `UPDATE orders SET day = CASE WHEN day <> 'infinity' THEN day END, at = CASE WHEN at <> '-infinity' THEN at END`

beforeEach(async () => {
  await makeOrders(source)
  await run(source, FINITE)
})

const NUMBERS_OF_ANY_SIZE = 'free'
const GROUPED = COMPARED.filter((column) => column !== NUMBERS_OF_ANY_SIZE)
/** With names that BigQuery allows. */
const SIZED = (MEASURES as readonly Measure[])
  .filter(([, , column]) => column !== NUMBERS_OF_ANY_SIZE)
  .map(([name, ...rest]): Measure => [name.replaceAll(' ', '_'), ...rest])

const bothWays = (steps: readonly Step[], { table = 'orders', stream }: Ways = {}) =>
  lastStepsBothWays(steps, (target, also) => moveInto({ entity: `public.${table}`, target, ...stream }, also))

/** DuckDB, which reads files for the stand-in, shows numbers with the digits of their type. BigQuery has only the number. */
const numberIn = (text: string) =>
  text
    .replace(/^(-?)\./, '$10.')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')

/** A table in any order of rows. */
function contentOf(name: string) {
  const { fields = [], rows = [] } = cloud.tables.get(name) ?? {}
  const shown = (value: string | null | undefined, type: string) =>
    value != null && type.includes('NUMERIC') ? numberIn(value) : (value ?? null)
  return {
    fields: fields.map(({ name: field, type }) => `${field} ${type}`),
    rows: rows.map((row) => JSON.stringify(fields.map(({ name: field, type }) => shown(row[field], type)))).toSorted(),
  }
}

const left = () => [
  ...[...cloud.tables.keys()].filter((name) => name.startsWith('_millrace_')),
  ...cloud.objects.keys(),
]

/** The columns have the same types, and the rows are the same byte by byte. */
async function expectSame(steps: readonly Step[], ways: Ways = {}) {
  const both = await bothWays(steps, ways)
  expectSameEnd(both)
  expect(contentOf('pushed')).toEqual(contentOf('through'))
  expect(left()).toEqual([])
  return both
}

runsTheLastSteps({
  half: 1,
  columns: GROUPED,
  measures: SIZED,
  name: 'named',
  compared: 'Counted',
  check: {},
  same: expectSame,
})

const THERE = 'The destination ran the last step. Counted before it: n rows.'

describe('BigQuery runs the last steps with the result of Millrace', () => {
  const NUMBERS = [
    ['numeric(38,9)', `'${'9'.repeat(28)}.123456789'`],
    ['numeric(38,0)', `'${'9'.repeat(37)}'`],
    ['numeric(29,0)', `'${'9'.repeat(29)}'`],
    ['numeric(38,38)', `'0.${'1'.repeat(38)}'`],
    ['numeric(12,3)', `'-0.123'`],
    ['bigint', `'9223372036854775807'`],
    ['int', `'-2147483648'`],
  ] as const
  it.each(sampleOf(NUMBERS, 2))('sums and groups of %s', async (type, value) => {
    await run(source, `CREATE TABLE sums (id int PRIMARY KEY, v ${type})`)
    await run(
      source,
      `INSERT INTO sums SELECT n, CASE WHEN n % 3 > 0 THEN ${value}::${type} END FROM generate_series(1, 9) n`,
    )
    const measures = [
      ['sum', 'sum', 'v'],
      ['least', 'min', 'v'],
      ['most', 'max', 'v'],
      ['kinds', 'count_distinct', 'v'],
    ] as const
    expect((await expectSame([aggregate([], ...measures)], { table: 'sums' })).notes).toEqual([THERE])
    await expectSame([aggregate(['v'], ...measures)], { table: 'sums' })
  })

  it('whose values are summed before, if somebody wants it', async () => {
    const plain = step('select', { columns: ['id', 'small', 'price', 'note', 'at', 'moment', 'flag'] })
    const { there } = await expectSame([plain, first('note')], { stream: { verify: 'values' } })
    expect(there).toMatchObject({ check: { state: 'verified', rows: 400, derived: 1 } })
  })
})

const NAMED_ODDLY = step('rename', { columns: [{ column: 'price', to: 'Unit price' }] })
const NAMED_AGAIN = step('rename', { columns: [{ column: 'Unit price', to: 'price' }] })
const UNIQUE = [{ id: 'once', type: 'unique', severity: 'fail', columns: ['note'] }] as const

describe('Millrace runs the last steps where BigQuery could have another result', () => {
  const rows = ['rows', 'count'] as const

  it.each<[string, readonly Step[], Partial<StreamRequest>?]>([
    ['a sum of floating-point numbers', [aggregate([], ['sum', 'sum', 'score'])]],
    ['groups of numbers of any size', [aggregate(['free'], rows)]],
    ['text that loses its spaces at the end', [aggregate(['padded'], rows)]],
    ['groups of floating-point numbers', [aggregate(['score'], rows)]],
    ['groups of JSON', [aggregate(['body'], rows)]],
    ['a name that BigQuery does not allow', [NAMED_ODDLY, aggregate(['Unit price'], rows), NAMED_AGAIN]],
    ['rows that are appended', [aggregate(['note'], rows)], { mode: 'append' }],
    ['rows that may be rejected', [aggregate(['note'], rows)], { onInvalid: 'reject' }],
    ['rows that are checked', [aggregate(['note'], rows)], { checks: UNIQUE }],
  ])('%s', async (_, steps, stream) => {
    expect((await expectSame(steps, { ...(stream && { stream }) })).notes).toContain(HERE)
  })

  it('texts, where tables of the dataset ignore their case', async () => {
    cloud.settings.defaultCollation = 'und:ci'
    expect((await expectSame([aggregate(['note'], rows)])).notes).toContain(HERE)
    expect((await expectSame([aggregate(['price'], rows)])).notes).toEqual([THERE])
  })

  it('partners whose values Millrace reads otherwise', async () => {
    await run(source, 'ALTER TABLE customers ADD spaced char(4)', 'ALTER TABLE customers ADD loose numeric')
    for (const columns of [['spaced'], ['loose']])
      expect((await expectSame([PLAIN, join({ columns })])).notes).toContain(HERE)
  })
})

describe('rows that BigQuery joins', () => {
  const statements = () => [...cloud.jobs.values()].flatMap(({ configuration: { query } }) => query?.query ?? [])
  const loaded = () =>
    [...cloud.jobs.values()].flatMap(({ configuration: { load }, outputRows }) =>
      load ? [`${load.destinationTable.tableId.replace(/.*_(?=raw)|.*/, '')} ${outputRows}`] : [],
    )
  const place = (...steps: readonly Step[]) => ({ transformations: transformationsOf(steps, 'destination') })

  it('do not pass through Millrace: it sends each table once, and BigQuery makes the pairs', async () => {
    await run(source, 'CREATE TABLE many (code varchar(30), name text)')
    await run(source, `INSERT INTO many SELECT 'a', 'partner ' || n FROM generate_series(1, 200) n`)
    const pairs = step('join', {
      stream: 'public.many',
      on: [{ column: 'code', other: 'code' }],
      columns: ['name'],
      rows: 'all',
    })
    const ids = step('select', { columns: ['id', 'code'] })
    const { streams } = await moveInto({ entity: 'public.orders' }, place(ids, pairs))
    const [stream] = streams
    expect(stream?.error).toBeUndefined()
    expect(stream).toMatchObject({ status: 'succeeded', rowsRead: 400, check: { rows: 400, derived: 1 } })
    expect(stream?.rowsWritten).toBeGreaterThan(4_000)
    expect(cloud.tables.get('t')?.rows).toHaveLength(stream?.rowsWritten ?? 0)
    expect(loaded()).toEqual([' 0', 'raw0 400', 'raw1 200'])
    const staging = /`my-project-123\.analytics\.(_millrace_staging_\w+)`/g
    expect(
      statements().map((sql) =>
        sql.replaceAll(staging, (_, name: string) => name.replace(/^_millrace_staging_[0-9a-f]+_\d+/, 'staged')),
      ),
    ).toEqual([
      'SELECT CAST(r0 AS INT64) AS `id`, CAST(r1 AS STRING) AS `code`, CAST(r4 AS STRING) AS `name` FROM (SELECT r0, r1, r4 FROM (SELECT `id` AS r0, `code` AS r1 FROM staged_raw0) AS r2 LEFT JOIN (SELECT `code` AS r3, `name` AS r4 FROM staged_raw1) AS r5 ON r1 = r3) AS r6',
      'SELECT `id`, `code`, `name` FROM staged',
    ])
    expect(left()).toEqual([])
  })
})

describe('nothing is put in place', () => {
  const kept = { fields: [{ name: 'v', type: 'STRING' }], rows: [{ v: 'old' }] }
  const there = (steps: readonly Step[], over: Parameters<typeof moveInto>[1] = {}) =>
    moveInto({ entity: 'public.orders' }, { transformations: transformationsOf(steps, 'destination'), ...over })
  const SUM = aggregate([], ['sum', 'sum', 'price'])

  beforeEach(() => cloud.tables.set('t', kept))

  it('after a sum of more digits than Millrace has', async () => {
    await run(source, 'ALTER TABLE orders ADD huge numeric(38,0)', `UPDATE orders SET huge = ${'9'.repeat(38)}`)
    const { here, there: failed } = await bothWays([aggregate([], ['all', 'sum', 'huge'])])
    expect([failed?.status, here?.status]).toEqual(['failed', 'failed'])
    expect(failed?.error?.code).toBe('JOB_FAILED')
    expect([cloud.tables.has('pushed'), left()]).toEqual([false, []])
  })

  it.each([
    ['price', `'NaN'`],
    ['day', `'0044-03-15 BC'`],
    ['at', `'0044-03-15 BC'`],
    ['day', `'infinity'`],
    ['moment', `'10000-01-01'`],
  ])('after a value of %s that BigQuery cannot hold: %s', async (column, value) => {
    await run(source, `UPDATE orders SET ${column} = ${value} WHERE id = 7`)
    const { streams } = await there([aggregate([column], ['rows', 'count'])])
    expect(streams).toMatchObject([{ status: 'failed', error: { code: 'VALUE_NOT_REPRESENTABLE' } }])
    expect([cloud.tables.get('t'), left()]).toEqual([kept, []])
  })

  it('by a run that is cancelled while BigQuery runs the steps', async () => {
    const cancelled = new AbortController()
    cloud.settings.isStuck = true
    const moving = there([SUM], { signal: cancelled.signal })
    await expect
      .poll(() => [...cloud.jobs.values()].some(({ state }) => state === 'PENDING'), { timeout: 30_000 })
      .toBe(true)
    cancelled.abort(new Error('cancelled'))
    await moving.catch(() => {})
    expect([cloud.tables.get('t'), left()]).toEqual([kept, []])
    expect([...cloud.jobs.values()].map(({ state }) => state)).toEqual(['DONE'])
  })

  it('by an attempt that is overtaken, and the rows of the newer one stay', async () => {
    cloud.settings.isStuck = true
    const older = there([SUM])
    await expect
      .poll(() => [...cloud.jobs.values()].some(({ state }) => state === 'PENDING'), { timeout: 30_000 })
      .toBe(true)
    cloud.settings.isStuck = false
    const newer = await there([SUM])
    expect(newer.streams).toMatchObject([{ status: 'succeeded', rowsWritten: 1 }])
    expect((await older).streams).toMatchObject([{ status: 'failed' }])
    expect([cloud.tables.get('t')?.fields.map(({ name }) => name), left()]).toEqual([['sum'], []])
  })

  it('a second time by a run that has ended and is taken up again', async () => {
    const fence = nextFence()
    await there([SUM], { fence })
    cloud.tables.set('t', kept)
    const again = await there([SUM], { fence: { ...fence, epoch: nextFence().epoch } })
    expect(again.streams).toMatchObject([{ status: 'succeeded', rowsWritten: 1 }])
    expect([cloud.tables.get('t'), left()]).toEqual([kept, []])
  })
})
