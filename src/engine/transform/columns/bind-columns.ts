import type { DuckDBConnection } from '@duckdb/node-api'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { SourceColumn } from '../../ports/source.ts'
import { quoteName } from '../duckdb/quote-sql.ts'
import type { CompiledStep } from '../steps/compile-step.ts'
import { writingOf } from './field-writing.ts'
import { type BoundColumn, RAW_PREFIX, type Relation, ROW_NUMBER } from './relation.ts'
import { StepError } from './step.ts'

export const withQueries = (queries: readonly string[]): string =>
  queries.length > 0 ? `WITH ${queries.join(',\n')}\n` : ''

/** The columns of a step with DuckDB's types. @throws StepError, or DuckDB's error for SQL that it does not understand */
export async function bindColumns(
  connection: DuckDBConnection,
  queries: readonly string[],
  name: string,
  { sql, columns }: CompiledStep,
): Promise<readonly BoundColumn[]> {
  const list = columns ? columns.map((column) => quoteName(column.name)).join(', ') || 'NULL' : '*'
  const names = columns?.map((column) => column.name)
  if (names) refuseNames(names)
  const statement = await connection.prepare(
    `${withQueries([...queries, `${name} AS (${sql})`])} SELECT ${list} FROM ${name}`,
  )
  try {
    const found = names ?? Array.from({ length: statement.columnCount }, (_, index) => statement.columnName(index))
    refuseNames(found)
    return found.map((own, index) => {
      const type = statement.columnType(index)
      const selected = columns?.[index]
      const label = type.alias ?? String(type)
      const { raw, from } = selected ?? {}
      const value = from?.value ?? writingOf(type).value
      return defined({
        name: own,
        type,
        label: from?.label ?? label.toLowerCase(),
        value,
        nullable: from?.nullable ?? true,
        keyPosition: from?.keyPosition,
        raw,
      })
    })
  } finally {
    statement.destroySync()
  }
}

/** With the source's name and size, which are more precise than our types for reading. */
export function columnNamed(bound: BoundColumn, column: SourceColumn | undefined): BoundColumn {
  if (!column) return bound
  const { type: label, value, nullable, keyPosition } = column
  return { ...bound, label, value, nullable, ...defined({ keyPosition }) }
}

/** Half of a key is not a key. */
export function withKey(
  columns: readonly BoundColumn[],
  { columns: before }: Relation,
  { losesKey }: CompiledStep,
): readonly BoundColumn[] {
  const isKey = ({ keyPosition }: BoundColumn) => keyPosition !== undefined
  if (!losesKey && columns.filter(isKey).length === before.filter(isKey).length) return columns
  return columns.map(({ keyPosition: _, ...column }) => column)
}

/** @throws StepError if DuckDB, which ignores case, could not distinguish columns */
function refuseNames(names: readonly string[]): void {
  const folded = names.map((name) => name.toLowerCase())
  const twice = names.filter((_, index) => folded.indexOf(folded[index] ?? '') !== index)
  if (twice.length > 0) {
    throw new StepError({
      code: 'COLUMN_NAME_TWICE',
      message: sentence`These column names differ only in upper and lower case: ${twice.join(', ')}.`,
      hint: sentence`Rename one of them, or leave it out of the stream.`,
    })
  }
  const reserved = names.find((name) => name.startsWith(RAW_PREFIX) || name === ROW_NUMBER || name === '')
  if (reserved !== undefined)
    throw new StepError({ code: 'NAME_RESERVED', message: sentence`No column can be called "${reserved}" here.` })
}
