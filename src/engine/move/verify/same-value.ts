import type { Field, ValueType } from '../../ports/value-type.ts'

/** Whether common text of two systems is one value; `1.50` and `1.5` are, `1.5` and `1.51` are not. */
export function isSameValue(one: Field, other: Field, { kind }: ValueType): boolean {
  if (one === other) return true
  if (one === null || other === null) return false
  return spelled(one, kind) === spelled(other, kind)
}

/** The notation of a value that equal values of two systems share. */
export function spelled(text: string, kind: ValueType['kind']): string {
  switch (kind) {
    case 'boolean':
      return text === 't' || text === '1' ? 'true' : text === 'f' || text === '0' ? 'false' : text
    case 'integer':
    case 'decimal':
      return text.includes('.') ? text.replace(/\.?0+$/, '') : text
    case 'float':
      return String(Number(text))
    case 'time':
    case 'interval':
    case 'timestamp':
      return text.replace(/(\.\d*?)0+(?=$|[+-])/, '$1').replace(/\.(?=$|[+-])/, '')
    case 'uuid':
      return text.toLowerCase()
    case 'json':
      return canonical(text)
    default:
      return text
  }
}

function canonical(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    )
  } catch {
    return text
  }
}
