import { beforeEach, describe, expect, it } from 'vitest'
import type { RejectKeeper } from '../../src/engine/move/run/move-request.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { says } from '../support/says.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { type Database, run } from './move-between.ts'
import { moveBothWays, whatDiffers } from './pushdown-ways.ts'

let source: Database
let destination: Database

givenTwoDatabases((ends) => {
  ;({ source, destination } = ends)
})

beforeEach(() =>
  run(
    source,
    'CREATE TABLE people (id int PRIMARY KEY, email text, note varchar(20), born date, total numeric(14,2), score float8)',
    `INSERT INTO people SELECT n, CASE WHEN n % 50 > 0 THEN 'Person' || n || '@example.com' END, repeat('é', n % 7),
       date '2000-01-01' + n, n / 4.0, sqrt(n) FROM generate_series(1, 1000) n`,
    'CREATE TABLE visits (person int, page text)',
    `INSERT INTO visits SELECT n % 300, 'page ' || n FROM generate_series(1, 600) n`,
  ),
)

const step = (type: Step['type'], settings: Step['settings']): Step => ({ id: type, type, settings })
const filter = (where: string) => step('filter', { where })
const mask = (column: string, method: string) => step('mask', { columns: [{ column, method }] })
const rename = (column: string, to: string) => step('rename', { columns: [{ column, to }] })
const compute = (name: string, expression: string) => step('compute', { columns: [{ name, expression }] })

type Options = Partial<Parameters<typeof moveBothWays>[0]>

const bothWays = (steps: readonly Step[], options: Options = {}) =>
  moveBothWays({ source, destination, tables: ['people'], steps, ...options })

const FIRST_TWO = ['The source ran the first 2 steps in its own SELECT, and Millrace the others.']

