import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inEnglish } from '../../src/core/catalog/sentence.ts'
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
  // Each of two values, and none, beside each.
  await run(
    source,
    'CREATE TABLE t (id int PRIMARY KEY, a int, b int, s text, yes boolean, day date, n numeric(6,2))',
    `INSERT INTO t SELECT row_number() OVER (), a, b, CASE a WHEN 1 THEN 'one' WHEN 2 THEN '' END, CASE b WHEN 1 THEN true WHEN 2 THEN false END,
       CASE a WHEN 1 THEN date '2024-01-01' WHEN 2 THEN '2024-06-01' END, CASE b WHEN 1 THEN 1.5 WHEN 2 THEN 0 END
     FROM (VALUES (1), (2), (NULL)) x (a), (VALUES (1), (2), (NULL)) y (b)`,
  )
})
afterAll(() => server.stop())

/** What the source decides itself, where the values are of types that mean the same to both. */
const BY_SOURCE = [
  ...['a NOT IN (3, 4)', 'NOT (a NOT IN (1, 3))', 'NOT (a IN (1) AND b IN (2))', 'NOT (NOT a = 1 OR NOT b > 1)'],
  ...[
    'NOT a BETWEEN 1 AND 1',
    'NOT (yes OR a = 1)',
    'NOT (yes AND a = 1)',
    'a IS NULL OR NOT a > 1',
    `NOT s LIKE 'o%'`,
  ],
  ...[
    `s NOT IN ('')`,
    'NOT (a = b AND yes)',
    'NOT (a IS NULL AND b IS NULL)',
    `day NOT IN ('2024-01-01')`,
    'n NOT IN (1.5)',
  ],
]

const BY_STEPS = [
  ...[
    'a NOT IN (1, NULL)',
    'a IN (1, NULL)',
    'NOT (a IN (1, NULL))',
    'a NOT IN (1, b)',
    'NOT a IN (b)',
    '1 NOT IN (a, b)',
    '1 IN (a, b)',
  ],
  ...[
    'NULL IN (a, b)',
    'NULL NOT IN (a)',
    'a IN (1, NULL) IS NULL',
    'a NOT IN (1, NULL) IS NULL',
    'a IN (1, 2) IS NOT TRUE',
  ],
  ...[
    'a <> 1 OR b = NULL',
    'a = 1 OR NULL',
    'a = 1 AND NULL',
    'NOT (a = 1 AND NULL)',
    'NOT NULL',
    'NULL',
    'NULL IS NULL',
  ],
  ...['a BETWEEN 1 AND NULL', 'NOT a BETWEEN NULL AND 1', 'a NOT BETWEEN 2 AND NULL', 'a NOT BETWEEN b AND 2'],
  ...[
    'yes IS TRUE',
    'yes IS NOT TRUE',
    'yes IS FALSE',
    'yes IS NOT FALSE',
    'yes IS UNKNOWN',
    'yes IS NOT UNKNOWN',
    'yes = NULL',
  ],
  ...[
    'yes <> true',
    'yes IN (true, NULL)',
    'yes NOT IN (false)',
    'yes NOT IN (true, NULL)',
    '(a = b) IS NOT TRUE',
    '(a = 1) = (b = 1)',
  ],
  ...[
    'a IS DISTINCT FROM b',
    'a IS NOT DISTINCT FROM b',
    'a IS DISTINCT FROM NULL',
    '(a, b) IS DISTINCT FROM (1, NULL)',
  ],
  ...[
    's LIKE NULL',
    `s NOT ILIKE 'ONE'`,
    `s NOT IN ('', NULL)`,
    's IN (NULL)',
    `s || NULL IS NULL`,
    `nullif(s, '') IS NULL`,
  ],
  ...[
    'coalesce(a, b) = 1',
    'coalesce(a, 0) NOT IN (1)',
    'nullif(a, 1) IS NULL',
    'nullif(a, b) = 1',
    'a + NULL = 1',
    'NOT a + b > 2',
  ],
  ...[
    'CASE WHEN a = 1 THEN yes ELSE NULL END',
    'CASE a WHEN NULL THEN true ELSE b = 1 END',
    'NOT CASE WHEN a > 1 THEN true END',
  ],
  ...[
    'greatest(a, b) = 2',
    'least(a, NULL) = 1',
    'a % b = 0',
    `day NOT IN ('2024-01-01', NULL)`,
    'n NOT IN (1.5, NULL)',
  ],
  ...['a = ANY (ARRAY[1, NULL])', 'a <> ALL (ARRAY[1, NULL])', 'a <> ALL (ARRAY[1, 3])', 'NOT a = ANY (ARRAY[1, 3])'],
]

