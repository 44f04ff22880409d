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

/** Of the table `t` of these tests. */
const TABLE: Rows = {
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
  let after = TABLE
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

/** Rows for both systems and for DuckDB, in the order of `id`. */
export function generatedRows(count: number): string {
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
  return Array.from({ length: count }, (_, n) => row(n + 1)).join(', ')
}
