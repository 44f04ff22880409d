import { momentOf } from './bigquery-moments.ts'
import { refusedField } from './bigquery-names.ts'
import { askDuckdb } from './bigquery-question.ts'
import { sumInDuckdb } from './bigquery-sum.ts'
import type { CloudTable } from './bigquery-table.ts'

type Row = Readonly<Record<string, string | null>>

export interface Dataset {
  readonly id: string
  readonly tables: Map<string, CloudTable>
}

const names = (list: string) => [...list.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

/**
 * Runs the statements that Millrace writes, as BigQuery would: tables that are missing, columns that are unknown and two rows for one are
 * refused, and what it cannot read is a syntax error.
 * @returns how many rows a single MERGE or INSERT has put in or changed. @throws Error with BigQuery's words
 */
export function runScript(script: string, dataset: Dataset): ChangedRows | undefined {
  const statements = script.split(';\n')
  const changed = statements.map((statement) => runStatement(statement, dataset))
  // A script of several statements has its counts in jobs of its own.
  return statements.length === 1 ? changed[0] : undefined
}

export interface ChangedRows {
  readonly inserted: number
  readonly updated: number
}

function runStatement(statement: string, { id, tables }: Dataset): ChangedRows | undefined {
  const tableOf = (path: string) => {
    if (!path.startsWith(`${id}.`)) throw new Error(`Not found: Dataset of ${path}`)
    return path.slice(id.length + 1)
  }
  const find = (path: string): CloudTable => {
    const table = tables.get(tableOf(path))
    if (!table) throw new Error(`Not found: Table ${path.replace('.', ':')}`)
    return table
  }

  if (/^(CREATE TEMP TABLE \w+ \([\w ,]+\)|DELETE FROM millrace_\w+ WHERE TRUE)$/.test(statement)) return

  const [, made, definitions = ''] =
    /^CREATE TABLE IF NOT EXISTS `([^`]+)` \((.*)\)(?: CLUSTER BY [\w, ]+)?$/s.exec(statement) ?? []
  if (made !== undefined) {
    const fields = definitions.split(', ').map((definition) => {
      const [, name = '', type = ''] = /^`?([^`\s]+)`? (\w+)$/.exec(definition) ?? []
      return { name, type }
    })
    refuseFields(fields)
    if (!tables.has(tableOf(made))) tables.set(tableOf(made), { fields, rows: [] })
    return
  }

  const [, altered, name = '', type = ''] =
    /^ALTER TABLE `([^`]+)` ADD COLUMN IF NOT EXISTS `([^`]+)` (\w+)$/.exec(statement) ?? []
  if (altered !== undefined) {
    const table = find(altered)
    refuseFields([{ name }])
    if (!table.fields.some((field) => field.name === name)) table.fields = [...table.fields, { name, type }]
    return
  }

  const [, changed, column = '', change = ''] =
    /^ALTER TABLE `([^`]+)` ALTER COLUMN `([^`]+)` (.+)$/.exec(statement) ?? []
  if (changed !== undefined) {
    const table = find(changed)
    if (!table.fields.some((field) => field.name === column)) throw new Error(`Column not found: ${column}`)
    table.fields = table.fields.map((field) => (field.name === column ? changedField(field, change) : field))
    return
  }

  return statement.startsWith('INSERT ') ? insertNew(statement, find) : merge(statement, find)
}

/**
 * The types that BigQuery gives a column that has another one.
 * Source: cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language#alter_column_set_data_type_statement
 */
const ASSIGNABLE: Readonly<Record<string, readonly string[]>> = {
  INT64: ['NUMERIC', 'BIGNUMERIC', 'FLOAT64'],
  INTEGER: ['NUMERIC', 'BIGNUMERIC', 'FLOAT64'],
  NUMERIC: ['BIGNUMERIC', 'FLOAT64'],
}

function refuseFields(fields: readonly { readonly name: string }[]): void {
  const refused = refusedField(fields)
  if (refused !== undefined) throw new Error(refused)
}

function changedField(field: CloudTable['fields'][number], change: string): CloudTable['fields'][number] {
  if (change === 'DROP NOT NULL') return { ...field, mode: 'NULLABLE' }
  const [, type] = /^SET DATA TYPE (\w+)$/.exec(change) ?? []
  if (type === undefined) throw new Error('Syntax error: Unexpected keyword')
  if (field.type !== type && !ASSIGNABLE[field.type]?.includes(type))
    throw new Error(
      `ALTER TABLE ALTER COLUMN SET DATA TYPE requires that the existing column type (${field.type}) is assignable to the new type (${type})`,
    )
  return { ...field, type }
}

/** Answers the questions that Millrace asks, each by one row. @returns nothing for a script */
export async function answerOf(
  statement: string,
  dataset: Dataset,
): Promise<readonly (number | string | null)[] | undefined> {
  if (statement === 'SELECT CAST(CURRENT_TIMESTAMP() AS STRING)') return [momentOf(dataset.tables)]
  if (/^WITH |^SELECT COUNT\(\*\), STRING_AGG\(/.test(statement)) return askDuckdb(statement, dataset)
  if (/^SELECT COUNT\(\*\), (CAST\(IFNULL\(SUM|NULL FROM)/.test(statement)) return sumInDuckdb(statement, dataset)
  if (statement.startsWith('SELECT COUNT(*) FROM (SELECT DISTINCT ')) return keysIn(statement, dataset)
  return statement.startsWith('SELECT ') ? vanishedIn(statement, dataset) : undefined
}

/** How many keys the rows of a table have. */
function keysIn(statement: string, { id, tables }: Dataset): readonly number[] {
  const [, keys = '', path = ''] = /\(SELECT DISTINCT (.+?) FROM `([^`]+)`\)$/.exec(statement) ?? []
  const table = tables.get(path.slice(id.length + 1))
  if (!table) throw new Error(`Not found: Table ${path.replace('.', ':')}`)
  const key = names(keys)
  requireColumns(table, key)
  return [new Set(table.rows.map((row) => JSON.stringify(key.map((column) => row[column])))).size]
}

/** How many rows of a table are not staged. */
function vanishedIn(statement: string, { id, tables }: Dataset): readonly number[] {
  const match =
    /^SELECT COUNT\(\*\), COUNTIF\(staged\.`[^`]+` IS NULL\) FROM `(?<target>[^`]+)` AS target\nLEFT JOIN \(SELECT DISTINCT (?<keys>.+?) FROM `(?<staging>[^`]+)`\) AS staged\nON .+ WHERE (?:TRUE|target\.`(?<mark>[^`]+)` IS NULL)$/s.exec(
      statement,
    )?.groups
  if (!match) throw new Error('Syntax error: Unexpected keyword')
  const find = (path = '') => {
    const table = tables.get(path.slice(id.length + 1))
    if (!table) throw new Error(`Not found: Table ${path.replace('.', ':')}`)
    return table
  }
  const [target, staging] = [find(match['target']), find(match['staging'])]
  const key = names(match['keys'] ?? '')
  const { mark } = match
  requireColumns(target, [...key, ...(mark === undefined ? [] : [mark])])
  const keyOf = (row: Row) => JSON.stringify(key.map((column) => row[column]))
  const staged = new Set(staging.rows.map(keyOf))
  const there = target.rows.filter((row) => mark === undefined || row[mark] == null)
  return [there.length, there.filter((row) => !staged.has(keyOf(row))).length]
}

type Find = (path: string) => CloudTable

function requireColumns(table: CloudTable, columns: readonly string[]): void {
  const unknown = columns.find((column) => !table.fields.some((field) => field.name === column))
  if (unknown !== undefined) throw new Error(`Unrecognized name: ${unknown}`)
}

/** Puts staged rows beside those that are there, but for as many as are there of those that are equal. */
function insertNew(statement: string, find: Find): ChangedRows {
  const match =
    /^INSERT INTO `(?<target>[^`]+)` \((?<insert>[^()]+)\)\nSELECT (?<read>[^()]+)\nFROM \(SELECT \*, ROW_NUMBER\(\) OVER \(PARTITION BY _millrace_hash\) AS _millrace_number\n {2}FROM \(SELECT \*, SHA256\(TO_JSON_STRING\(STRUCT\((?<values>[^()]+)\)\)\) AS _millrace_hash FROM `(?<staging>[^`]+)`\)\) AS staged\nLEFT JOIN \(SELECT _millrace_hash, COUNT\(\*\) AS _millrace_count\n {2}FROM \(SELECT SHA256\(TO_JSON_STRING\(STRUCT\((?<there>[^()]+)\)\)\) AS _millrace_hash FROM `(?<again>[^`]+)`(?: WHERE `(?<cursor>[^`]+)` >= \(SELECT MIN\(`[^`]+`\) FROM `[^`]+`\) OR `[^`]+` IS NULL)?\) GROUP BY _millrace_hash\) AS there\nON there\._millrace_hash = staged\._millrace_hash\nWHERE staged\._millrace_number > IFNULL\(there\._millrace_count, 0\)(?: OR staged\.`(?<moment>[^`]+)` > CAST\('(?<until>[^']+)' AS (?<type>\w+)\))?$/.exec(
      statement,
    )?.groups
  if (!match) throw new Error('Syntax error: Unexpected keyword')
  const target = find(match['target'] ?? '')
  const staging = find(match['staging'] ?? '')
  const { cursor, moment, until = '', type = '' } = match
  const compared = names(match['values'] ?? '')
  requireColumns(staging, [...names(match['read'] ?? ''), ...compared])
  requireColumns(target, [...names(match['insert'] ?? ''), ...names(match['there'] ?? '')])
  const contentOf = (row: Row) => JSON.stringify(compared.map((column) => row[column] ?? null))
  const cursorType = staging.fields.find(({ name }) => name === cursor)?.type ?? ''
  const moments = cursor === undefined ? [] : staging.rows.flatMap((row) => row[cursor] ?? [])
  const isRecent = (row: Row) => {
    const value = cursor === undefined ? null : row[cursor]
    return value == null || moments.some((staged) => compare(value, staged, cursorType) >= 0)
  }
  const left = new Map<string, number>()
  for (const row of target.rows.filter(isRecent)) left.set(contentOf(row), (left.get(contentOf(row)) ?? 0) + 1)
  const inserted = staging.rows.filter((row) => {
    const content = contentOf(row)
    const there = left.get(content) ?? 0
    left.set(content, there - 1)
    const value = moment === undefined ? null : row[moment]
    return there <= 0 || (value != null && compare(value, until, type) > 0)
  })
  target.rows = [...target.rows, ...inserted.map((row) => withColumns(row, target))]
  return { inserted: inserted.length, updated: 0 }
}

const withColumns = (row: Row, { fields }: CloudTable): Row =>
  Object.fromEntries(fields.map(({ name }) => [name, row[name] ?? null]))

/** Below, at or above zero, as values of that type. */
function compare(one: string, other: string, type: string): number {
  const isNumber = ['INT64', 'NUMERIC', 'BIGNUMERIC'].includes(type)
  return isNumber ? Number(one) - Number(other) : Date.parse(one) - Date.parse(other)
}

function merge(statement: string, find: Find): ChangedRows {
  const match =
    /^MERGE `(?<target>[^`]+)` AS target\nUSING \(SELECT (?<read>.+?) FROM `(?<staging>[^`]+)` WHERE TRUE(?:\s+QUALIFY ROW_NUMBER\(\) OVER \(PARTITION BY (?<partition>.+?) ORDER BY (?<order>`\w+`) DESC\) = 1)?\) AS staged\nON (?<on>.+?)(?: WHEN MATCHED(?: AND \(target\.`(?<age>[^`]+)` IS NULL OR staged\.`\k<age>` (?<newer>>=?) target\.`\k<age>`\))? THEN UPDATE SET (?<set>.+?))?\nWHEN NOT MATCHED THEN INSERT \((?<insert>.+?)\) VALUES \([^)]+\)(?:\nWHEN NOT MATCHED BY SOURCE(?: AND (?:TRUE|target\.`(?<marked>[^`]+)` IS NULL))? THEN (?:(?<gone>DELETE)|UPDATE SET `(?<mark>[^`]+)` = TIMESTAMP '(?<at>[^']+)'))?$/s.exec(
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
  requireColumns(staging, [...names(match['read'] ?? ''), ...partition, ...(order === '' ? [] : [order])])
  requireColumns(target, [...names(match['insert'] ?? ''), ...key])
  if (staging.fields.some((field) => partition.includes(field.name) && field.type === 'FLOAT64'))
    throw new Error('Partitioning by expressions of type FLOAT64 is not allowed')

  const keyOf = (row: Row, columns: readonly string[]) => JSON.stringify(columns.map((column) => row[column]))
  const inOrder = [...staging.rows].sort((a, b) => Number(a[order]) - Number(b[order]))
  const staged =
    partition.length > 0 ? [...new Map(inOrder.map((row) => [keyOf(row, partition), row])).values()] : staging.rows
  const [setText = '', cleared] = (match['set'] ?? '').split(/(?:, )?(`[^`]+`) = NULL$/)
  const set = [...new Set(names(setText))]
  const clears = names(cleared ?? '')
  const { marked, gone, mark, at = '' } = match
  requireColumns(target, [...clears, ...(mark === undefined ? [] : [mark])])
  const isUpTo = (value: string | null | undefined) => value == null || compare(value, until, type) <= 0
  const isSame = (one: Row, other: Row) =>
    key.every((column) => one[column] !== null && one[column] === other[column]) &&
    (moment === undefined || (one[moment] ?? null) === (other[moment] ?? null)) &&
    (cursor === undefined || isUpTo(one[cursor]))
  const { age, newer } = match
  if (age !== undefined) requireColumns(target, [age])
  const ageType = target.fields.find(({ name }) => name === age)?.type ?? ''
  const isUpdated = (row: Row, found: Row) => {
    const [own, other] = age === undefined ? [null] : [row[age], found[age]]
    if (own == null) return true
    const difference = other == null ? -1 : compare(other, own, ageType)
    return newer === '>=' ? difference >= 0 : difference > 0
  }
  let updated = 0
  const before = target.rows
  const rows = before.map((row) => {
    const matching = staged.filter((candidate) => isSame(candidate, row))
    if (set.length > 0 && matching.length > 1)
      throw new Error('UPDATE/MERGE must match at most one source row for each target row')
    const [found] = matching
    if (!found)
      return mark !== undefined && (marked === undefined || row[marked] == null) ? { ...row, [mark]: at } : row
    if (match['set'] === undefined || !isUpdated(row, found)) return row
    updated++
    const changed = [...set.map((column) => [column, found[column] ?? null]), ...clears.map((column) => [column, null])]
    return { ...row, ...Object.fromEntries(changed) }
  })
  const inserted = staged
    .filter((candidate) => !target.rows.some((row) => isSame(candidate, row)))
    .map((row) => withColumns(row, target))
  const stays = (_row: Row, place: number) =>
    gone === undefined || staged.some((one) => isSame(one, before[place] ?? {}))
  target.rows = [...rows.filter(stays), ...inserted]
  return { inserted: inserted.length, updated }
}
