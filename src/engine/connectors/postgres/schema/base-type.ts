import type { ValueType } from '../../../formats/common-text/value-type.ts'
import type { OwnType } from '../../../ports/own-type.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import { valueTypeOf } from './value-type-of.ts'

interface Typed {
  readonly type: string
  readonly ownTypes?: readonly OwnType[]
}

/** The type behind a domain, and behind the domain that it may be of; any other as it is. */
export function behindDomains({ type, ownTypes = [] }: Typed): string {
  const own = ownTypes.find(({ name }) => name === type)
  return own?.kind === 'domain' ? behindDomains({ type: own.base, ownTypes }) : type
}

/** What a column holds, as the server sends it. */
export function valueOfColumn(column: Typed): ValueType {
  const type = behindDomains(column)
  const isEnum = column.ownTypes?.some(({ name, kind }) => name === type && kind === 'enum')
  return isEnum ? { kind: 'text' } : valueTypeOf(type)
}

/** The type that every server knows and that takes the text of each value as it is. What an extension brings stays. */
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
      // A list in a list is spelled otherwise than one whose elements are lists themselves.
      return element.endsWith('[]') ? 'text[]' : `${element}[]`
    }
    default:
      return type
  }
}

/**
 * The same columns without types that somebody made. A column that the table would compute comes with its values,
 * because what computes it may name such a type.
 */
export function withBaseTypes(columns: readonly SourceColumn[]): readonly SourceColumn[] {
  const types = columns.map(baseType)
  const isChanged = types.some((type, index) => type !== columns[index]?.type)
  return columns.map(({ ownTypes, expression, ...column }, index) => {
    const type = types[index] ?? column.type
    return {
      ...column,
      type,
      ...(type === column.type && ownTypes && { ownTypes }),
      ...(expression !== undefined && !isChanged && { expression }),
    }
  })
}