const CONDITIONS = [...BY_SOURCE, ...BY_STEPS]

const moved = async (step: Step) => {
  const log: string[] = []
  const result = await moveBetween(source, destination, [replace('public.t', 'public.x')], {
    transformations: { steps: [step], salt: '' },
    onEvent: (event) => event.kind === 'log' && log.push(inEnglish(event.message)),
  })
  return { problems: problems(result), log: log.join('\n') }
}

describe('a condition over rows without values', () => {
  const inSteps = new Map<string, readonly unknown[]>()

  beforeAll(async () => {
    const columns = CONDITIONS.map((condition, at) => ({ name: `x${at}`, expression: `(${condition})::text` }))
    expect((await moved({ id: 'c', type: 'compute', settings: { columns } })).problems).toEqual([undefined])
    const rows = await run(destination, 'SELECT * FROM x ORDER BY id')
    for (const [at, condition] of CONDITIONS.entries())
      inSteps.set(
        condition,
        rows.map((row) => row[`x${at}`]),
      )
    await run(destination, 'DROP TABLE x')
  })

  it.each(CONDITIONS)('%s is true, false or unknown in steps where it is in Postgres', async (condition) => {
    const wanted = await run(source, `SELECT (${condition})::text AS x FROM t ORDER BY id`)
    expect(inSteps.get(condition)).toEqual(wanted.map(({ x }) => x))
  })

  it.each(BY_SOURCE)('%s keeps the same rows where the source looks for them', async (where) => {
    const { log, problems: found } = await moved({ id: 'f', type: 'filter', settings: { where } })
    expect(found).toEqual([undefined])
    expect(log).toContain('in its own SELECT')
    expect(await run(destination, 'SELECT id FROM x ORDER BY id')).toEqual(
      await run(source, `SELECT id FROM t WHERE ${where} ORDER BY id`),
    )
  })

  it.each(['(a, b) NOT IN ((1, 1), (2, NULL))', '(a, b) IS NULL'])(
    '%s, which would be another one than in Postgres, is refused with what to write instead',
    async (where) => {
      const { problems: found } = await moved({ id: 'f', type: 'filter', settings: { where } })
      expect(found).toMatchObject([{ hint: says(expect.stringContaining('each column by itself')) }])
    },
  )

  it('of a query is the same, with a list that a query makes', async () => {
    const query = (condition: string) => `SELECT id FROM input WHERE ${condition} ORDER BY id`
    for (const condition of [
      'a NOT IN (SELECT b FROM input)',
      'a NOT IN (SELECT b FROM input WHERE b = 1)',
      'a IN (SELECT b FROM input WHERE b IS NULL OR b = 1)',
      'a NOT IN (SELECT b FROM input WHERE false)',
      'a <> ALL (SELECT b FROM input WHERE b = 1)',
      'NOT EXISTS (SELECT FROM input i WHERE i.b = input.a AND i.b > 1)',
    ]) {
      expect(
        (
          await moved({
            id: 'q',
            type: 'sql',
            settings: { query: query(condition).replace('SELECT FROM', 'SELECT 1 FROM') },
          })
        ).problems,
        condition,
      ).toEqual([undefined])
      const wanted = await run(
        source,
        query(condition).replaceAll('FROM input', 'FROM t').replaceAll('t i', 't AS i').replaceAll('input.a', 't.a'),
      )
      expect(await run(destination, 'SELECT id FROM x ORDER BY id'), condition).toEqual(wanted)
      await run(destination, 'DROP TABLE x')
    }
    const tuples = query('(a, b) NOT IN (SELECT a, b FROM input)')
    expect((await moved({ id: 'q', type: 'sql', settings: { query: tuples } })).problems).toMatchObject([
      { hint: says(expect.stringContaining('each column by itself')) },
    ])
  })
})
