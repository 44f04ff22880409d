import { ABSENT } from '../../src/contract/example-body.ts'

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly minItems?: number
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

/** What breaks programs that do not expect it. */
const HOSTILE: readonly unknown[] = [
  ...[
    null,
    true,
    0,
    -1,
    1e308,
    2 ** 53,
    0.1,
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e',
    '💣',
    "' or 1=1 --",
    '{{7*7}}',
    '../../etc',
  ],
  ...[
    'x'.repeat(5_000),
    [],
    {},
    [[[[]]]],
    { a: { b: { c: {} } } },
    { constructor: 1 },
    'NaN',
    '1e999',
    'infinity',
    '0001-01-01T00:00:00Z',
  ],
]

export interface Guesses {
  isOneIn(count: number): boolean
  oneOf<T>(all: readonly T[]): T
  hostile(): unknown
  /** A value that mostly fits the schema, and sometimes is hostile somewhere. */
  valueFor(schema: object): unknown
}

/** Makes values up, the same for the same seed (mulberry32). */
export function makeGuesses(seed: number): Guesses {
  let state = seed >>> 0
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const isOneIn = (count: number) => random() < 1 / count
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const hostile = () => oneOf(HOSTILE)

  function valueFor(schema: Schema): unknown {
    if (isOneIn(25)) return hostile()
    const either = schema.anyOf ?? schema.oneOf
    if (either) return valueFor(oneOf(either))
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return oneOf(schema.enum)
    switch (schema.type) {
      case 'object':
        return objectOf(schema)
      case 'array':
        return Array.from({ length: (schema.minItems ?? 0) + Math.floor(random() * 3) }, () =>
          valueFor(schema.items ?? {}),
        )
      case 'string':
        return textOf(schema)
      case 'number':
      case 'integer':
        return Math.floor(random() * 100)
      case 'boolean':
        return isOneIn(2)
      case 'null':
        return null
      default:
        return oneOf(['x', 1, {}, []])
    }
  }

  function objectOf({ properties = {}, required = [], additionalProperties }: Schema): unknown {
    const given = Object.entries(properties).filter(([name]) => required.includes(name) || isOneIn(2))
    const known = Object.fromEntries(given.map(([name, schema]) => [name, valueFor(schema)]))
    if (typeof additionalProperties !== 'object' || isOneIn(2)) return isOneIn(50) ? { ...known, unknown: 1 } : known
    return { ...known, [String(hostile())]: valueFor(additionalProperties) }
  }

  function textOf({ format }: Schema): string {
    if (format === 'uuid') return ABSENT
    if (format === 'email') return `person${Math.floor(random() * 1_000)}@example.com`
    if (format === 'date-time') return '2026-01-01T00:00:00Z'
    return oneOf(['Orders', 'public.orders', '1', 'id', '0 6 * * *', 'Europe/Berlin', 'https://hooks.example/a'])
  }

  return { isOneIn, oneOf, hostile, valueFor }
}
