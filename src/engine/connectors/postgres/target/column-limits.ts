import { sentence } from '../../../../core/catalog/sentence.ts'
import { limitOf } from '../../../formats/common-text/value-limit.ts'
import { mendsFor } from '../../../formats/common-text/value-mend.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import type { ColumnLimit } from '../../shared/row-limits.ts'
import { baseTypeOf } from '../schema/base-type.ts'
import type { Relation } from '../schema/describe-relations.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'
import { widerColumn } from './check-target.ts'

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

/** Rows in the stored form of another Postgres fit a column of the same type. */
export const limitFor = (name: string, type: string, nullable: boolean, nativeText: readonly string[]): ColumnLimit =>
  nativeText.includes(name) ? { column: name, nullable, limit: () => undefined } : columnLimit(name, type, nullable)

/** `type` is that of the column at the time of the write. */
export function limitInto(
  { columns, key }: { readonly columns: readonly SourceColumn[]; readonly key: readonly string[] },
  existing: Relation,
  { name, type, nativeText }: { readonly name: string; readonly type: string; readonly nativeText: readonly string[] },
): ColumnLimit {
  const own = existing.columns.find((there) => there.name === name)
  const isSame = own?.type === type
  const limit = limitFor(
    name,
    isSame ? baseTypeOf(own) : type,
    (own?.nullable ?? true) && !key.includes(name),
    nativeText,
  )
  const coming = columns.find((column) => column.name === name)
  const wider = isSame && coming && widerColumn(own, coming)
  return wider ? { ...limit, wider: { type: wider.type, limit: columnLimit(name, wider.type, true).limit } } : limit
}
