import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { sampleOf } from '../support/samples.ts'
import { says } from '../support/says.ts'
import { type Database, freshDatabase, moveBetween, problems, replace, run } from './move-between.ts'

let server: RunningPostgres
let source: Database
let destination: Database

beforeAll(async () => {
  server = await startPostgres()
  source = await freshDatabase(server)
  destination = await freshDatabase(server)
  await run(
    source,
    'CREATE DOMAIN code AS character(5)',
    'CREATE TABLE a (id int PRIMARY KEY, k character(5), d code, b bpchar)',
    `INSERT INTO a VALUES (1, 'ab', 'ab', 'ab  '), (2, 'é\\', 'cd', 'cd'), (3, '', '', ' '), (4, NULL, NULL, NULL), (5, 'ab', 'ab', 'ab')`,
    'CREATE TABLE wide (own character(9), v int)',
    `INSERT INTO wide VALUES ('ab', 1), ('', 3)`,
    'CREATE TABLE texts (own text, v int)',
    `INSERT INTO texts VALUES ('ab', 1), ('ab ', 2), ('ab   ', 3), ('', 4)`,
  )
})

afterAll(() => server.stop())
beforeEach(() => run(destination, 'DROP TABLE IF EXISTS a'))

const step = (type: Step['type'], settings: Step['settings']): Step => ({
  id: type,
  type,
  settings,
})
const filter = (where: string) => step('filter', { where })
const query = (text: string) => step('sql', { query: text })

const moved = (...steps: readonly Step[]) =>
  moveBetween(source, destination, [replace('public.a', 'public.a')], {
    transformations: { steps, salt: 'pepper' },
  })

async function rowsAfter(select: string, ...steps: readonly Step[]) {
  const result = await moved(...steps)
  expect(problems(result)).toEqual([undefined])
  return run(destination, select)
}

const found = (...ids: readonly number[]) => ids.map((id) => ({ id: String(id) }))
const IDS = 'SELECT id FROM a ORDER BY id'

const FILTERS = [
  `k = 'ab'`,
  `d = 'ab'`,
  `b = 'ab'`,
  `'ab' = K`,
  `k IN ('ab', 'x')`,
  `k BETWEEN 'a' AND 'ab'`,
  `k LIKE 'a%'`,
  `k LIKE '%ab%'`,
  `rtrim(k) LIKE '%b'`,
  `k = d`,
  `k || '!' = 'ab!'`,
  `length(k) = 2`,
  `k = ''`,
  `k IS DISTINCT FROM 'ab'`,
]
it.each(sampleOf(FILTERS, 2))('a filter %s keeps the rows that Postgres keeps', async (where) => {
  const wanted = await run(source, `SELECT id FROM a WHERE ${where} ORDER BY id`)
  expect(wanted).not.toEqual([])
  expect(await rowsAfter(IDS, filter(where))).toEqual(wanted)
  expect(await rowsAfter(IDS, query(`SELECT * FROM input WHERE ${where}`))).toEqual(wanted)
})

it.each(['wide', 'texts'])('a join finds the partners that Postgres finds, with %s', async (stream) => {
  const wanted = await run(source, `SELECT id, v FROM a LEFT JOIN ${stream} ON k = own ORDER BY id`)
  const joined = step('join', {
    stream: `public.${stream}`,
    on: [{ column: 'k', other: 'own' }],
    columns: ['v'],
    rows: 'all',
  })
  expect(await rowsAfter('SELECT id, v FROM a ORDER BY id', joined)).toEqual(wanted)
})

it('texts that differ only in spaces at the end are one: without duplicates, in groups, counted', async () => {
  expect(await rowsAfter(IDS, step('deduplicate', { by: ['b'] }))).toEqual(found(1, 2, 3, 4))
  await run(destination, 'DROP TABLE a')
  const counted = step('aggregate', {
    by: ['b'],
    measures: [{ name: 'n', function: 'count', column: '' }],
  })
  expect(await rowsAfter('SELECT b, n FROM a ORDER BY b', counted)).toEqual([
    { b: '', n: '1' },
    { b: 'ab', n: '2' },
    { b: 'cd', n: '1' },
    { b: null, n: '1' },
  ])
})

it('columns that no step changes keep their spaces', async () => {
  await run(destination, 'CREATE TABLE a (id int, k text, d text, b text)')
  const rows = await rowsAfter('SELECT * FROM a ORDER BY id', filter(`k = d AND length(b) > 0`))
  expect(rows).toEqual([
    { id: '1', k: 'ab   ', d: 'ab   ', b: 'ab  ' },
    { id: '5', k: 'ab   ', d: 'ab   ', b: 'ab' },
  ])
})

it('masks hide the text with its spaces, as they did before', async () => {
  const mask = (method: string) => step('mask', { columns: ['k', 'b'].map((column) => ({ column, method })) })
  const hash = (text: string) => createHash('sha256').update(`pepper${text}`).digest('hex')
  const [first, second] = await rowsAfter('SELECT k, b FROM a ORDER BY id', mask('hash'))
  expect(first).toEqual({ k: hash('ab   '), b: hash('ab  ') })
  expect(second).toEqual({ k: hash('é\\   '), b: hash('cd') })
  const [shown] = await rowsAfter('SELECT k, b FROM a ORDER BY id', mask('partial'))
  expect(shown).toEqual({ k: '**** ', b: '*** ' })
})

it.each([
  `k = 'ab   '`,
  `'ab ' <> K`,
  `k IN ('x', 'ab ')`,
  `k BETWEEN 'a' AND 'ab '`,
  `k LIKE 'ab'`,
  `k LIKE '__'`,
  `k NOT LIKE '%b'`,
  `k LIKE 'ab %'`,
  `k ILIKE '%B'`,
  `k SIMILAR TO 'ab'`,
  `k LIKE 'ab!%' ESCAPE '!'`,
])('a filter %s, which Postgres would answer with the spaces, is refused before a row is read', async (where) => {
  for (const refused of [filter(where), query(`SELECT *, 1 AS one FROM input WHERE ${where}`)]) {
    const [problem] = problems(await moved(refused))
    expect(problem).toMatchObject({ code: 'SQL_NOT_ALLOWED' })
    expect(problem?.message).toEqual(says(expect.stringMatching(/\bk\b/i)))
  }
})
