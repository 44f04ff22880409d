import type { LoadedStream } from '../steps/bind-steps.ts'
import type { CompiledStep } from '../steps/compile-step.ts'
import { readingOf } from './field-reading.ts'
import { ROW_NUMBER, rawName, type SelectedColumn, selectList } from './relation.ts'
import type { ValueRules } from './value-rules.ts'

/**
 * The stream's fields as values. DuckDB reads only columns that a step uses, so a value that it cannot store causes no error until
 * a step needs it.
 */
export function readStream({ table, columns }: LoadedStream, rules: ValueRules): CompiledStep {
  const selected = columns.map(({ name, value }, at): SelectedColumn => {
    const field = `r${at}`
    const { type, read, rule } = readingOf(value)
    const exact =
      rule === undefined
        ? read(field)
        : `coalesce(${read(field)}, CAST(${rules.fail({ column: name, rule }, 'n')} AS ${type}))`
    return {
      name,
      sql: `CAST(CASE WHEN ${field} <> '\\N' THEN ${exact} END AS ${type})`,
      raw: rawName(table, at),
      rawSql: field,
    }
  })
  const list = selectList(selected, false)
  return {
    sql: `SELECT ${list ? `${list}, ` : ''}n AS ${ROW_NUMBER} FROM ${table}`,
    columns: selected,
    isNumbered: true,
  }
}
