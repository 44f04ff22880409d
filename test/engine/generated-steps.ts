import { DuckDBInstance } from '@duckdb/node-api'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { aggregate, deduplicate, join, sort, sql, window } from './combining-step-makers.ts'
import {
  cast,
  compute,
  filter,
  limit,
  list,
  type Maker,
  mask,
  type Rows,
  rename,
  select,
} from './row-wise-step-makers.ts'

const ROW_WISE = [filter, compute, select, rename, mask, cast]
const COMBINING = [aggregate, deduplicate, join]
/** Those of the first half of the steps, and of the others. */
const MAKERS = {
  'row by row': [ROW_WISE, [...ROW_WISE, limit]],
  'in the destination': [ROW_WISE, [...COMBINING, select, rename]],
  any: [
    [...ROW_WISE, limit, sql, sort, window],
    [...ROW_WISE, ...COMBINING, limit, sql, sort, window],
  ],
} satisfies Record<string, readonly (readonly Maker[])[]>

export type StepsKind = keyof typeof MAKERS
export const STEPS_KINDS = Object.keys(MAKERS) as readonly StepsKind[]

export const TABLE =
  'CREATE TABLE t (id int PRIMARY KEY, v varchar(40), code int, price numeric(12,2), day date, fill varchar(300))'

/** What is joined: `k` is there twice, once, with and without a partner, or missing. */
export const FILL_OTHER = [
  'CREATE TABLE o (k int, name varchar(20))',
  `INSERT INTO o VALUES (1, 'one'), (1, 'uno'), (5, 'five'), (90, NULL), (NULL, 'none'), (2400, 'far')`,
]

/** Of the table `t`. */
const COLUMNS: Rows = {
  columns: new Map([
    ['id', 'int'],
    ['v', 'text'],
    ['code', 'int'],
    ['price', 'decimal'],
    ['day', 'date'],
    ['fill', 'text'],
  ]),
  unique: ['id'],
  isOrdered: true,
  isAsRead: true,
}

export interface GeneratedSteps {
  /** With the table `joined` in joins. */
  readonly steps: readonly Step[]
  readonly after: Rows
  /** The rows after them as one query over the tables `t`, with the place of each row in `place`, and `o`. */
  readonly expected: string
}

/** @param choices numbers, of which each step takes some */
export function generatedSteps(
  choices: readonly (readonly number[])[],
  kind: StepsKind,
  joined: string,
): GeneratedSteps {
  const steps: Step[] = []
  let after = COLUMNS
  let expected = 'SELECT * FROM t'
  for (const [at, [choice = 0, ...others]] of choices.entries()) {
    let taken = 0
    const makers: readonly Maker[] = MAKERS[kind][at * 2 < choices.length ? 0 : 1] ?? []
    const made = makers[choice % makers.length]?.(after, (most) =>
      most === 0 ? 0 : (others[taken++ % others.length] ?? 0) % most,
    )
    if (!made) continue
    const { type, settings, expected: next, ...rest } = made
    const isThere = kind === 'in the destination' && ['aggregate', 'deduplicate', 'join'].includes(type)
    steps.push({
      id: `s${at}`,
      type,
      settings: { ...settings, ...(type === 'join' && { stream: joined }), ...(isThere && { runs_in: 'destination' }) },
    })
    after = { ...after, ...rest }
    expected = `WITH rows AS (${expected}) ${next}`
  }
  return { steps, after, expected: `SELECT ${list(after.columns.keys())} FROM (${expected})` }
}

/** Puts rows into the table, for both systems and for DuckDB, in the order of `id`. */
export function filledWith(count: number): string {
  const texts = [
    `'A b cc ddd'`,
    `'a'`,
    `''`,
    `' '`,
    `'Ä ö ß'`,
    `'tab\there'`,
    `'line\nbreak'`,
    'NULL',
    `'It''s'`,
    `'N'`,
  ]
  const row = (n: number) => {
    const code = n % 11 === 0 ? 'NULL' : String((n * 7919) % 97)
    const price = n % 13 === 0 ? 'NULL' : ((((n * 31) % 400) - 200) / 8).toFixed(2)
    const day = n % 17 === 0 ? 'NULL' : `DATE '2024-0${(n % 4) + 1}-${String((n % 28) + 1).padStart(2, '0')}'`
    return `(${n}, ${texts[(n * n) % texts.length]}, ${code}, ${price}, ${day}, '${`${n} `.repeat(30)}')`
  }
  return `INSERT INTO t VALUES ${Array.from({ length: count }, (_, n) => row(n + 1)).join(', ')}`
}

/** What DuckDB makes of both tables. @returns the rows of a query as texts */
export async function expectedRows(count: number): Promise<(query: string) => Promise<(string | null)[][]>> {
  const duckdb = await (await DuckDBInstance.create(':memory:')).connect()
  const placed = ['ALTER TABLE t ADD place int', 'UPDATE t SET place = id']
  for (const statement of [TABLE, filledWith(count), ...FILL_OTHER, ...placed]) await duckdb.run(statement)
  return async (query) =>
    (await duckdb.runAndReadAll(`SELECT COLUMNS(*)::VARCHAR FROM (${query})`)).getRows() as (string | null)[][]
}
