import { defined } from '../../../../core/catalog/defined.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { SourceEntity, SourceSums } from '../../../ports/source.ts'
import { cellSumsOf } from '../rows/cell-sums.ts'
import { digestsOf, sumRows } from '../rows/key-digest.ts'
import { sqlName } from '../schema/table-name.ts'
import { whereOf } from './read-conditions.ts'
import { isSummable, type SnapshotQueries } from './snapshot-queries.ts'

export const sourceSums = (queries: SnapshotQueries): SourceSums => ({
  digests: (entity, columns) => (isSummable(entity) ? digestsOf(typesOf(entity, columns)) : []),

  rows: () => [],

  cells(entity, names) {
    if (!isSummable(entity)) return undefined
    const { columns } = entity
    const areAll = names.length === columns.length && names.every((name, at) => columns[at]?.name === name)
    return cellSumsOf({ serverVersion: queries.serverVersion, types: typesOf(entity, names), areAll })
  },

  async digest({ entity, window }, digest) {
    const rows = `${sqlName(queries.nameOf(entity))}${whereOf(entity, defined({ window }))}`
    try {
      return await sumRows((statement) => queries.query(entity, statement), rows, digest)
    } catch (error) {
      if (error instanceof ConnectorError && error.problem.code === 'SOURCE_CHANGED') return undefined
      throw error
    }
  },
})

const typesOf = ({ columns }: SourceEntity, names: readonly string[]) =>
  names.map((name) => columns.find((column) => column.name === name)?.type ?? '')
