import type { Condition, Pushdown } from '../../../ports/pushdown.ts'
import { COMMON_TEXT } from '../../../ports/value-type.ts'
import { pushedCondition } from '../../sql/pushdown/pushed-condition.ts'
import { COPY_TEXT, readExpression } from '../rows/copy-statement.ts'
import type { Relation } from '../schema/describe-relations.ts'
import { pushdownDialect, pushedValue } from './pushdown-value.ts'

/** Steps as parts of a SELECT. */
export interface PushedSelect {
  /** SQL for each column after the steps, in the notation of common text. */
  readonly columns: ReadonlyMap<string, string>
  readonly where: readonly string[]
  /** Conditions of rows that only the engine can judge. */
  readonly outside: readonly string[]
  readonly keepsOrder: boolean
}

/** Relations that return the same rows when they are queried twice in one snapshot. */
const STORED: readonly Relation['kind'][] = ['table', 'partitioned table', 'materialized view']

/** @param nativeText columns that keep the server's notation. @returns nothing if Postgres could return another result than the engine */
export function pushedSelect(
  relation: Relation,
  { columns, conditions, keepsOrder = false }: Pushdown,
  nativeText: readonly string[] = [],
): PushedSelect | undefined {
  const outside = new Set<string>()
  const list = new Map<string, string>()
  for (const [name, value] of columns) {
    const column = value.kind === 'column' && relation.columns.find((own) => own.name === value.name)
    const made = column
      ? { sql: readExpression(column, nativeText.includes(name) ? COPY_TEXT : COMMON_TEXT), outside: [] }
      : pushedValue(relation, value)
    if (!made) return undefined
    list.set(name, made.sql)
    for (const condition of made.outside) outside.add(condition)
  }
  const where: string[] = []
  for (const condition of conditions) {
    const made = pushedCondition(pushdownDialect(relation), condition)
    if (!made) return undefined
    where.push(made.sql)
    for (const other of made.outside) outside.add(other)
  }
  const isAskedTwice = where.length > 0 || outside.size > 0
  if (isAskedTwice && (relation.isFiltered || !STORED.includes(relation.kind))) return undefined
  return { columns: list, where, outside: [...outside], keepsOrder }
}

/** Conditions in SQL for a read that may return more rows; those that only the engine can judge are among them. */
export const narrowing = (relation: Relation, conditions: readonly Condition[] = []): readonly string[] =>
  conditions.flatMap((condition) => {
    const made = pushedCondition(pushdownDialect(relation), condition)
    return made ? [`(${[made.sql, ...made.outside.map((sql) => `(${sql})`)].join(' OR ')})`] : []
  })

/** Bytes are hashed and compared, so texts must be UTF-8; a partition on another server is not in our snapshot. */
export const suitabilityQuery = ({ oid }: Relation): string =>
  `SELECT pg_catalog.getdatabaseencoding() AS encoding, EXISTS (SELECT FROM pg_catalog.pg_partition_tree(${oid}) t
     JOIN pg_catalog.pg_class c ON c.oid = t.relid WHERE c.relkind = 'f') AS is_elsewhere`
