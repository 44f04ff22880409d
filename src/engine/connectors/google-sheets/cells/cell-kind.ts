import type { ValueType } from '../../../ports/value-type.ts'
import type { Cell } from '../access/sheets-client.ts'
import { dateText, isMoment, isTimeOfDay, isWholeDay, timestampText, timeText } from './serial-date.ts'

/** The kind of content of one cell. `blank` is an empty text from a formula; an empty cell has no kind. */
export type CellKind =
  | 'text'
  | 'blank'
  | 'error'
  | 'boolean'
  | 'integer'
  | 'number'
  | 'date'
  | 'date time'
  | 'time'
  | 'duration'

/** The kind of values in a column; also the type that users see. */
export type ColumnKind = Exclude<CellKind, 'blank' | 'error'>

export const VALUE_TYPES: Readonly<Record<ColumnKind, ValueType>> = {
  text: { kind: 'text' },
  boolean: { kind: 'boolean' },
  integer: { kind: 'integer', bits: 64 },
  number: { kind: 'float', bits: 64 },
  date: { kind: 'date' },
  'date time': { kind: 'timestamp', precision: 3, zoned: false },
  time: { kind: 'time', precision: 3 },
  duration: { kind: 'interval' },
}

/** A date is a number with a date format. */
export function kindOf({ effectiveValue: value, effectiveFormat }: Cell): CellKind | undefined {
  if (value?.errorValue) return 'error'
  if (value?.boolValue !== undefined) return 'boolean'
  if (value?.stringValue !== undefined) return value.stringValue === '' ? 'blank' : 'text'
  const number = value?.numberValue
  if (number === undefined) return undefined
  const format = effectiveFormat?.numberFormat?.type
  if ((format === 'DATE' || format === 'DATE_TIME') && isMoment(number)) {
    return format === 'DATE' && isWholeDay(number) ? 'date' : 'date time'
  }
  if (format === 'TIME') return isTimeOfDay(number) ? 'time' : 'duration'
  return Number.isSafeInteger(number) ? 'integer' : 'number'
}

/** The kind of a column with cells of these kinds: the kind itself, a kind that includes both, or text. */
export function columnKind(kinds: ReadonlySet<CellKind>): ColumnKind {
  const all = [...kinds].filter((kind) => kind !== 'blank' && kind !== 'error')
  const [only = 'text'] = all
  if (all.length <= 1) return only
  const within = (...allowed: readonly ColumnKind[]) => all.every((kind) => allowed.includes(kind))
  if (within('integer', 'number')) return 'number'
  if (within('date', 'date time')) return 'date time'
  if (within('time', 'duration')) return 'duration'
  return 'text'
}

/** Whether a column of one kind can contain a cell of another kind. */
export const fits = (kind: CellKind, column: ColumnKind): boolean =>
  kind === 'blank' || kind === 'error' || columnKind(new Set([kind, column])) === column

/** A cell as common text of its column's kind. Errors become NULL; a formula's empty text stays a text only in a text column. */
export function fieldOf(cell: Cell, column: ColumnKind): string | null {
  const kind = kindOf(cell)
  const { numberValue = 0, stringValue = '', boolValue } = cell.effectiveValue ?? {}
  switch (kind) {
    case undefined:
    case 'error':
      return null
    case 'blank':
      return column === 'text' ? '' : null
    case 'text':
      return stringValue
    case 'boolean':
      return truthText(boolValue === true, column)
    case 'integer':
    case 'number':
      return String(numberValue)
    case 'date':
      return column === 'date time' ? timestampText(numberValue) : dateText(numberValue)
    case 'date time':
      return timestampText(numberValue)
    case 'time':
    case 'duration':
      return timeText(numberValue)
  }
}

function truthText(isTrue: boolean, column: ColumnKind): string {
  if (column === 'text') return isTrue ? 'TRUE' : 'FALSE'
  return isTrue ? 't' : 'f'
}
