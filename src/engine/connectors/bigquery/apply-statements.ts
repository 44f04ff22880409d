import type { FollowedColumn, FollowedTarget } from './followed-target.ts'
import { quote } from './merge-statement.ts'

export const KIND = '_millrace_kind'
export const UNCHANGED = '_millrace_unchanged'
export const before = (index: number): string => `_millrace_before_${index}`

/** Staged rows of a table, and what is known of them. */
export interface StagedChanges extends FollowedTarget {
  /** As `project.dataset.table`. */
  readonly staging: string
  /** All rows go away before. */
  readonly isEmptied: boolean
  /** The number of staged rows. */
  readonly rows: number
  /** Places of columns whose values only the target has, of some rows. */
  readonly unchanged: ReadonlySet<number>
  /** Rows with another key than before, whose missing values are those of the row with the old one. */
  readonly areMoved: boolean
  /** Rows of a table without a key go. */
  readonly areTaken: boolean
  /** The smallest and the largest value of the first column of the key: BigQuery reads, and charges, only blocks that may have one of them. */
  readonly range?: readonly [from: string, to: string] | undefined
}

/** What has to be done with staged rows. */
export interface AppliedStatements {
  readonly path: string
  readonly statements: readonly string[]
  /** A query before them, of one row and one column: strangers, missing rows that go, and others that are missing, as a JSON list. */
  readonly count?: string
}

/** Statements of one transaction that give a table the last states of its changed rows. */
export function applyStatements(changes: StagedChanges): AppliedStatements {
  const { path, isEmptied, rows, key, areTaken } = changes
  const empty = isEmptied ? [`DELETE FROM ${quote(path)} WHERE TRUE`] : []
  if (rows === 0) return { path, statements: empty }
  if (key.length > 0) return { path, statements: [...empty, mergeByKey(changes)], count: countByKey(changes) }
  return areTaken
    ? { path, statements: [...empty, exchangeByContent(changes)], count: countByContent(changes) }
    : { path, statements: [...empty, insertAll(changes)] }
}

const named = ({ columns }: FollowedTarget): readonly string[] => columns.map(({ name }) => quote(name))

const keyOf = ({ columns, key }: FollowedTarget): readonly FollowedColumn[] =>
  key.flatMap((place) => columns[place] ?? [])

/** A staged value in the type of its column. */
const stagedValue = ({ name, type, staged }: FollowedColumn, own = quote(name)): string =>
  staged.type === type ? own : `CAST(${own} AS ${type})`

const isUnchanged = (row: string, place: number): string =>
  `STRPOS(CONCAT(',', ${row}.${UNCHANGED}, ','), ',${place},') > 0`

function within({ range, ...target }: StagedChanges, row: string): string {
  const [first] = keyOf(target)
  return range && first ? ` ${row}.${quote(first.name)} BETWEEN ${range[0]} AND ${range[1]}` : ''
}

const sameKey = (target: FollowedTarget): string =>
  keyOf(target)
    .map(({ name }) => `target.${quote(name)} = staged.${quote(name)}`)
    .join(' AND ')

/** The rows of the staging table, with the values that only the target has of rows that have moved. */
function stagedRows(changes: StagedChanges): string {
  const { columns, staging, path, areMoved, unchanged } = changes
  if (!areMoved)
    return `(SELECT ${KIND}, ${UNCHANGED}, ${columns.map((column) => `${stagedValue(column)} AS ${quote(column.name)}`).join(', ')} FROM ${quote(staging)})`
  const cells = columns.map((column, place) => {
    const own = stagedValue(column, `coming.${quote(column.name)}`)
    const cell = unchanged.has(place) ? `IF(${isUnchanged('coming', place)}, old.${quote(column.name)}, ${own})` : own
    return `${cell} AS ${quote(column.name)}`
  })
  const old = keyOf(changes).map(
    (column, index) => `old.${quote(column.name)} = ${stagedValue(column, `coming.${before(index)}`)}`,
  )
  return `(SELECT coming.${KIND}, IF(old._millrace_there, '', coming.${UNCHANGED}) AS ${UNCHANGED}, ${cells.join(', ')}
  FROM ${quote(staging)} AS coming LEFT JOIN (SELECT ${named(changes).join(', ')}, TRUE AS _millrace_there FROM ${quote(path)}) AS old ON ${old.join(' AND ')})`
}

