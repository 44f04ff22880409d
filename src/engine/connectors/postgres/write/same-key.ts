import { quoteIdentifier } from '../schema/quote-identifier.ts'

/**
 * The condition that two rows have the same key.
 * @param apart columns whose types come with an extension: their operators are not in the search path, and that of another type would be taken. A list
 *   compares its elements as their own type does.
 */
export const sameKey = (key: readonly string[], apart: readonly string[], one: string, other: string): string =>
  key
    .map((name) => {
      const [left, right] = [one, other].map((row) => `${row}.${quoteIdentifier(name)}`)
      return apart.includes(name) ? `ARRAY[${left}] = ARRAY[${right}]` : `${left} = ${right}`
    })
    .join(' AND ')
