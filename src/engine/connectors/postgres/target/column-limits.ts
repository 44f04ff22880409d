import { sentence } from '../../../../core/catalog/sentence.ts'
import { limitOf } from '../../../formats/common-text/value-limit.ts'
import type { ColumnLimit } from '../../shared/row-limits.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'

/** What a column takes of common text; what only the server can judge (its own types, constraints) is left to it. */
export function columnLimit(column: string, type: string, nullable: boolean): ColumnLimit {
  const value = valueTypeOf(type)
  const limit = limitOf(value, { takesSpecialValues: true, takesNul: false })
  if (type === 'jsonb') {
    const rule = sentence`does not accept JSON with the character NUL`
    return {
      column,
      nullable,
      limit: (text) => limit(text) ?? (/(^|[^\\])(\\\\)*\\u0000/.test(text) ? rule : undefined),
    }
  }
  // Neither has an infinity: `numeric` with a precision, and versions before 14.
  if (value.kind === 'decimal' && value.precision !== undefined)
    return {
      column,
      nullable,
      limit: (text) => (text.endsWith('Infinity') ? sentence`does not accept Infinity` : limit(text)),
    }
  return { column, nullable, limit }
}
