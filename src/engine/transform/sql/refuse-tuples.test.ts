import { afterAll, beforeAll, expect, it } from 'vitest'

import { type OpenDuckdb, openDuckdb } from '../duckdb/open-duckdb.ts'
import { checkExpression, checkQuery } from './check-sql.ts'

let duckdb: OpenDuckdb

beforeAll(async () => {
  duckdb = await openDuckdb()
})
afterAll(() => duckdb.close())

const check = (condition: string) => checkExpression(duckdb.connection, condition)

it.each([
  '(a, b) = (1, 1)',
  '(1, 1) = (a, b)',
  '(a, b) <> (1, NULL)',
  '(a, b) NOT IN ((1, 1), (2, NULL))',
  'NOT (a, b) IN ((1, 1), (2, NULL))',
  'row(a, b) < row(1, 2)',
  '(a, b) IS NULL',
  '(a, b) IS NOT NULL',
  '(a, b) BETWEEN (1, 1) AND (2, 2)',
])('%s, which would be another condition than in Postgres, is refused', async (condition) => {
  await expect(check(condition)).rejects.toThrow('Several columns at once')
  await expect(checkQuery(duckdb.connection, `SELECT a FROM input WHERE ${condition}`)).rejects.toThrow(
    'Several columns at once',
  )
})

it('several columns in a list that a query makes are refused, too', async () => {
  const query = 'SELECT a FROM input WHERE (a, b) NOT IN (SELECT a, b FROM input)'
  await expect(checkQuery(duckdb.connection, query)).rejects.toThrow('Several columns at once')
})

it.each(['(a, b) IS DISTINCT FROM (1, NULL)', 'a NOT IN (1, NULL)', '(a = 1) = (b = 1)', '(a) IS NULL'])(
  '%s means the same in Postgres, and is a condition',
  async (condition) => {
    await expect(check(condition)).resolves.toMatchObject({})
  },
)
