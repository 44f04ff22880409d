import type { CloudTable } from './google-cloud.ts'

type Row = Readonly<Record<string, string | null>>

interface Dataset {
  readonly id: string
  readonly tables: Map<string, CloudTable>
}

const names = (list: string) => [...list.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

/**
 * Runs the statements that Millrace writes, as BigQuery would: tables that are missing, columns that are unknown and two rows for one are
 * refused, and what it cannot read is a syntax error.
 * @returns how many rows a single MERGE has put in. @throws Error with BigQuery's words
 */
export function runScript(script: string, dataset: Dataset): number | undefined {
  const statements = script.split(';\n')
  const inserted = statements.map((statement) => runStatement(statement, dataset))
  // A script of several statements has its counts in jobs of its own.
  return statements.length === 1 ? inserted[0] : undefined
}

function runStatement(statement: string, { id, tables }: Dataset): number | undefined {
  const tableOf = (path: string) => {
    if (!path.startsWith(`${id}.`)) throw new Error(`Not found: Dataset of ${path}`)
    return path.slice(id.length + 1)
  }
  const find = (path: string): CloudTable => {
    const table = tables.get(tableOf(path))
    if (!table) throw new Error(`Not found: Table ${path.replace('.', ':')}`)
    return table
  }

  const [, made, definitions = ''] = /^CREATE TABLE IF NOT EXISTS `([^`]+)` \((.*)\)$/s.exec(statement) ?? []
  if (made !== undefined) {
    const fields = definitions.split(', ').map((definition) => {
      const [, name = '', type = ''] = /^`([^`]+)` (\w+)$/.exec(definition) ?? []
      return { name, type }
    })
    if (!tables.has(tableOf(made))) tables.set(tableOf(made), { fields, rows: [] })
    return
  }

  const [, altered, name = '', type = ''] =
    /^ALTER TABLE `([^`]+)` ADD COLUMN IF NOT EXISTS `([^`]+)` (\w+)$/.exec(statement) ?? []
  if (altered !== undefined) {
    const table = find(altered)
    if (!table.fields.some((field) => field.name === name)) table.fields = [...table.fields, { name, type }]
    return
  }

  return merge(statement, find)
}

function merge(statement: string, find: (path: string) => CloudTable): number {
  const match =
    /^MERGE `(?<target>[^`]+)` AS target\nUSING \(SELECT (?<read>.+?) FROM `(?<staging>[^`]+)` WHERE TRUE(?:\s+QUALIFY ROW_NUMBER\(\) OVER \(PARTITION BY (?<partition>.+?) ORDER BY (?<order>`\w+`) DESC\) = 1)?\) AS staged\nON (?<on>.+?)(?: WHEN MATCHED THEN UPDATE SET (?<set>.+?))?\nWHEN NOT MATCHED THEN INSERT \((?<insert>.+?)\) VALUES \(.+\)$/s.exec(
      statement,
    )?.groups
  if (!match) throw new Error('Syntax error: Unexpected keyword')
  const target = find(match['target'] ?? '')
  const staging = find(match['staging'] ?? '')
  const [order = ''] = names(match['order'] ?? '')
  const partition = names(match['partition'] ?? '')
  const on =
    /^(?<keys>(?:target\.`[^`]+` = staged\.`[^`]+`(?: AND )?)+)(?:target\.`(?<moment>[^`]+)` IS NOT DISTINCT FROM staged\.`[^`]+`(?: AND )?)?(?:\(staged\.`(?<cursor>[^`]+)` IS NULL OR staged\.`[^`]+` <= CAST\('(?<until>[^']+)' AS (?<type>\w+)\)\))?$/.exec(
      match['on'] ?? '',
    )?.groups
  if (!on) throw new Error('Syntax error: Unexpected keyword')
  const { moment, cursor, until = '', type = '' } = on
  const key = [...new Set(names(on['keys'] ?? ''))]
  const known = (table: CloudTable, columns: readonly string[]) => {
    const unknown = columns.find((column) => !table.fields.some((field) => field.name === column))
    if (unknown !== undefined) throw new Error(`Unrecognized name: ${unknown}`)
  }
  known(staging, [...names(match['read'] ?? ''), ...partition, ...(order === '' ? [] : [order])])
  known(target, [...names(match['insert'] ?? ''), ...key])
  if (staging.fields.some((field) => partition.includes(field.name) && field.type === 'FLOAT64'))
    throw new Error('Partitioning by expressions of type FLOAT64 is not allowed')

  const keyOf = (row: Row, columns: readonly string[]) => JSON.stringify(columns.map((column) => row[column]))
  const inOrder = [...staging.rows].sort((a, b) => Number(a[order]) - Number(b[order]))
  const staged =
    partition.length > 0 ? [...new Map(inOrder.map((row) => [keyOf(row, partition), row])).values()] : staging.rows
  const set = [...new Set(names(match['set'] ?? ''))]
  const isNumber = ['INT64', 'NUMERIC', 'BIGNUMERIC'].includes(type)
  const isUpTo = (value: string | null | undefined) =>
    value == null || (isNumber ? Number(value) <= Number(until) : Date.parse(value) <= Date.parse(until))
  const isSame = (one: Row, other: Row) =>
    key.every((column) => one[column] !== null && one[column] === other[column]) &&
    (moment === undefined || (one[moment] ?? null) === (other[moment] ?? null)) &&
    (cursor === undefined || isUpTo(one[cursor]))
  const rows = target.rows.map((row) => {
    const matching = staged.filter((candidate) => isSame(candidate, row))
    if (set.length > 0 && matching.length > 1)
      throw new Error('UPDATE/MERGE must match at most one source row for each target row')
    const [found] = matching
    return found ? { ...row, ...Object.fromEntries(set.map((column) => [column, found[column] ?? null])) } : row
  })
  const inserted = staged
    .filter((candidate) => !target.rows.some((row) => isSame(candidate, row)))
    .map((row) => Object.fromEntries(target.fields.map((field) => [field.name, row[field.name] ?? null])))
  target.rows = [...rows, ...inserted]
  return inserted.length
}
