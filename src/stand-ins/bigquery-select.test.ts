import { describe, expect, it } from 'vitest'
import { selectRows } from './bigquery-select.ts'
import type { CloudTable } from './bigquery-table.ts'

const table = (type: string, value: string | null = null): CloudTable => ({
  fields: [{ name: 'v', type }],
  rows: [{ v: value }],
})

const ask = (query: string, type = 'INT64', value: string | null = null) =>
  selectRows(query.replaceAll('FROM t', 'FROM `p.d.t`'), { id: 'p.d', tables: new Map([['t', table(type, value)]]) })

const RAW = '(SELECT `v` AS r0 FROM t) AS r1'

describe('a query whose rows go to a table of BigQuery', () => {
  it.each([
    [
      'FLOAT64',
      `SELECT CAST(r0 AS FLOAT64) AS \`v\` FROM ${RAW} WHERE TRUE QUALIFY ROW_NUMBER() OVER (PARTITION BY r0 ORDER BY r0) = 1`,
      'Partitioning by expressions of type FLOAT64',
    ],
    [
      'JSON',
      `SELECT CAST(r2 AS STRING) AS \`v\` FROM (SELECT r0 AS r2 FROM ${RAW} GROUP BY r0) AS r3`,
      'Grouping by expressions of type JSON',
    ],
    [
      'JSON',
      `SELECT CAST(r2 AS INT64) AS \`v\` FROM (SELECT COUNT(DISTINCT r0) AS r2 FROM ${RAW}) AS r3`,
      'with arguments of type JSON',
    ],
    [
      'GEOGRAPHY',
      `SELECT CAST(r2 AS STRING) AS \`v\` FROM (SELECT r0 AS r2 FROM ${RAW} GROUP BY r0) AS r3`,
      'GEOGRAPHY',
    ],
    [
      'STRING',
      `SELECT CAST(r2 AS BIGNUMERIC) AS \`v\` FROM (SELECT SUM(CAST(r0 AS BIGNUMERIC)) AS r2 FROM ${RAW}) AS r3`,
      'SUM for argument types: STRING',
    ],
    ['INT64', `SELECT DISTINCT ON (r0) CAST(r0 AS INT64) AS \`v\` FROM ${RAW}`, 'Syntax error'],
    ['INT64', `SELECT CAST(r0 AS INT64) AS \`v\` FROM (SELECT \`gone\` AS r0 FROM t) AS r1`, 'Unrecognized name: gone'],
    ['INT64', 'SELECT `v` FROM `p.d.gone`', 'Not found: Table'],
  ])('is refused as BigQuery does, for %s: %s', async (type, query, words) => {
    await expect(ask(query, type)).rejects.toThrow(words)
  })

  it('is refused if it compares values of different types', async () => {
    const tables = new Map([
      ['a', table('INT64')],
      ['b', table('STRING')],
    ])
    const query =
      'SELECT CAST(r0 AS INT64) AS `v` FROM (SELECT `v` AS r0 FROM `p.d.a`) AS r1 JOIN (SELECT `v` AS r2 FROM `p.d.b`) AS r3 ON r0 = r2'
    await expect(selectRows(query, { id: 'p.d', tables })).rejects.toThrow(
      'operator = for argument types: INT64, STRING',
    )
  })

  it('has the types of its casts, and numbers without zeros at their ends', async () => {
    expect(await ask(`SELECT CAST(r0 AS NUMERIC) AS \`w\` FROM ${RAW}`, 'NUMERIC', '1.500')).toEqual({
      fields: [{ name: 'w', type: 'NUMERIC', mode: 'NULLABLE' }],
      rows: [{ w: '1.5' }],
    })
  })
})
