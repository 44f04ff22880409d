import type { PushedValue } from '../../../ports/pushdown.ts'
import type { SourceColumn, SourceEntity } from '../../../ports/source.ts'
import { type Family, MAX_DIGITS, type PushdownDialect, type PushedOperand } from '../../sql/pushdown/pushed-operand.ts'
import { partialCharacterSet } from '../rows/proven-text.ts'
import { quoteIdentifier, quoteLiteral } from '../schema/quote-identifier.ts'

/** As bytes, because collations ignore case, accents, or spaces at the end, and those of plain bytes still ignore the spaces. */
const bytewise = (sql: string) => `CAST(${sql} AS BINARY)`

/** Characters that could escape a wildcard; one that the pattern does not have escapes nothing. */
const ESCAPES = ['|', '!', '~', '^', '\u0001']

/** How MySQL and MariaDB write values and comparisons that give the engine's results. */
export const pushdownDialect = (entity: SourceEntity): PushdownDialect => ({
  valueOf: (value) => pushedValue(entity, value),
  bytewise,
  literal: literalOf,
  // Unlike a comparison, LIKE counts spaces at the end; as bytes, `_` would be a part of a character.
  like: (text, pattern) => {
    const unused = ESCAPES.find((character) => !pattern.includes(character))
    return unused === undefined
      ? undefined
      : `${text} COLLATE utf8mb4_bin LIKE ${quoteLiteral(pattern)} ESCAPE ${quoteLiteral(unused)}`
  },
})

/** As text beside a date, it would be compared as text by some versions. */
function literalOf(text: string, family: Family): string {
  if (family === 'date') return `DATE ${quoteLiteral(text)}`
  if (family !== 'timestamp' && family !== 'timestamptz') return quoteLiteral(text)
  return `TIMESTAMP ${quoteLiteral(text.includes(' ') ? text : `${text} 00:00:00`)}`
}

/**
 * A value as it is sent and compared; nothing if the server could compute another value than the engine. Hashes never: the salt would be part
 * of a statement, which the general log has even if it is a parameter.
 */
export function pushedValue(entity: SourceEntity, value: PushedValue): PushedOperand | undefined {
  if (value.kind === 'column') {
    const column = entity.columns.find(({ name }) => name === value.name)
    return column && columnOperand(column)
  }
  if (value.method === 'redact') return { sql: `CONVERT(NULL USING utf8mb4)`, outside: [], family: 'text' }
  const of = value.method === 'partial' ? pushedValue(entity, value.of) : undefined
  const text = of && textOf(of)
  return of && text !== undefined ? { sql: partial(text), outside: of.outside, family: 'text' } : undefined
}

function partial(text: string): string {
  const length = `CHAR_LENGTH(${text})`
  const shown = `LEAST(4, ${length} DIV 3)`
  return `CONCAT(REPEAT('*', ${length} - ${shown}), RIGHT(${text}, ${shown}))`
}

/** SQL of the common text of a value. */
function textOf({ family, sql, digits }: PushedOperand): string | undefined {
  if (family === 'text') return sql
  // The engine omits the zero before the point if the type has no digit for it.
  const isWritten = family === 'integer' || family === 'date' || (family === 'decimal' && digits?.whole !== 0)
  return isWritten ? `CAST(${sql} AS CHAR CHARACTER SET utf8mb4)` : undefined
}

/** The number of digits of whole numbers with this many bits. */
const DIGITS: Readonly<Record<number, number>> = { 8: 3, 16: 5, 24: 8, 32: 10, 64: 20 }

function columnOperand({ name, type, value }: SourceColumn): PushedOperand {
  const own = quoteIdentifier(name)
  const operand = (family: Family, ...outside: readonly string[]): PushedOperand => ({ sql: own, outside, family })
  switch (value.kind) {
    case 'integer':
      return { ...operand('integer'), sql: numberOf(own, type), digits: { whole: DIGITS[value.bits] ?? 20, scale: 0 } }
    case 'decimal': {
      const { precision = Number.POSITIVE_INFINITY, scale = 0 } = value
      if (precision > MAX_DIGITS) return operand('none')
      return { ...operand('decimal'), sql: numberOf(own, type), digits: { whole: precision - scale, scale } }
    }
    case 'text':
      return partialCharacterSet(type) === undefined
        ? { ...operand('text'), sql: `CONVERT(${own} USING utf8mb4)` }
        : operand('none')
    case 'date':
      return operand('date', ...noMoment(own))
    case 'timestamp':
      return operand(value.zoned ? 'timestamptz' : 'timestamp', ...noMoment(own))
    default:
      return operand('none')
  }
}

/** Adding 0 removes the leading zeros of ZEROFILL, and makes YEAR a number, which otherwise takes 70 for 1970. */
const numberOf = (own: string, type: string) => (/zerofill|^year/.test(type) ? `(${own} + 0)` : own)

/** Days that no calendar has, which the engine reads as NULL or refuses. */
const noMoment = (own: string): readonly string[] => [
  `${own} < DATE '0001-01-01'`,
  `NOT COALESCE(FROM_DAYS(TO_DAYS(${own})) = DATE(${own}), ${own} IS NULL)`,
]
