import { sentence } from '../../../../core/catalog/sentence.ts'
import { limitOf } from '../../../formats/common-text/value-limit.ts'
import { mendsFor } from '../../../formats/common-text/value-mend.ts'
import type { ColumnLimit } from '../../shared/row-limits.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'

/** The values of common text that a column accepts; rules that only the server knows (its own types, constraints) are left to it. */
export function columnLimit(column: string, type: string, nullable: boolean): ColumnLimit {
  const value = valueTypeOf(type)
  const limit = limitOf(value, { takesSpecialValues: true, takesNul: false })
  const mends = mendsFor(value, nullable)
  if (type === 'jsonb') {
    const rule = sentence`does not accept JSON with the character NUL`
    return {
      column,
      nullable,
      mends,
      limit: (text) => limit(text) ?? (/(^|[^\\])(\\\\)*\\u0000/.test(text) ? rule : undefined),
    }
  }
  // Neither a `numeric` with a precision nor versions before 14 have an infinity.
  if (value.kind === 'decimal' && value.precision !== undefined)
    return {
      column,
      nullable,
      mends,
      limit: (text) => (text.endsWith('Infinity') ? sentence`does not accept Infinity` : limit(text)),
    }
  return { column, nullable, limit, mends }
}
