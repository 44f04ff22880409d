import type { CloudTable } from './bigquery-table.ts'

/** DuckDB's types with the functions that BigQuery has for its own. */
export const DUCKDB_TYPES: Readonly<Record<string, string>> = {
  BOOL: 'BOOLEAN',
  INT64: 'BIGINT',
  FLOAT64: 'DOUBLE',
  NUMERIC: 'DECIMAL(38, 9)',
  BYTES: 'BLOB',
  DATE: 'DATE',
  TIME: 'TIME',
  DATETIME: 'TIMESTAMP',
  TIMESTAMP: 'TIMESTAMPTZ',
}

/** The BigQuery types of the short names that a query gives to the columns of its tables. */
export type Types = ReadonlyMap<string, string>

const RENAMED = /`(\w+)` AS (\w+)/g

/** @param tables by their paths */
export function typesIn(query: string, tables: ReadonlyMap<string, CloudTable>): Types {
  const types = new Map<string, string>()
  for (const [, list = '', path = ''] of query.matchAll(/\(SELECT ([^()]*) FROM `([^`]+)`\)/g))
    for (const [, name = '', as = ''] of list.matchAll(RENAMED)) {
      const field = tables.get(path)?.fields.find((own) => own.name === name)
      if (!field) throw new Error(`Unrecognized name: ${name}`)
      types.set(as, field.type)
    }
  return types
}

/** Source: cloud.google.com/bigquery/docs/reference/standard-sql/data-types, "Groupable data types" */
const UNGROUPABLE: ReadonlySet<string> = new Set(['JSON', 'GEOGRAPHY', 'ARRAY', 'STRUCT'])
const UNORDERED: ReadonlySet<string> = UNGROUPABLE
const NUMBERS: ReadonlySet<string> = new Set(['INT64', 'NUMERIC', 'BIGNUMERIC', 'FLOAT64'])

const namesIn = (list: string) => [...list.matchAll(/\b\w+\b/g)].map(([name]) => name)

/** What BigQuery says of a query with types for which it has no such operation; nothing if it runs it. */
export function refusedSelect(query: string, types: Types): string | undefined {
  const typed = (list: string) => namesIn(list).flatMap((name) => types.get(name) ?? [])
  const found = (pattern: RegExp, is: (type: string) => boolean) =>
    [...query.matchAll(pattern)].flatMap(([, list = '']) => typed(list)).find(is)

  const partition = found(/PARTITION BY (.+?) ORDER BY/g, (type) => type === 'FLOAT64' || UNGROUPABLE.has(type))
  if (partition !== undefined) return `Partitioning by expressions of type ${partition} is not allowed`
  const group = found(/ GROUP BY ([\w, ]+)\)/g, (type) => UNGROUPABLE.has(type))
  if (group !== undefined) return `Grouping by expressions of type ${group} is not allowed`
  const distinct = found(/(?:count|COUNT)\(DISTINCT (\w+)\)/g, (type) => UNGROUPABLE.has(type))
  if (distinct !== undefined)
    return `Aggregate functions with DISTINCT cannot be used with arguments of type ${distinct}`
  const ordered = found(/ORDER BY (.+?)\) = 1/g, (type) => UNORDERED.has(type))
  if (ordered !== undefined) return `ORDER BY does not support expressions of type ${ordered}`
  const summed = found(/(?:sum|SUM)\((?:CAST\()?(\w+)/g, (type) => !NUMBERS.has(type))
  if (summed !== undefined) return `No matching signature for aggregate function SUM for argument types: ${summed}.`
  return refusedComparison(query, types)
}

function refusedComparison(query: string, types: Types): string | undefined {
  for (const [, conditions = ''] of query.matchAll(/ ON ((?:\w+ = \w+)(?: AND \w+ = \w+)*)/g))
    for (const condition of conditions.split(' AND ')) {
      const [one = '', other = ''] = condition.split(' = ').map((name) => types.get(name) ?? '')
      const areNumbers = NUMBERS.has(one) && NUMBERS.has(other)
      // What comes out of a group has no type here.
      if (one !== '' && other !== '' && one !== other && !areNumbers)
        return `No matching signature for operator = for argument types: ${one}, ${other}.`
      if (UNGROUPABLE.has(one)) return `Equality is not defined for arguments of type ${one}`
    }
  return undefined
}
