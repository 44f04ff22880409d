import type { IndexElement, StructurePart } from '../../../ports/table-structure.ts'
import { tableOf } from './part-statements.ts'

/** What an index or a constraint is, without its name, so that two can be compared. Nothing for other parts. */
export function definitionOf(part: StructurePart): string | undefined {
  switch (part.kind) {
    case 'index':
    case 'unique': {
      const kind = 'deferral' in part ? part.deferral : part.isUnique
      const { method, included, condition, nullsAreEqual = false } = part
      return serialized(part, kind, method, part.elements.map(elementOf), included, condition?.sql, nullsAreEqual)
    }
    case 'foreign_key': {
      const { columns, referred, onUpdate, onDelete, setColumns, isFull, deferral, isEnforced = true } = part
      const to = [tableOf(referred.table), referred.columns]
      return serialized(part, columns, to, onUpdate, onDelete, setColumns, isFull, deferral, isEnforced)
    }
    case 'check':
      return serialized(part, part.condition.sql, part.isInherited, part.isEnforced ?? true)
    case 'exclusion':
      return serialized(part, part.condition.sql)
    default:
      return undefined
  }
}

const serialized = ({ kind }: StructurePart, ...words: readonly unknown[]) => JSON.stringify([kind, ...words])

const elementOf = ({
  column,
  sql,
  collation,
  operatorClass,
  isDescending = false,
  nullsFirst = isDescending,
}: IndexElement) => [...[column, sql, collation, operatorClass, isDescending, nullsFirst]]
