import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import type {
  IndexElement,
  NeededObject,
  OmittedPart,
  StructurePart,
  UniquePart,
} from '../../../ports/table-structure.ts'
import { entityName, type RelationName } from '../schema/relation-name.ts'

/** An index as the catalogue describes it, with the constraint that it belongs to. */
export interface ReadIndex {
  readonly table: RelationName
  readonly name: string
  readonly method: string
  readonly isUnique: boolean
  readonly constraint: 'p' | 'u' | 'x' | null
  /** Of an exclusion constraint, from the index method on. */
  readonly definition: string | null
  readonly constraintNeeds: readonly NeededObject[]
  readonly deferral: UniquePart['deferral']
  readonly nullsAreEqual: boolean
  readonly condition: string | null
  readonly options: readonly string[]
  readonly needs: readonly NeededObject[]
  readonly isValid: boolean
  /** A key of which each value holds for a period. */
  readonly isOfPeriods: boolean
  /** The table is clustered by it, or replicated by it. */
  readonly isSettled: boolean
  readonly comment: string | null
  readonly columns: readonly string[]
  readonly included: readonly string[]
  readonly elements: readonly ReadElement[]
}

interface ReadElement {
  readonly column: string | null
  readonly sql: string | null
  readonly operatorClass: string | null
  readonly hasOptions: boolean
  readonly collation: string | null
  readonly isDescending: boolean
  readonly nullsFirst: boolean
}

export const OF_PERIODS = sentence`Keys whose values hold for a period do not come.`

const KINDS = { p: 'primary_key', u: 'unique' } as const

export function indexParts(index: ReadIndex): {
  readonly parts: readonly StructurePart[]
  readonly left: readonly OmittedPart[]
} {
  const { name, columns, constraint, method, isUnique, deferral, condition, needs, comment } = index
  const own = { table: entityName(index.table), name, columns }
  if (constraint === 'x')
    return {
      parts: [
        {
          ...own,
          kind: 'exclusion',
          condition: { sql: index.definition ?? '', needs: [...needs, ...index.constraintNeeds] },
          ...defined({ comment: comment ?? undefined }),
        },
      ],
      left: [],
    }
  if (!index.isValid)
    return { parts: [], left: [{ ...own, kind: 'index', reason: sentence`The index is not valid in the source.` }] }
  if (index.isOfPeriods) return { parts: [], left: [{ ...own, kind: KINDS[constraint ?? 'u'], reason: OF_PERIODS }] }
  if (index.elements.some(({ hasOptions }) => hasOptions))
    return {
      parts: [],
      left: [{ ...own, kind: 'index', reason: sentence`Its operator classes have parameters, which do not come.` }],
    }
  const like = {
    ...own,
    method,
    needs,
    elements: index.elements.map(elementOf),
    included: index.included,
    options: index.options,
    ...defined({
      condition: condition === null ? undefined : { sql: condition, needs },
      nullsAreEqual: index.nullsAreEqual || undefined,
      comment: comment ?? undefined,
    }),
  }
  return {
    parts: [constraint ? { ...like, kind: KINDS[constraint], deferral } : { ...like, kind: 'index', isUnique }],
    left: index.isSettled
      ? [
          {
            ...own,
            kind: 'setting',
            reason: sentence`That the table is clustered or replicated by this index does not come.`,
          },
        ]
      : [],
  }
}

const elementOf = ({ column, sql, operatorClass, collation, isDescending, nullsFirst }: ReadElement): IndexElement =>
  defined({
    column: column ?? undefined,
    sql: column === null && sql !== null ? sql : undefined,
    operatorClass: operatorClass ?? undefined,
    collation: collation ?? undefined,
    isDescending: isDescending || undefined,
    // Otherwise as the server does by default.
    nullsFirst: nullsFirst !== isDescending ? nullsFirst : undefined,
  })
