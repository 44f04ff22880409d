import { afterAll, beforeAll, expect, it } from 'vitest'

import { type OpenDuckdb, openDuckdb } from '../duckdb/open-duckdb.ts'
import { parseSelect } from './sql-tree.ts'

let duckdb: OpenDuckdb

beforeAll(async () => {
  duckdb = await openDuckdb()
})

afterAll(() => duckdb.close())

it('is laid out by this version of DuckDB as the steps read it', async () => {
  const sql = `SELECT input.a AS b, upper(c) || 'x' FROM input WHERE d > 1 AND e IS NOT NULL`
  const anyPlace = { query_location: expect.any(Number) as unknown }
  const column = (...names: string[]) => ({ class: 'COLUMN_REF', column_names: names })
  const constant: unknown = expect.objectContaining({ class: 'CONSTANT' })
  expect(await parseSelect(duckdb.connection, sql)).toMatchObject({
    node: {
      type: 'SELECT_NODE',
      select_list: [
        { ...column('input', 'a'), ...anyPlace, alias: 'b' },
        {
          class: 'FUNCTION',
          function_name: '||',
          children: [{ class: 'FUNCTION', function_name: 'upper', children: [column('c')] }, constant],
        },
      ],
      from_table: { type: 'BASE_TABLE', table_name: 'input' },
      where_clause: {
        class: 'CONJUNCTION',
        type: 'CONJUNCTION_AND',
        children: [
          { class: 'COMPARISON', type: 'COMPARE_GREATERTHAN', left: column('d'), right: constant },
          { class: 'OPERATOR', type: 'OPERATOR_IS_NOT_NULL', children: [column('e')] },
        ],
      },
    },
  })
})
