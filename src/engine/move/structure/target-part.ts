import { defined } from '../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { IndexElement, NeededObject, StructurePart, StructureSql } from '../../ports/table-structure.ts'
import type { StructureTable } from './structure-tables.ts'

export type TargetPart = { readonly part: StructurePart } | { readonly reason: Sentence }

/**
 * The part of a table with the names of the destination, or why it means nothing there. Views are not parts of one table.
 * @param tables of the flow, by entity
 */
export function targetPart(
  part: Exclude<StructurePart, { kind: 'view' | 'materialized_view' }>,
  table: StructureTable,
  tables: ReadonlyMap<string, StructureTable>,
): TargetPart {
  const missing = part.columns.find((name) => !table.columns.has(name))
  if (missing !== undefined)
    return {
      reason: table.changed.has(missing)
        ? sentence`A step changes the column ${missing}.`
        : sentence`The column ${missing} does not arrive.`,
    }
  const renamed = part.columns.find((name) => table.columns.get(name) !== name)
  if (renamed !== undefined && isSql(part))
    return { reason: sentence`Its SQL names the column ${renamed}, which has another name in the destination.` }
  const own = { ...part, table: table.target, ...namesIn(part, table) } as StructurePart
  switch (own.kind) {
    case 'foreign_key':
      return foreignKey(own, tables)
    case 'primary_key':
      if (table.key && !isSame(table.key, own.columns))
        return { reason: sentence`The table gets the key of the stream: ${table.key.join(', ')}.` }
      return { part: own }
    default:
      return { part: withoutCreated(own, table.types) }
  }
}

/** Whether the part has a text that names columns of the source. */
const isSql = (part: StructurePart): boolean =>
  part.kind === 'check' ||
  part.kind === 'exclusion' ||
  ('elements' in part && (part.condition !== undefined || part.elements.some(({ sql }) => sql !== undefined)))

function namesIn(part: StructurePart, { columns }: StructureTable): object {
  const named = (name: string) => columns.get(name) ?? name
  const isColumn =
    ['collation', 'default', 'sequence', 'identity', 'on_update', 'values', 'comment'].includes(part.kind) &&
    part.name !== ''
  return {
    columns: part.columns.map(named),
    ...defined({
      name: isColumn ? named(part.name) : undefined,
      elements:
        'elements' in part
          ? part.elements.map(
              (element): IndexElement => ({
                ...element,
                ...defined({ column: element.column === undefined ? undefined : named(element.column) }),
              }),
            )
          : undefined,
      included: 'elements' in part ? part.included.map(named) : undefined,
      setColumns: part.kind === 'foreign_key' ? part.setColumns.map(named) : undefined,
    }),
  }
}

function foreignKey(
  part: Extract<StructurePart, { kind: 'foreign_key' }>,
  tables: ReadonlyMap<string, StructureTable>,
): TargetPart {
  const { table: entity, columns } = part.referred
  const referred = tables.get(entity)
  if (!referred) return { reason: sentence`It refers to ${entity}, which this flow does not move.` }
  const missing = columns.find((name) => !referred.columns.has(name))
  if (missing !== undefined)
    return { reason: sentence`It refers to the column ${missing} of ${entity}, which does not arrive unchanged.` }
  const named = columns.map((name) => referred.columns.get(name) ?? name)
  return { part: { ...part, referred: { table: referred.target, columns: named } } }
}

/** Types that come with the tables need not exist before. */
export function withoutCreated(part: StructurePart, types: ReadonlySet<string>): StructurePart {
  const needed = (needs: readonly NeededObject[]) =>
    needs.filter(({ address: [kind, [name = '']] }) => kind !== 'type' || !types.has(name.replace(/\[\]$/, '')))
  const without = <Sql extends StructureSql>(sql: Sql): Sql => ({ ...sql, needs: needed(sql.needs) })
  if ('query' in part) return { ...part, query: without(part.query) }
  if (part.kind === 'check' || part.kind === 'exclusion') return { ...part, condition: without(part.condition) }
  if (part.kind === 'default' && part.value.kind === 'sql') return { ...part, value: without(part.value) }
  if ('elements' in part) return { ...part, needs: needed(part.needs) }
  return part
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((name) => other.includes(name))
