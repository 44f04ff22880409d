import { defined } from '../../../../core/catalog/defined.ts'
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
        table: tableName(first),
        name,
        method: (first['method'] ?? 'BTREE').toLowerCase(),
        included: [],
        columns: own.flatMap((row) => row['col'] ?? []),
        elements: own.map(elementOf),
        needs: [],
        options: [],
        ...defined({
          comment: comment !== '' ? comment : undefined,
          isHidden: first['hidden'] === '1' ? true : undefined,
        }),
      }
      if (name === 'PRIMARY') return [{ ...like, kind: 'primary_key' as const, deferral: 'none' as const }]
      return [{ ...like, kind: 'index' as const, isUnique: first['repeats'] === '0' }]
    },
  )

const elementOf = (row: TextRow): IndexElement =>
  defined({
    column: row['col'] ?? undefined,
    sql: row['col'] == null && row['expression'] != null ? catalogExpression(row['expression'], false) : undefined,
    // A spatial index has a length in the catalogue that its definition cannot have.
    prefix: row['part'] != null && row['method'] !== 'SPATIAL' ? Number(row['part']) : undefined,
    isDescending: row['direction'] === 'D' ? true : undefined,
  })
