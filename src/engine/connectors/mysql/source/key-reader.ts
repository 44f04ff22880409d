import type { KeyReader } from '../../../ports/source.ts'
import { keyColumnsOf, keyOrdersOf } from '../../shared/key-ranges.ts'
import { keySpanOf, keySpanStatement, keySumOf, keySumsStatement } from '../rows/key-ranges.ts'
import { sqlName } from '../schema/table-name.ts'
import { whereOf } from './read-conditions.ts'
import { isSummable, type SnapshotQueries } from './snapshot-queries.ts'

export const keyReader = (queries: SnapshotQueries): KeyReader => ({
  orders: (entity, columns) => (isSummable(entity) ? keyOrdersOf(keyColumnsOf(entity.columns, columns)) : []),

  async span(entity, column) {
    const [row] = await queries.query(entity, keySpanStatement(sqlName(queries.nameOf(entity)), column))
    return row && keySpanOf(row)
  },

  async sums(entity, question) {
    const keys = keyColumnsOf(entity.columns, question.columns)
    const summed = question.values && keyColumnsOf(entity.columns, question.values)
    const from = `${sqlName(queries.nameOf(entity))}${whereOf(entity, { keys: question })}`
    const rows = await queries.query(entity, keySumsStatement(from, keys, question, summed))
    return rows.map((row) => keySumOf(row, question))
  },
})
