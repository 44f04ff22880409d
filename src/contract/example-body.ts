import { z } from 'zod/mini'

import type { Operation } from './requests/operations.ts'

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minItems?: number
  readonly minLength?: number
  readonly minimum?: number
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly anyOf?: readonly Schema[]
}

/** An id that is well formed and nobody's. */
export const ABSENT = '00000000-0000-4000-8000-000000000000'

/** The least that a call takes, with words for names and with ids of nothing: what it is refused for is then not its form. */
export const exampleBody = ({ request }: Pick<Operation, 'request'>): Record<string, unknown> =>
  request
    ? (leastOf(z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' }) as Schema) as Record<string, unknown>)
    : {}

/** What a reader expects under these names; other texts are their own names. */
const WORDS: Readonly<Record<string, string>> = {
  name: 'Orders',
  subject: 'repo:octo/shop:ref:refs/heads/main',
  secret_hash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
}

function leastOf(schema: Schema, name = 'x'): unknown {
  const [first] = schema.anyOf ?? []
  if (first) return leastOf(first, name)
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [key, leastOf(schema.properties?.[key] ?? {}, key)]),
      )
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => leastOf(schema.items ?? {}, name))
    case 'string':
      return textOf(schema, name)
    case 'number':
    case 'integer':
      return schema.minimum ?? 1
    case 'boolean':
      return false
    default:
      return name
  }
}

function textOf({ format, minLength = 1 }: Schema, name: string): string {
  if (format === 'uuid') return ABSENT
  if (format === 'email') return 'nobody@example.com'
  if (format === 'date-time') return '2026-01-01T00:00:00Z'
  return (WORDS[name] ?? name).padEnd(minLength, 'x')
}
