import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'
import type { RuleColumn } from './exchanged-values.ts'

/** Characters that tell one set-aside text from all others. */
const DIGITS = 10

/**
 * The SQL of a value that no row has, for the row with the number `moved.millrace_number` of a table that is updated as `target`.
 * @returns nothing if the type has no such values
 */
export function asideValue(
  { name, type, isNullable }: RuleColumn,
  table: string,
  nullsAreEqual: boolean,
): string | undefined {
  if (isNullable && !nullsAreEqual) return 'NULL'
  const own = `target.${quoteIdentifier(name)}`
  const [largest, smallest] = ['max', 'min'].map(
    (of) => `(SELECT pg_catalog.${of}(${quoteIdentifier(name)}) FROM ${table})`,
  ) as [string, string]
  if (/(range|multirange)$/.test(type)) return `'empty'::${type}`
  const value = valueTypeOf(type)
  switch (value.kind) {
    case 'integer':
      return beyond(largest, smallest, 2n ** BigInt(value.unsigned ? value.bits : value.bits - 1) - 1n)
    case 'decimal':
    case 'float':
      return type === 'money' ? undefined : `${largest} + moved.millrace_number`
    case 'uuid':
      return 'pg_catalog.md5(pg_catalog.random()::text || moved.millrace_number)::uuid'
    case 'date':
      return `${largest} + moved.millrace_number::int`
    case 'timestamp':
      return `${largest} + moved.millrace_number * '1 second'::interval`
    case 'text': {
      const { length } = value
      const digits = `pg_catalog.right(pg_catalog.md5(pg_catalog.random()::text || moved.millrace_number), ${DIGITS})`
      if (length === undefined) return `${own} || '~' || ${digits}`
      return length <= DIGITS ? undefined : `pg_catalog.left(${own}, ${length - DIGITS - 1}) || '~' || ${digits}`
    }
    default:
      return undefined
  }
}

/** Above the largest number of the table, or below the smallest where the type has none above. */
const beyond = (largest: string, smallest: string, last: bigint): string =>
  `CASE WHEN ${largest}::numeric + moved.millrace_number > ${last} THEN ${smallest} - moved.millrace_number ELSE ${largest} + moved.millrace_number END`
