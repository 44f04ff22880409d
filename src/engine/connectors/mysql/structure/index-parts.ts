import type { IndexElement, StructurePart } from '../../../ports/table-structure.ts'
import type { TextRow } from '../driver/mysql-session.ts'
import { catalogExpression } from './catalog-expression.ts'
import { tableName } from './table-name-of.ts'

/** @param rows one per column of an index */
export const indexParts = (rows: readonly TextRow[]): readonly StructurePart[] =>
  [...Map.groupBy(rows, (row) => `${tableName(row)}\0${row['own']}`).values()].flatMap(
    (rowsOfIndex): readonly StructurePart[] => {
      const own = rowsOfIndex.toSorted((one, other) => Number(one['place']) - Number(other['place']))
      const [first] = own
      if (!first) return []
      const name = first['own'] ?? ''
      const comment = first['comment'] ?? ''
      const like = {
        ...{ table: tableName(first), name, method: (first['method'] ?? 'BTREE').toLowerCase(), included: [] },
        columns: own.flatMap((row) => row['col'] ?? []),
        elements: own.map(elementOf),
        ...{ needs: [], options: [] },
        ...(comment !== '' && { comment }),
        ...(first['hidden'] === '1' && { isHidden: true as const }),
      }
      if (name === 'PRIMARY') return [{ ...like, kind: 'primary_key' as const, deferral: 'none' as const }]
      return [{ ...like, kind: 'index' as const, isUnique: first['repeats'] === '0' }]
    },
  )

const elementOf = (row: TextRow): IndexElement => ({
  ...(row['col'] != null && { column: row['col'] }),
  ...(row['col'] == null && row['expression'] != null && { sql: catalogExpression(row['expression'], false) }),
  // A spatial index has a length in the catalogue that its definition cannot have.
  ...(row['part'] != null && row['method'] !== 'SPATIAL' && { prefix: Number(row['part']) }),
  ...(row['direction'] === 'D' && { isDescending: true }),
})
