import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
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
    'CREATE TABLE t (id int PRIMARY KEY, a int, b bigint, d double precision, n numeric(12,2), s text, yes boolean, moment timestamp, day date, c character(5), p numeric(3,3))',
    `INSERT INTO t VALUES (1, 7, 2, 2.5, 10.25, 'Ada Lovelace', true, '2024-02-29 13:14:15.5', '2024-02-29', 'ab', 0.125), (2, -7, 3, -0.5, -3.75, ' x ', false, '1999-12-31 23:59:59', '1999-12-31', '', -0.5),
     (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`,
  )
})

afterAll(() => server.stop())

/** What means the same in steps as in Postgres, to the letter of the result as text. */
const SAME = [
  ...['a / b', 'a / 2', '-7 / 2', 'a % 3', 'mod(a, 3)', 'a * b', 'a - b', '-a', 'abs(a)', 'd / 2'],
  ...['n + 1', 'n * 2', 'round(n)', 'round(n, 1)', 'floor(n)', 'ceil(n)', 'greatest(a, b)', 'least(a, 3)', 'sign(n)'],
  ...[
    'yes',
    'yes::text',
    'true::text',
    'yes::varchar',
    'not yes',
    'a > b',
    'yes and a > 0',
    'a is null',
    'a is distinct from 7',
  ],
  ...[
    'yes is true',
    `CASE WHEN yes THEN 'on' ELSE 'off' END`,
    'coalesce(a, 0)',
    'nullif(a, 7)',
    'a::text',
    `'12'::int`,
  ],
  ...[
    's || a',
    `s || '!'`,
    'lower(s)',
    'upper(s)',
    'length(s)',
    'trim(s)',
    `replace(s, 'a', 'o')`,
    'substring(s, 2, 3)',
    'left(s, 2)',
  ],
  ...[
    'right(s, 2)',
    `split_part(s, ' ', 1)`,
    `s like 'A%'`,
    `s ilike 'a%'`,
    `position('d' in s)`,
    'reverse(s)',
    'md5(s)',
    `lpad(s, 3, '-')`,
  ],
  ...[
    `a in (7, 8)`,
    'a between 1 and 9',
    'concat(s, a)',
    `starts_with(s, 'A')`,
    `strpos(s, 'a')`,
    'ascii(s)',
    `repeat(s, 2)`,
  ],
  ...[
    'extract(year from moment)',
    'extract(month from day)',
    `date_trunc('month', moment)`,
    'day + 1',
    "day - date '2024-01-01'",
    `moment + interval '1 day'`,
  ],
  ...[
    `c = 'ab'`,
    `c <> 'ab'`,
    `c in ('x', 'ab')`,
    `c between 'a' and 'ab'`,
    `c = ''`,
    `c = left(s, 0)`,
    `c || '!'`,
    `coalesce(c, '')`,
    'c::text',
    'length(c)',
    'upper(c)',
    'reverse(c)',
    'md5(c)',
    `c like 'a%'`,
    `c like '%b%'`,
    `rtrim(c) like '%b'`,
    `CASE c WHEN 'ab' THEN 1 ELSE 2 END`,
  ],
  ...['p', `p || '!'`, 'concat(p, s)', 'abs(p)', 'length(p::text)'],
  ...['moment::date', 'day::timestamp', `date_part('hour', moment)`, `moment < timestamp '2020-01-01'`],
]

/** What differs, as docs/transformations.md says: the expression, of the first row, in Postgres and in steps. */
const DIFFERENT = [
  ['a / 2.5', '2.8000000000000000', '2.8'],
  ['a::double precision', '7', '7.0'],
  ['n / 3', '3.4166666666666667', '3.4166666666666665'],
  ['round(2.5::double precision)', '2', '3.0'],
  [`concat(c, '!')`, 'ab   !', 'ab!'],
] as const

const text = (rows: readonly Record<string, string | null>[]) => rows.map(({ x = null }) => x)

const inPostgres = async (expression: string) =>
  text(await run(source, `SELECT (${expression})::text AS x FROM t ORDER BY id`))

const EXPRESSIONS = [...SAME, ...DIFFERENT.map(([expression]) => expression)]

/** What every expression is in steps, by a computed column and by a query: two runs for all, as each takes a process of its own. */
const inSteps = new Map<string, readonly (readonly (string | null)[])[]>()

beforeAll(async () => {
  const named = EXPRESSIONS.map((expression, at) => ({ name: `x${at}`, expression: `(${expression})::text` }))
  const compute: Step = { id: 'c', type: 'compute', settings: { columns: named } }
  const selected = named.map(({ name, expression }) => `${expression} AS ${name}`).join(', ')
  const sql: Step = { id: 'q', type: 'sql', settings: { query: `SELECT id, ${selected} FROM input ORDER BY id` } }
  for (const step of [compute, sql]) {
    const result = await moveBetween(source, destination, [replace('public.t', 'public.x')], {
      transformations: { steps: [step], salt: '' },
    })
    expect(problems(result)).toEqual([undefined])
    const rows = await run(destination, 'SELECT * FROM public.x ORDER BY id')
    await run(destination, 'DROP TABLE public.x')
    for (const [at, expression] of EXPRESSIONS.entries()) {
      inSteps.set(expression, [...(inSteps.get(expression) ?? []), rows.map((row) => row[`x${at}`] ?? null)])
    }
  }
})

it.each(SAME)('%s means in steps what it means in Postgres', async (expression) => {
  const wanted = await inPostgres(expression)
  expect(inSteps.get(expression)).toEqual([wanted, wanted])
})

it.each(DIFFERENT)('%s gives %s in Postgres, and %s in steps', async (expression, postgres, steps) => {
  expect((await inPostgres(expression))[0]).toBe(postgres)
  expect(inSteps.get(expression)?.map(([first]) => first)).toEqual([steps, steps])
})

it.each(['a / (a - 7)', 'a % (a - 7)', 'mod(a, 0)', 'd / 0', 'n / 0', 'a // 0'])(
  '%s fails the run at a division by zero',
  async (expression) => {
    const compute: Step = { id: 'c', type: 'compute', settings: { columns: [{ name: 'x', expression }] } }
    const result = await moveBetween(source, destination, [replace('public.t', 'public.x')], {
      transformations: { steps: [compute], salt: '' },
    })
    expect(problems(result)).toMatchObject([{ message: says(expect.stringContaining('division by zero')) }])
  },
)

it('spells yes and no as true and false when their type is changed to text', async () => {
  const step: Step = { id: 'c', type: 'cast', settings: { columns: [{ column: 'yes', type: 'text' }] } }
  const result = await moveBetween(source, destination, [replace('public.t', 'public.y')], {
    transformations: { steps: [step], salt: '' },
  })
  expect(problems(result)).toEqual([undefined])
  expect(await run(destination, 'SELECT yes FROM public.y ORDER BY id')).toEqual([
    { yes: 'true' },
    { yes: 'false' },
    { yes: null },
  ])
})
