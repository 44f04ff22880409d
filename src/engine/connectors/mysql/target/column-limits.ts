import { sentence } from '../../../../core/catalog/sentence.ts'
import { limitOf, type ValueLimit } from '../../../formats/common-text/value-limit.ts'
import { mendsFor } from '../../../formats/common-text/value-mend.ts'
import type { ColumnLimit } from '../../shared/row-limits.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'
import type { WrittenColumn } from './plan-write.ts'

/** Texts with a length in bytes. Source: MySQL, "String Type Storage Requirements". */
const LONGEST_BYTES: Readonly<Record<string, number>> = { tinytext: 255, text: 65_535, mediumtext: 16_777_215 }

/** The first and last year of DATE and DATETIME, and of TIMESTAMP. */
const YEARS: Readonly<Record<string, readonly [number, number]>> = {
  date: [1000, 9999],
  datetime: [1000, 9999],
  timestamp: [1970, 2037],
}

/** The values of common text that a column accepts; rules that only the server knows are left to it. */
export function columnLimit({ column, type, widerType }: WrittenColumn, nullable: boolean): ColumnLimit {
  const limit = typeLimit(column.name, type, nullable)
  if (widerType === undefined) return limit
  return { ...limit, wider: { type: widerType, limit: typeLimit(column.name, widerType, true).limit } }
}

function typeLimit(column: string, type: string, nullable: boolean): ColumnLimit {
  const [, name = ''] = /^([a-z]+)/i.exec(type.toLowerCase()) ?? []
  // A moment is stored in a DATETIME as UTC; a time of day in a TIME, which has a larger range.
  const value = valueTypeOf(type)
  const limit = limitOf(value, { takesSpecialValues: false, takesNul: true })
  const mends = mendsFor(value, nullable)
  return { column, nullable, mends, limit: (text) => limit(text) ?? ownLimit(name, text) }
}

const ownLimit: (name: string, text: string) => ReturnType<ValueLimit> = (name, text) => {
  const bytes = LONGEST_BYTES[name]
  if (bytes !== undefined && text.length * 4 > bytes && Buffer.byteLength(text) > bytes)
    return sentence`accepts at most ${bytes} bytes`
  const years = YEARS[name]
  if (years) {
    const year = Number(/^(\d+)-/.exec(text)?.[1] ?? Number.NaN)
    if (!(year >= years[0] && year <= years[1]))
      return sentence`accepts years from ${String(years[0])} to ${String(years[1])}`
  }
  return undefined
}
