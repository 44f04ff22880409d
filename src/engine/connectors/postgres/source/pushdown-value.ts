import type { PushedValue } from '../../../ports/pushdown.ts'
import { type Family, MAX_DIGITS, type PushdownDialect, type PushedOperand } from '../../sql/pushdown/pushed-operand.ts'
import type { Relation, RelationColumn } from '../schema/describe-relations.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'

/** Texts compare by their bytes. */
const bytewise = (sql: string) => `(${sql})::text COLLATE "C"`

export const pushdownDialect = (relation: Relation): PushdownDialect => ({
  valueOf: (value) => pushedValue(relation, value),
  bytewise,
  literal: quoteLiteral,
  // With an empty escape, because otherwise Postgres treats a backslash as one.
  like: (text, pattern) => `${bytewise(text)} LIKE ${quoteLiteral(pattern)} ESCAPE ''`,
})

/** The custom setting with the salt of the hashes; it exists in the reading session until its read has ended. */
export const SALT_SETTING = 'millrace.salt'

/** A value as it is sent and compared; nothing if Postgres could compute another value than the engine. */
export function pushedValue(relation: Relation, value: PushedValue): PushedOperand | undefined {
  if (value.kind === 'column') {
    const column = relation.columns.find(({ name }) => name === value.name)
    return column && columnOperand(column)
  }
  if (value.method === 'redact') return { sql: 'NULL::text', outside: [], family: 'text' }
  const of = pushedValue(relation, value.of)
  const text = of && textOf(of)
  return of && text !== undefined
    ? { sql: value.method === 'hash' ? hash(text) : partial(text), outside: of.outside, family: 'text' }
    : undefined
}

/** Like `sha256` in the engine: the hexadecimal digits of the hash over the bytes of the salt and the text. The salt is read once per statement. */
const hash = (text: string) =>
  `pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to((SELECT pg_catalog.current_setting('${SALT_SETTING}')) || ${text}, 'UTF8')), 'hex')`

function partial(text: string): string {
  const length = `pg_catalog.char_length(${text})`
  const shown = `LEAST(4, ${length} / 3)`
  return `pg_catalog.repeat('*', ${length} - ${shown}) || pg_catalog.right(${text}, ${shown})`
}

/** SQL of the common text of a value. */
function textOf({ family, sql, digits }: PushedOperand): string | undefined {
  // The engine omits the zero before the point if the type has no digit for it.
  if (family === 'none' || digits === WIDE || digits?.whole === 0) return undefined
  // As text, it would be written in full.
  if (family === 'boolean') return `CASE ${sql} WHEN true THEN 't' WHEN false THEN 'f' END`
  return `(${sql})::text`
}

/** The engine's precision for numbers without a declared size. */
const WIDE = { whole: 28, scale: 10 } as const

/** The number of digits of whole numbers with this many bits. */
const DIGITS: Readonly<Record<number, number>> = { 16: 5, 32: 10, 64: 19 }

/** A column as the engine compares it, if it does so alike. */
export function columnOperand({
  name,
  type,
  ownTypes,
}: Pick<RelationColumn, 'name' | 'type' | 'ownTypes'>): PushedOperand {
  const sql = quoteIdentifier(name)
  const operand = (family: Family, ...outside: readonly string[]): PushedOperand => ({ sql, outside, family })
  const value = valueTypeOf(type)
  if (ownTypes?.some((own) => own.name === type && own.kind === 'enum'))
    return { ...operand('text'), sql: `${sql}::text` }
  switch (value.kind) {
    case 'integer':
      return value.unsigned
        ? operand('none')
        : { ...operand('integer'), digits: { whole: DIGITS[value.bits] ?? 19, scale: 0 } }
    case 'decimal':
      return type === 'money' ? operand('none') : decimal(sql, value)
    case 'text':
      // `char` is padded when it is sent and trimmed when it is compared.
      return operand(type === 'text' || type.startsWith('character varying') ? 'text' : 'none')
    case 'boolean':
    case 'uuid':
      return operand(value.kind)
    case 'date':
      return operand('date', `${sql} < '0001-01-01' AND ${sql} <> '-infinity'`)
    case 'timestamp':
      return operand(
        value.zoned ? 'timestamptz' : 'timestamp',
        `${sql} < '0001-01-01' AND ${sql} <> '-infinity'`,
        `${sql} > '294246-12-31' AND ${sql} <> 'infinity'`,
      )
    default:
      return operand('none')
  }
}

/** Without a size only numbers of the engine's range are equal; a size does not exclude `NaN`. */
function decimal(
  sql: string,
  { precision = Number.POSITIVE_INFINITY, scale = 0 }: { precision?: number; scale?: number },
): PushedOperand {
  if (precision <= MAX_DIGITS)
    return { sql, outside: [`${sql} = 'NaN'`], family: 'decimal', digits: { whole: precision - scale, scale } }
  const limit = `1${'0'.repeat(WIDE.whole)}`
  const outside = [`pg_catalog.abs(${sql}) >= ${limit}`, `pg_catalog.trunc(${sql}, ${WIDE.scale}) <> ${sql}`]
  return { sql, outside, family: 'decimal', digits: WIDE }
}
