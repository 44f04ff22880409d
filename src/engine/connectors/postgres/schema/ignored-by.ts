import { sentence } from '../../../../core/catalog/sentence.ts'
import type { Ignored } from '../../../ports/ignored.ts'
import { baseTypeOf } from './base-type.ts'
import type { RelationColumn } from './describe-relations.ts'
import { isCitext } from './value-type-of.ts'

/**
 * In what two values of a column may differ that the server takes for equal. Source: PostgreSQL, "Nondeterministic Collations".
 * @returns nothing if in nothing
 */
export function ignoredBy(column: Pick<RelationColumn, 'type' | 'ownTypes' | 'collation'>): Ignored | undefined {
  if (isCitext(baseTypeOf(column))) return { what: sentence`upper and lower case (citext)`, extent: 3 }
  const { collation } = column
  if (!collation?.isLoose) return undefined
  return {
    what: sentence`upper and lower case, accents or whatever else its collation ignores (${collation.name})`,
    extent: 3,
  }
}
