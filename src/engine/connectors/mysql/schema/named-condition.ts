import { quoteLiteral } from './quote-identifier.ts'
import type { TableName } from './table-name.ts'

/** Without unnecessary brackets, because MariaDB opens a single table directly only for `name = constant`. */
export function namedCondition(only: readonly TableName[]): string {
  const byDatabase = [...Map.groupBy(only, ({ database }) => database)]
  const conditions = byDatabase.map(([database, tables]) => {
    const names = tables.map(({ name }) => quoteLiteral(name))
    const named = names.length === 1 ? `= ${names[0]}` : `IN (${names.join(', ')})`
    return `TABLE_SCHEMA = ${quoteLiteral(database)} AND TABLE_NAME ${named}`
  })
  return conditions.length === 1 ? (conditions[0] ?? '') : `(${conditions.join(' OR ')})`
}
