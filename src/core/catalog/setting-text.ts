/** Stands for every table of the source, where a flow has no list of tables. */
export const ALL_TABLES = 'all'

/** Ends the place of a change that moved items of a list. A table may be called so, too, but is not `changed` as a whole. */
export const ORDER = 'order'

/** An empty text in a list, which would not be seen. */
const EMPTY = '""'

/**
 * The value of a setting for people: lists and named values without the marks of JSON, and without ids. The fields of an item
 * of a list come in the order of their names, as the store has an order of its own: a column, then its new name, type or method.
 */
export function settingText(value: unknown): string {
  if (Array.isArray(value))
    return value
      .map((item) => (isFields(item) ? lineText(item) : item === '' ? EMPTY : settingText(item)))
      .join(value.some(isFields) ? '; ' : ', ')
  if (!isFields(value)) return String(value)
  return shown(value)
    .map(([name, own]) => `${name}: ${settingText(own)}`)
    .join(', ')
}

const lineText = (line: Fields): string =>
  shown(line)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, own]) => settingText(own))
    .join(' → ')

type Fields = Readonly<Record<string, unknown>>

const shown = (fields: Fields) =>
  Object.entries(fields).filter(([name, own]) => own != null && own !== '' && name !== 'id')

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
