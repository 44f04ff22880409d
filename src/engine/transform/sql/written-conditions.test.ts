import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Operator } from '../../../core/transformations/condition/condition.ts'
import { RESERVED_WORDS } from '../../../core/transformations/condition/reserved-words.ts'
import { writeCondition } from '../../../core/transformations/condition/write-condition.ts'
import { type OpenDuckdb, openDuckdb } from '../duckdb/open-duckdb.ts'
import { quoteName } from '../duckdb/quote-sql.ts'

let duckdb: OpenDuckdb

beforeAll(async () => {
  duckdb = await openDuckdb()
})
afterAll(() => duckdb.close())

const rowsOf = async (sql: string, values: readonly string[] = []) =>
  (await duckdb.connection.runAndReadAll(sql, [...values])).getRows()

it('every word that DuckDB keeps for itself is known', async () => {
  const rows = await rowsOf(`SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category <> 'unreserved'`)
  const missing = rows.map(([word]) => String(word)).filter((word) => !RESERVED_WORDS.has(word))

  expect(missing).toEqual([])
})

const MEANING: Partial<Record<Operator, (value: string, wanted: string) => boolean>> = {
  equals: (value, wanted) => value === wanted,
  differs: (value, wanted) => value !== wanted,
  contains: (value, wanted) => value.includes(wanted),
  lacks: (value, wanted) => !value.includes(wanted),
  'starts-with': (value, wanted) => value.startsWith(wanted),
  'ends-with': (value, wanted) => value.endsWith(wanted),
  'one-of': (value, wanted) => value === wanted,
  'none-of': (value, wanted) => value !== wanted,
}
// DuckDB's texts cannot contain NUL in SQL.
const words = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.string({ unit: fc.constantFrom('%', '_', '\\', "'", 'a', 'b', '"') }),
  )
  .filter((text) => text !== '' && !text.includes('\u0000'))

it('a condition of the builder means in DuckDB what it says', async () => {
  const operators = fc.constantFrom(...(Object.keys(MEANING) as Operator[]))
  await fc.assert(
    fc.asyncProperty(words, operators, words, words, async (column, operator, value, wanted) => {
      const values = [{ kind: 'text' as const, text: wanted }]
      const sql = writeCondition({ join: 'and', items: [{ column, operator, values, ignoresCase: false }] })
      const [[count] = []] = await rowsOf(
        `SELECT count(*)::INTEGER FROM (SELECT $1::VARCHAR AS ${quoteName(column)}) WHERE (\n${sql}\n)`,
        [value],
      )
      expect(count).toBe(MEANING[operator]?.(value, wanted) ? 1 : 0)
    }),
    { numRuns: 300 },
  )
})

it('ignores upper and lower case where it is told to', async () => {
  const rule = {
    column: 'x',
    operator: 'contains',
    values: [{ kind: 'text', text: 'B%ü' }],
    ignoresCase: true,
  } as const
  const sql = writeCondition({ join: 'and', items: [rule] })

  expect(await rowsOf(`SELECT x FROM (VALUES ('ab%Ü.'), ('abxÜ')) t(x) WHERE ${sql}`)).toEqual([['ab%Ü.']])
})
