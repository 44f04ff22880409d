import { sentence } from '../../../../core/catalog/sentence.ts'
import { jsonDepth } from '../../../formats/common-text/json-depth.ts'
import { limitOf, type ValueLimit } from '../../../formats/common-text/value-limit.ts'
import { mendsFor } from '../../../formats/common-text/value-mend.ts'
import type { ColumnLimit } from '../../shared/row-limits.ts'
import { characterSetOf, lackingIn } from '../schema/character-sets.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'
import type { WrittenColumn } from './plan-write.ts'
import type { ServerLimits } from './server-limits.ts'

/** Texts with a length in bytes. Source: MySQL, "String Type Storage Requirements". */
const LONGEST_BYTES: Readonly<Record<string, number>> = { tinytext: 255, text: 65_535, mediumtext: 16_777_215 }

/** The first and last year of DATE and DATETIME. */
const YEARS: readonly [number, number] = [1000, 9999]

/** The values of common text that a column accepts; rules that only the server knows are left to it. */
export function columnLimit(
  { column, type, collation, widerType }: WrittenColumn,
  nullable: boolean,
  server: ServerLimits,
): ColumnLimit {
  const ofType = typeLimit(type, nullable, server)
  const lacking = lackingIn(collation)
  const limit: ColumnLimit = {
    column: column.name,
    nullable,
    ...ofType,
    limit: (text) => (lacking?.test(text) ? lacksCharacter(collation) : ofType.limit(text)),
  }
  if (widerType === undefined) return limit
  return { ...limit, wider: { type: widerType, limit: typeLimit(widerType, true, server).limit } }
}

/**
 * Of a column whose values come as the bytes of another MySQL. Those fit, but somebody may have changed one that was kept, and the server reads
 * what are no digits as NULL.
 */
export const bytesLimit = ({ column }: WrittenColumn, nullable: boolean): ColumnLimit => ({
  column: column.name,
  nullable,
  mends: nullable ? [{ kind: 'empty' }] : [],
  limit: (text) =>
    /^([\da-f]{2})*$/i.test(text) ? undefined : sentence`accepts only its bytes, in hexadecimal digits`,
})

const lacksCharacter = (collation = '') =>
  sentence`accepts only characters of the character set ${characterSetOf(collation)}`

function typeLimit(type: string, nullable: boolean, server: ServerLimits): Pick<ColumnLimit, 'mends' | 'limit'> {
  const [, name = ''] = /^([a-z]+)/i.exec(type.toLowerCase()) ?? []
  // A moment is stored in a DATETIME as UTC; a time of day in a TIME, which has a larger range.
  const value = valueTypeOf(type)
  const limit = limitOf(value, { takesSpecialValues: false, takesNul: true })
  const mends = mendsFor(value, nullable)
  return { mends, limit: (text) => limit(text) ?? ownLimit(name, text, server) }
}

function ownLimit(name: string, text: string, { deepestJson, moments }: ServerLimits): ReturnType<ValueLimit> {
  const bytes = LONGEST_BYTES[name]
  if (bytes !== undefined && text.length * 4 > bytes && Buffer.byteLength(text) > bytes)
    return sentence`accepts at most ${bytes} bytes`
  switch (name) {
    case 'date':
    case 'datetime':
      return yearLimit(text)
    case 'timestamp':
      return momentLimit(text, moments)
    case 'json':
      return deepestJson === undefined || text.length <= deepestJson || jsonDepth(text) <= deepestJson
        ? undefined
        : sentence`accepts JSON of at most ${deepestJson} levels`
    default:
      return undefined
  }
}

function yearLimit(text: string): ReturnType<ValueLimit> {
  const [first, last] = YEARS
  const year = Number(/^(\d+)-/.exec(text)?.[1] ?? Number.NaN)
  return year >= first && year <= last ? undefined : sentence`accepts years from ${String(first)} to ${String(last)}`
}

/** Of four digits, years are in the order of their texts. */
function momentLimit(text: string, [first, last]: ServerLimits['moments']): ReturnType<ValueLimit> {
  const second = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.exec(text)?.[0] ?? ''
  return second >= first && second <= last ? undefined : sentence`accepts moments from ${first} to ${last}`
}