/** Every key is staged once, so that no row of the target is met twice. */
function mergeByKey(changes: StagedChanges): string {
  const { columns, key, path, unchanged } = changes
  const sets = columns.flatMap(({ name }, place) => {
    if (key.includes(place)) return []
    const own = quote(name)
    return unchanged.has(place)
      ? [`${own} = IF(${isUnchanged('staged', place)}, target.${own}, staged.${own})`]
      : [`${own} = staged.${own}`]
  })
  const names = named(changes)
  const range = within(changes, 'target')
  return `MERGE ${quote(path)} AS target
USING ${stagedRows(changes)} AS staged
ON ${sameKey(changes)}${range === '' ? '' : ` AND${range}`}
WHEN MATCHED AND staged.${KIND} = 'd' THEN DELETE${sets.length > 0 ? `\nWHEN MATCHED THEN UPDATE SET ${sets.join(', ')}` : ''}
WHEN NOT MATCHED AND staged.${KIND} <> 'd' AND staged.${UNCHANGED} = '' THEN INSERT (${names.join(', ')}) VALUES (${names.map((name) => `staged.${name}`).join(', ')})`
}

function countByKey(changes: StagedChanges): string {
  const keys = keyOf(changes)
  const staged = keys.map((column) => `${stagedValue(column)} AS ${quote(column.name)}`)
  const range = within(changes, 'there')
  return `SELECT TO_JSON_STRING([COUNTIF(staged.${KIND} = 'i' AND target._millrace_there), COUNTIF(staged.${KIND} = 'd' AND target._millrace_there IS NULL), COUNTIF(staged.${KIND} IN ('u', 'r') AND target._millrace_there IS NULL)])
FROM (SELECT ${KIND}, ${staged.join(', ')} FROM ${quote(changes.staging)}) AS staged
LEFT JOIN (SELECT ${keys.map(({ name }) => quote(name)).join(', ')}, TRUE AS _millrace_there FROM ${quote(changes.path)} AS there${range === '' ? '' : ` WHERE${range}`}) AS target
ON ${sameKey(changes)}`
}

function insertAll(changes: StagedChanges): string {
  const { columns, path, staging } = changes
  return `INSERT INTO ${quote(path)} (${named(changes).join(', ')})
SELECT ${columns.map((column) => stagedValue(column)).join(', ')} FROM ${quote(staging)} WHERE ${KIND} = 'i'`
}

/**
 * Rows are compared as JSON, which all our types have, because FLOAT64 cannot be grouped by, and NULL equals nothing.
 * @param valueAt the value of a column in the type of the target
 */
const contentOf = ({ columns }: FollowedTarget, valueAt: (column: FollowedColumn) => string): string =>
  `SHA256(TO_JSON_STRING(STRUCT(${columns.map((column, at) => `${valueAt(column)} AS v${at}`).join(', ')})))`

const own = ({ name }: FollowedColumn) => quote(name)

/** Of each content that goes, how many rows do, and one of them. */
function takenRows(changes: StagedChanges): string {
  const cells = changes.columns.map((column) => `ANY_VALUE(${own(column)}) AS ${own(column)}`)
  const staged = changes.columns.map((column) => `${stagedValue(column)} AS ${own(column)}`)
  return `(SELECT content, SUM(CAST(${UNCHANGED} AS INT64)) AS wanted, ${cells.join(', ')}
  FROM (SELECT ${UNCHANGED}, ${contentOf(changes, (column) => stagedValue(column))} AS content, ${staged.join(', ')} FROM ${quote(changes.staging)} WHERE ${KIND} = 'd') GROUP BY content)`
}

const thereRows = (changes: StagedChanges): string =>
  `(SELECT content, COUNT(*) AS found FROM (SELECT ${contentOf(changes, own)} AS content FROM ${quote(changes.path)}) GROUP BY content)`

/** Rows without a key: all of a content go, and those that are more than have to go come again. */
function exchangeByContent(changes: StagedChanges): string {
  const { columns, path, staging } = changes
  const names = named(changes)
  const target = contentOf(changes, (column) => `target.${own(column)}`)
  return `MERGE ${quote(path)} AS target
USING (SELECT TRUE AS goes, content, ${names.join(', ')} FROM ${takenRows(changes)} AS taken
  UNION ALL SELECT FALSE, taken.content, ${names.map((name) => `taken.${name}`).join(', ')} FROM ${takenRows(changes)} AS taken JOIN ${thereRows(changes)} AS there ON there.content = taken.content, UNNEST(GENERATE_ARRAY(1, there.found - taken.wanted)) AS nth
  UNION ALL SELECT FALSE, NULL, ${columns.map((column) => stagedValue(column)).join(', ')} FROM ${quote(staging)} WHERE ${KIND} = 'i') AS staged
ON staged.goes AND ${target} = staged.content
WHEN MATCHED THEN DELETE
WHEN NOT MATCHED AND NOT staged.goes THEN INSERT (${names.join(', ')}) VALUES (${names.map((name) => `staged.${name}`).join(', ')})`
}

const countByContent = (changes: StagedChanges): string =>
  `SELECT TO_JSON_STRING([0, IFNULL(SUM(GREATEST(0, taken.wanted - IFNULL(there.found, 0))), 0), 0])
FROM ${takenRows(changes)} AS taken LEFT JOIN ${thereRows(changes)} AS there ON there.content = taken.content`
