import type { Field, ValueType } from '../../../src/engine/ports/value-type.ts'
import type { OrderFields } from './harness.ts'

/** The moment at which systems are asked that look at the clock. */
export const NOW = Date.parse('2026-03-15T12:00:00Z')

/** What a table of orders holds; every destination finds in it what it needs. */
export const ORDER_COLUMNS = {
  id: { kind: 'integer', bits: 64 },
  note: { kind: 'text' },
  customer_id: { kind: 'text' },
  timestamp: { kind: 'timestamp', precision: 3, zoned: true },
} as const satisfies Readonly<Record<keyof OrderFields, ValueType>>

/** A row of common text. */
export const order = (
  id: number,
  note: string | null = `note ${id}`,
  over: Partial<OrderFields> = {},
): readonly Field[] => {
  const fields: OrderFields = { id: String(id), note, customer_id: 'ada', timestamp: '2026-03-14 10:00:00+00', ...over }
  return [fields.id, fields.note, fields.customer_id, fields.timestamp]
}

export const orders = (count: number, from = 1) => Array.from({ length: count }, (_, n) => order(from + n))

/** Rows of a source: number, note, amount. */
export const SEEDED_ROWS = [
  ['1', 'one', '1.50'],
  ['2', null, '-0.01'],
  ['3', 'drei, größer', '9999999.99'],
] as const

export const HOSTILE_TEXTS = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '007',
  '1E5',
  'TRUE',
  'NULL',
  '\\N',
  '\\.',
  'back\\slash',
  `quo"te, apo'strophe, back\`tick`,
  `'; DROP TABLE orders; --`,
  '<script>alert(1)</script>',
  'line\nbreak',
  'tab\tbetween',
  ' spaces around ',
  '😀 e\u0301 é שלום \u200b',
  '{{rows}} %s $1',
]

export const HOSTILE_NAMES = [
  'select',
  'quo"te',
  'back`tick',
  `apo'strophe`,
  'größe %$1;--',
  '=1+1',
  'back\\slash',
  'a.b',
]
