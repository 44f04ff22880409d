import type { ReadRequest, SourceColumn, SourceEntity } from '../../../ports/source.ts'
import { keyColumnsOf } from '../../sql/key-ranges.ts'
import { KEY_SQL } from '../rows/key-ranges.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { narrowingCondition } from './narrowing-condition.ts'
import { withinPlaces } from './ranged-tables.ts'
import { windowCondition } from './window-condition.ts'

/** The WHERE clause of a read, with a space before it; empty if every row is read. @param steps conditions of steps that the server runs */
export function whereOf(
  entity: SourceEntity,
  { window, range, keys, narrowedTo = [] }: Pick<ReadRequest, 'window' | 'range' | 'keys' | 'narrowedTo'>,
  steps: readonly string[] = [],
): string {
  const conditions = [
    ...(window ? [`(${windowCondition(columnOf(entity, window.cursor), window)})`] : []),
    ...(range ? [withinPlaces(entity, range)] : []),
    ...(keys?.within
      ? [KEY_SQL.within(keys.order, keyColumnsOf(entity.columns, keys.columns, keys.spellings), keys.within)]
      : []),
    ...(keys?.unmarked === undefined ? [] : [`${quoteIdentifier(keys.unmarked)} IS NULL`]),
    ...narrowedTo.flatMap((condition) => narrowingCondition(entity, condition) ?? []),
    ...steps,
  ]
  return conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
}

export function columnOf({ name, columns }: SourceEntity, wanted: string): SourceColumn {
  const found = columns.find((column) => column.name === wanted)
  if (!found) throw new Error(`"${name}" was described without "${wanted}"`)
  return found
}
