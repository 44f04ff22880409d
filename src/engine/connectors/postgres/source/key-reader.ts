import type { KeyReader } from '../../../ports/source.ts'
import { keyColumnsOf, keyOrdersOf } from '../../shared/key-ranges.ts'
import { rowsOf } from '../rows/copy-statement.ts'
import { keySpanOf, keySpanStatement, keySumOf, keySumsStatement } from '../rows/key-ranges.ts'
import { behindDomains } from '../schema/base-type.ts'
import type { DescribedRelations } from './described-relations.ts'

export const keyReader = (relations: DescribedRelations): KeyReader => ({
  orders: (entity, columns) => (relations.isTable(entity) ? keyOrdersOf(keyColumnsOf(entity.columns, columns)) : []),

  async span(entity, column) {
    return keySpanOf(await relations.ask(keySpanStatement(rowsOf(relations.of(entity), {}), column)))
  },

  async sums(entity, question) {
    const { columns, values } = question
    const typed = entity.columns.map((column) => ({ ...column, type: behindDomains(column) }))
    const keys = keyColumnsOf(typed, columns)
    const summed = values && keyColumnsOf(typed, values)
    return relations.reading(entity, async (session, relation) => {
      const found = await session.query(keySumsStatement(rowsOf(relation, { keys: question }), keys, question, summed))
      return found.map((row) => keySumOf(row, question))
    })
  },
})
