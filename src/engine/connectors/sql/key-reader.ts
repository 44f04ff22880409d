import type { KeyReader, ReadRequest, SourceEntity } from '../../ports/source.ts'
import { type KeyColumn, keyColumnsOf, keyOrdersOf } from './key-ranges.ts'
import type { AskSql, KeySql } from './key-sql.ts'

interface ReadTables {
  readonly sql: KeySql
  /** Whether two queries find the same rows. */
  isTable(entity: SourceEntity): boolean
  columnsOf(entity: SourceEntity): readonly KeyColumn[]
  /** As SQL after FROM. */
  rowsOf(entity: SourceEntity, selected: Pick<ReadRequest, 'keys'>): string
  /** Runs queries of a table in the snapshot. @throws ConnectorError */
  reading<T>(entity: SourceEntity, work: (ask: AskSql) => Promise<T>): Promise<T>
}

/** Sums keys by queries of the source. */
export const keyReader = ({ sql, isTable, columnsOf, rowsOf, reading }: ReadTables): KeyReader => ({
  orders: (entity, columns) => (isTable(entity) ? keyOrdersOf(keyColumnsOf(entity.columns, columns)) : []),

  span: (entity, column) => reading(entity, (ask) => sql.span(ask, rowsOf(entity, {}), column)),

  sums(entity, question) {
    const typed = columnsOf(entity)
    const [columns, values] = [question.columns, question.values].map(
      (names) => names && keyColumnsOf(typed, names, question.spellings),
    )
    const from = rowsOf(entity, { keys: question })
    return reading(entity, (ask) => sql.sums(ask, { from, columns: columns ?? [], question, values }))
  },
})