describe('the source does the first steps, and Millrace the others', () => {
  const first = [filter('id % 10 <> 0'), mask('email', 'hash')]
  const join: Step = {
    id: 'join',
    type: 'join',
    settings: { stream: 'public.visits', on: [{ column: 'id', other: 'person' }], columns: ['page'], rows: 'all' },
  }

  it.each<[string, readonly Step[], boolean]>([
    ['a computed column', [compute('loud', 'upper(note)')], true],
    ['a type', [step('cast', { columns: [{ column: 'total', type: 'double' }] })], true],
    ['a filter with a function', [filter('length(note) > 2'), compute('half', 'total / 2')], true],
    ['SQL', [step('sql', { query: 'SELECT note, count(*) AS n, max(email) AS e FROM input GROUP BY note' })], true],
    [
      'groups',
      [
        step('aggregate', {
          by: ['note'],
          measures: [{ name: 'all', function: 'sum', column: 'total' }],
        }),
      ],
      true,
    ],
    ['the first of equal rows', [step('deduplicate', { by: ['note'], keep: [] })], true],
    ['an order', [step('sort', { by: [{ column: 'total', direction: 'descending' }] })], true],
    ['partners', [join], true],
    ['the first rows', [step('limit', { rows: 20 })], false],
    ['the first rows that are left', [filter('length(note) > 2'), step('limit', { rows: 20 })], false],
  ])('%s', async (_, rest, areAllRead) => {
    const { sentences, results } = await bothWays([...first, ...rest])
    expect(sentences).toEqual(FIRST_TWO)
    expect(results.pushed).toMatchObject([{ status: 'succeeded' }])
    if (areAllRead) expect(results.pushed).toEqual(results.through)
    expect(await whatDiffers(destination, ['people'])).toEqual([])
  })

  it('with an index that would bring the rows in another order', async () => {
    await run(
      source,
      'UPDATE people SET total = 1000 - id',
      'CREATE INDEX ON people (total)',
      'VACUUM (FULL, ANALYZE) people',
    )
    const { pushed } = await bothWays([
      filter('total < 12'),
      step('sql', { query: 'SELECT *, row_number() OVER () AS place FROM input' }),
    ])
    expect(pushed).toEqual(['people'])
    expect(await whatDiffers(destination, ['people'])).toEqual([])
  })

  it('as far as its types allow it', async () => {
    const { sentences, results } = await bothWays([filter('id > 10'), filter('score > 3'), rename('note', 'text')])
    expect(sentences).toEqual(['The source ran the first step in its own SELECT, and Millrace the others.'])
    expect(results.pushed).toEqual(results.through)
    expect(await whatDiffers(destination, ['people'])).toEqual([])
  })

  it('with names and texts that are hostile, and columns that come in the notation of the source', async () => {
    const hostile = `x"; DROP TABLE people; -- \\ ' $$`
    const quoted = `"${hostile.replaceAll('"', '""')}"`
    await run(
      source,
      `CREATE TYPE mood AS ENUM ('sad', 'fine')`,
      `CREATE TABLE hostile (id int, ${quoted} text, list int[], price money, mood mood)`,
      `INSERT INTO hostile VALUES (1, 'a\\b', '{1,2}', 12.5, 'sad'), (2, NULL, NULL, NULL, 'fine'), (3, 'c', '{}', 0, NULL)`,
    )
    const name = `${hostile}2`
    const upper = compute('loud', `upper("${name.replaceAll('"', '""')}")`)
    const steps = [filter('id > 1'), rename(hostile, name), rename('list', 'own list'), upper]
    const { pushed, results } = await bothWays(steps, { tables: ['hostile'] })
    expect(pushed).toEqual(['hostile'])
    expect(results.pushed).toEqual(results.through)
    expect(results.pushed).toMatchObject([{ status: 'succeeded', rowsRead: 3, rowsFiltered: 1, rowsWritten: 2 }])
    expect(await whatDiffers(destination, ['hostile'])).toEqual([])
  })

  it('of an incremental stream', async () => {
    const stream = { mode: 'upsert', key: ['number'], cursor: { column: 'id' } } as const
    const steps = [filter('id % 10 <> 0'), rename('id', 'number'), compute('loud', 'upper(email)')]
    const begun = await bothWays(steps, { stream })
    expect(begun.pushed).toEqual(['people'])
    expect(begun.results.pushed).toEqual(begun.results.through)
    await run(source, `UPDATE people SET email = 'new' WHERE id = 991`, `INSERT INTO people (id) VALUES (1001), (1002)`)
    const next = await bothWays(steps, { stream: { ...stream, cursor: { column: 'id', after: '990' } } })
    expect(next.results.pushed).toEqual(next.results.through)
    expect(await whatDiffers(destination, ['people'])).toEqual([])
  })
})

describe('Millrace does all steps', () => {
  it('where a value is beyond the engine', async () => {
    await run(source, `UPDATE people SET born = '0044-03-15 BC' WHERE id = 1`)
    const { pushed, results } = await bothWays([filter(`born > '2001-01-01'`), compute('loud', 'upper(note)')])
    expect(pushed).toEqual([])
    expect(results.pushed).toEqual(results.through)
    expect(results.pushed).toMatchObject([
      { error: { code: 'VALUE_NOT_REPRESENTABLE', message: says(expect.stringContaining('column "born"')) } },
    ])
  })

  it('where rejected rows are kept as they were before the steps', async () => {
    for (const schema of ['pushed', 'through'])
      await run(destination, `CREATE SCHEMA ${schema}`, `CREATE TABLE ${schema}.people (id smallint, loud text)`)
    await run(source, 'UPDATE people SET id = 40000 + id WHERE id < 10')
    const rejects: RejectKeeper = {
      days: 14,
      begin: () => {},
      keep: () => true,
      finalize: async () => {},
      countRejected: async () => 0,
    }
    const steps = [filter('id % 2 = 1'), compute('loud', 'upper(note)'), step('select', { columns: ['id', 'loud'] })]
    const { pushed, results } = await bothWays(steps, { rejects, stream: { mode: 'append', onInvalid: 'reject' } })
    expect(pushed).toEqual([])
    expect(results.pushed).toMatchObject([{ status: 'succeeded', rowsRejected: 5 }])
    expect(results.pushed).toEqual(results.through)
  })
})
