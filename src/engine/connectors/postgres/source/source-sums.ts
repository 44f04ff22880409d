import { defined } from '../../../../core/catalog/defined.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { SourceSums } from '../../../ports/source.ts'
import { cellSumsOf } from '../rows/cell-sums.ts'
import { rowsOf } from '../rows/copy-statement.ts'
import { digestStatement, digestsOf, rowsFound } from '../rows/key-digest.ts'
import { rowSumsOf } from '../rows/key-ranges.ts'
import type { DescribedRelations } from './described-relations.ts'

export const sourceSums = (relations: DescribedRelations): SourceSums => ({
  digests: (entity, columns) =>
    relations.isTable(entity) ? digestsOf(relations.typesOf(entity, columns), relations.encoding) : [],

  rows(entity, columns) {
    const summed = columns.map((name) => {
      const column = entity.columns.find((own) => own.name === name)
      return { type: column?.type ?? '', isLoose: column?.ignores !== undefined }
    })
    return rowSumsOf(summed, relations.keeper.major, relations.encoding)
  },

  cells: (entity, columns) =>
    relations.isTable(entity)
      ? cellSumsOf(relations.typesOf(entity, columns), relations.keeper, relations.encoding)
      : undefined,

  async digest({ entity, window }, digest) {
    try {
      return await relations.reading(entity, async (session, relation) => {
        const [row] = await session.query(digestStatement(rowsOf(relation, defined({ window })), digest))
        return row && rowsFound(row)
      })
    } catch (error) {
      if (error instanceof ConnectorError && error.problem.code === 'SOURCE_CHANGED') return undefined
      throw error
    }
  },
})
