import type { StructurePart } from '../../../ports/table-structure.ts'
import { parseTableName } from '../schema/table-name.ts'

/** What an index or a foreign key is, without its name, so that two can be compared. Nothing for other parts. */
export function definitionOf(part: StructurePart): string | undefined {
  switch (part.kind) {
    case 'index':
    case 'unique': {
      const elements = part.elements.map(({ column, sql, prefix }) => [column?.toLowerCase(), bare(sql), prefix])
      // Servers without descending indexes take them as ascending ones.
      return JSON.stringify(['deferral' in part || part.isUnique, part.method, elements])
    }
    case 'foreign_key': {
      const { database } = parseTableName(part.table, '')
      const to = parseTableName(part.referred.table, database)
      const columns = [part.columns, part.referred.columns].map((names) => names.map((name) => name.toLowerCase()))
      return JSON.stringify([columns, to.database, to.name, action(part.onUpdate), action(part.onDelete)])
    }
    default:
      return undefined
  }
}

/** The server writes brackets and character sets of expressions in its own way. */
const bare = (sql: string | undefined) => sql?.replace(/_\w+(?=')|[()\s`]/g, '').toLowerCase()

/** The two are the same where nothing is checked later. */
const action = (rule: string) => (rule === 'NO ACTION' ? 'RESTRICT' : rule)
