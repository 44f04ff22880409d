import { afterAll, beforeAll, expect, it } from 'vitest'

import { AGGREGATE_FUNCTIONS, ROW_FUNCTIONS } from '../../../core/transformations/sql-functions.ts'
import { type OpenDuckdb, openDuckdb } from '../duckdb/open-duckdb.ts'
import { checkExpression } from './check-sql.ts'

let duckdb: OpenDuckdb

beforeAll(async () => {
  duckdb = await openDuckdb()
})
afterAll(() => duckdb.close())

it('every function that the editor offers is one of DuckDB, of a row or of several as it is said', async () => {
  const rows = (
    await duckdb.connection.runAndReadAll(
      `SELECT DISTINCT function_name, function_type = 'aggregate' FROM duckdb_functions() WHERE function_type IN ('scalar', 'aggregate', 'macro')`,
    )
  ).getRows()
  const ofRows = new Set(rows.filter(([, isAggregate]) => isAggregate !== true).map(([name]) => name))
  // Functions of the grammar are in no list.
  for (const name of ['coalesce', 'cast', 'try_cast', 'extract']) ofRows.add(name)
  const ofSeveral = new Set(rows.filter(([, isAggregate]) => isAggregate === true).map(([name]) => name))
  // Window functions are aggregates that DuckDB lists nowhere else.
  for (const name of ['row_number', 'rank', 'dense_rank', 'percent_rank', 'cume_dist']) ofSeveral.add(name)
  for (const name of ['ntile', 'lag', 'lead', 'first_value', 'last_value', 'nth_value']) ofSeveral.add(name)

  expect(ROW_FUNCTIONS.filter(({ name }) => !ofRows.has(name))).toEqual([])
  expect(AGGREGATE_FUNCTIONS.filter(({ name }) => !ofSeveral.has(name))).toEqual([])
})

it('no function that the editor offers is refused', async () => {
  for (const { name } of [...ROW_FUNCTIONS, ...AGGREGATE_FUNCTIONS]) {
    const refused = await checkExpression(duckdb.connection, `${name}(1)`).then(
      () => '',
      ({ problem }: { problem: { code: string } }) => problem.code,
    )
    // Some have their own syntax, without a list of values.
    expect([name, refused]).not.toEqual([name, 'SQL_NOT_ALLOWED'])
  }
})

it.each([
  `json_serialize_plan('from x')`,
  `json_serialize_sql('select 1')`,
  `json_deserialize_sql('{}')`,
  `current_setting('secret_directory')`,
  `getenv('HOME')`,
  `pg_sleep(1)`,
  `PG_GET_VIEWDEF(1)`,
  `has_table_privilege('a', 'SELECT')`,
  `current_query()`,
  `in_search_path('a', 'b')`,
  `inet_server_addr()`,
  `write_log('a')`,
  `a_function_of_a_later_version(1)`,
  `stats(1) OVER ()`,
])('%s reads more than its arguments, or is not known, and is refused', async (expression) => {
  await expect(checkExpression(duckdb.connection, expression)).rejects.toMatchObject({
    problem: { code: 'SQL_NOT_ALLOWED' },
  })
})

it('is offered once', () => {
  const names = [...ROW_FUNCTIONS, ...AGGREGATE_FUNCTIONS].map(({ name }) => name)
  expect(names.length).toBeGreaterThan(100)
  expect(new Set(names).size).toBe(names.length)
})
