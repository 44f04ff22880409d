import { defined } from '../../../core/catalog/defined.ts'
import type { NumberedPart } from '../../ports/structure-builder.ts'
import type { DatabaseStructure, SequenceRules, StructurePart } from '../../ports/table-structure.ts'
import type { ProvenTable } from '../compare-mirrored.ts'

/**
 * The columns of the destination that give numbers, each with the last number that the source gave. Also sequences that a default of the source takes
 * numbers from, if the destination may have them without the default.
 */
export function numberedParts(
  source: DatabaseStructure,
  target: DatabaseStructure,
  tables: readonly Pick<ProvenTable, 'entity' | 'target'>[],
): readonly NumberedPart[] {
  const theirs = source.parts.flatMap(numberedIn)
  const own = tables.flatMap(({ entity, target: table }) =>
    target.parts.flatMap(numberedIn).flatMap((part) => {
      if (part.table !== table) return []
      const given = theirs.find((other) => other.table === entity && other.name === part.name)
      return [withLast(part, given?.rules)]
    }),
  )
  if (source.system !== target.system) return own
  const without = tables.flatMap(({ entity, target: table }) =>
    theirs.flatMap((part) =>
      part.kind === 'sequence' &&
      part.table === entity &&
      !own.some((other) => other.table === table && other.name === part.name)
        ? [{ ...part, table }]
        : [],
    ),
  )
  return [...own, ...without]
}

function numberedIn(part: StructurePart): readonly NumberedPart[] {
  if (part.kind === 'identity' || part.kind === 'sequence') return [part]
  const takes = part.kind === 'default' && part.value.kind === 'sql' ? part.value.takes : undefined
  if (!takes) return []
  const { table, name, columns } = part
  return [{ kind: 'sequence', table, name, columns, ...takes }]
}

/** The numbers of one that counts in the other direction say nothing. */
function withLast(part: NumberedPart, given: SequenceRules | undefined): NumberedPart {
  const { last: _, ...rules } = part.rules
  const isSame = given?.increment.startsWith('-') === rules.increment.startsWith('-')
  const known = defined({ last: isSame ? given?.last : undefined })
  return part.kind === 'sequence'
    ? { ...part, rules: { ...rules, type: part.rules.type, ...known } }
    : { ...part, rules: { ...rules, ...known } }
}
