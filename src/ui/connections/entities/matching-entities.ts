import type { Entity } from '../../../core/connections/entity.ts'

/** Entities whose name, or one of whose columns, contains the typed text. */
export function matchingEntities(entities: readonly Entity[], query: string): readonly Entity[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return entities
  const holds = (text: string) => text.toLowerCase().includes(wanted)
  return entities.filter(({ name, columns }) => holds(name) || columns.some((column) => holds(column.name)))
}
