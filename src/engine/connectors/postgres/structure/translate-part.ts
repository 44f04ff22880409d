import type { ConnectionType } from '../../../../core/catalog/connections/connection-types.ts'
import type { StructurePart } from '../../../ports/table-structure.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { parseRelationName } from '../schema/relation-name.ts'
import { shortName } from '../schema/short-name.ts'

/**
 * Parts of another system as Postgres says them: names of indexes are unique in their schema, so the table is put before them; texts of a list become a
 * check. The key has the name that Postgres gives it.
 */
export function translatePart(part: StructurePart, system: ConnectionType): StructurePart | undefined {
  if (system === 'postgres') return part
  const { name: table } = parseRelationName(part.table)
  switch (part.kind) {
    case 'primary_key':
      return undefined
    case 'index':
    case 'unique':
      return { ...part, name: shortName(`${table}_${part.name}`) }
    case 'foreign_key':
      return { ...part, name: shortName(part.name) }
    case 'values': {
      if (part.areCombined) return part
      const list = part.values.map(quoteLiteral).join(', ')
      const sql = `${quoteIdentifier(part.name)} IN (${list})`
      return {
        kind: 'check',
        table: part.table,
        name: shortName(`${table}_${part.name}_check`),
        columns: part.columns,
        condition: { sql, needs: [], isOwn: true },
        isChecked: true,
        isInherited: true,
      }
    }
    default:
      return part
  }
}
