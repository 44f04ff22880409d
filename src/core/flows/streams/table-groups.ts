import { tableParts } from '../../catalog/table-parts.ts'
import type { Entity } from '../../connections/entity.ts'
import type { FlowStream } from '../flow.ts'

/** A schema with its tables, or a table. */
export type TableItem =
  | {
      readonly kind: 'group'
      /** Unlike that of any table. */
      readonly name: string
      readonly schema: string
      readonly tables: readonly string[]
      readonly chosen: number
      readonly isOpen: boolean
    }
  | { readonly kind: 'table'; readonly name: string; readonly entity: Entity; readonly stream: FlowStream | undefined }

/** The schema of a name such as `sales.orders`; nothing for a name without one. */
const schemaOf = (name: string): string => tableParts(name).schema ?? ''

/**
 * The tables under their schemas, as the items of a list. A source with one schema has no groups.
 * @param closed the schemas whose tables are not listed
 */
export function tableItems(
  entities: readonly Entity[],
  streams: readonly FlowStream[],
  closed: ReadonlySet<string>,
): readonly TableItem[] {
  // Looked up and not searched, because a source may have thousands of tables.
  const chosen = new Map(streams.map((stream) => [stream.entity, stream]))
  const schemas = new Map<string, Entity[]>()
  for (const entity of entities) {
    const schema = schemaOf(entity.name)
    const own = schemas.get(schema)
    if (own) own.push(entity)
    else schemas.set(schema, [entity])
  }
  const itemOf = (entity: Entity): TableItem => ({
    kind: 'table',
    name: entity.name,
    entity,
    stream: chosen.get(entity.name),
  })
  if (schemas.size < 2) return entities.map(itemOf)
  return [...schemas].flatMap(([schema, own]): readonly TableItem[] => {
    const tables = own.map(({ name }) => name)
    const isOpen = !closed.has(schema)
    const count = tables.filter((name) => chosen.has(name)).length
    return [
      { kind: 'group', name: `${schema}.`, schema, tables, chosen: count, isOpen },
      ...(isOpen ? own.map(itemOf) : []),
    ]
  })
}
