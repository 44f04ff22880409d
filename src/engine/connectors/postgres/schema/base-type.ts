import { defined } from '../../../../core/catalog/defined.ts'
import type { Currency } from '../../../ports/currency.ts'
import type { OwnType } from '../../../ports/own-type.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import type { ValueType } from '../../../ports/value-type.ts'
import { valueTypeOf } from './value-type-of.ts'

interface Typed {
  readonly type: string
  readonly currency?: Currency
  readonly ownTypes?: readonly OwnType[]
}

/** The base type of a domain, also of nested domains; any other type unchanged. */
export function baseTypeOf({ type, ownTypes = [] }: Typed): string {
  const own = ownTypes.find(({ name }) => name === type)
  return own?.kind === 'domain' ? baseTypeOf({ type: own.base, ownTypes }) : type
}

/** The kind of values of a column, as the server sends it. */
export function valueOfColumn(column: Typed): ValueType {
  const type = baseTypeOf(column)
  const isEnum = column.ownTypes?.some(({ name, kind }) => name === type && kind === 'enum')
  return isEnum ? { kind: 'text' } : valueTypeOf(type, column.currency?.digits)
}

/** Whether values are compared by an operator that is not in `pg_catalog`, because their type comes with an extension. */
export const isApart = (column: Typed): boolean =>
  baseTypeOf(column).includes('.') && valueOfColumn(column).kind === 'other'

/** Whether a type is money, or consists of it. */
export const isOfMoney = ({ type, ownTypes = [] }: Typed): boolean =>
  [type, ...ownTypes.flatMap(partsOf)].some((part) => /^money(\[\])*$/.test(part))

function partsOf(own: OwnType): readonly string[] {
  if (own.kind === 'composite') return (own.attributes ?? []).map(({ type }) => type)
  return own.kind === 'domain' ? [own.base] : own.kind === 'range' ? [own.subtype] : []
}

/** The type that every server has and that accepts the unchanged text of each value. Types of extensions stay. */
function baseType({ type, ownTypes = [] }: Typed): string {
  const own = ownTypes.find(({ name }) => name === type)
  switch (own?.kind) {
    case 'domain':
      return baseType({ type: own.base, ownTypes })
    case 'enum':
    case 'composite':
    case 'row':
    case 'range':
    case 'multirange':
      return 'text'
    case undefined: {
      if (!type.endsWith('[]')) return type
      const element = baseType({ type: type.slice(0, -2), ownTypes })
      // A nested list has another notation than a list whose elements are lists.
      return element.endsWith('[]') ? 'text[]' : `${element}[]`
    }
    default:
      return type
  }
}

/**
 * The same columns without user-defined types. A column that the table would compute is sent with its values,
 * because its expression may refer to such a type.
 */
export function withBaseTypes(columns: readonly SourceColumn[]): readonly SourceColumn[] {
  const types = columns.map(baseType)
  const isChanged = types.some((type, index) => type !== columns[index]?.type)
  return columns.map(({ ownTypes, expression, ...column }, index) => {
    const type = types[index] ?? column.type
    return {
      ...column,
      type,
      ...defined({
        ownTypes: type === column.type && ownTypes ? ownTypes : undefined,
        expression: expression !== undefined && !isChanged ? expression : undefined,
      }),
    }
  })
}
