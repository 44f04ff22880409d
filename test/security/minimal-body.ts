import { z } from 'zod'

import type { Operation } from '../../src/contract/operations.ts'

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minItems?: number
  readonly minLength?: number
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly anyOf?: readonly Schema[]
}

/** An id that is well formed and nobody's. */
export const ABSENT = '00000000-0000-4000-8000-000000000000'

/** The least that a call's schema takes, with ids of nothing: what it is refused for is then not its form. */
export const minimalBody = ({ request }: Operation): Record<string, unknown> =>
  request
    ? (leastOf(z.toJSONSchema(request as z.ZodType, { io: 'input', unrepresentable: 'any' }) as Schema) as Record<
        string,
        unknown
      >)
    : {}

function leastOf(schema: Schema): unknown {
  const [first] = schema.anyOf ?? []
  if (first) return leastOf(first)
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return Object.fromEntries((schema.required ?? []).map((name) => [name, leastOf(schema.properties?.[name] ?? {})]))
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => leastOf(schema.items ?? {}))
    case 'string':
      if (schema.format === 'uuid') return ABSENT
      if (schema.format === 'email') return 'nobody@example.com'
      return 'x'.repeat(schema.minLength ?? 1)
    case 'number':
    case 'integer':
      return 1
    case 'boolean':
      return false
    default:
      return 'x'
  }
}
