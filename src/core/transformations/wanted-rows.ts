import type { Column } from '../connections/entity.ts'

/** A number, a text in quotes, or a word of the characters that ids consist of. */
const VALUE = /^(?:'(?:[^']|'')*'|[\w.@:-]+)$/
const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * The condition that chooses the rows of a preview. What a person writes is a condition, or the keys of rows: `42, 43` means
 * `"id" IN (42, 43)` in a table whose key is `id`. @returns nothing for all rows
 */
export function wantedRows(text: string, columns: readonly Column[]): string | undefined {
  const written = text.trim()
  if (written === '') return undefined
  const values = written.split(',').map((value) => value.trim())
  const [key, ...more] = columns.filter(({ keyPosition }) => keyPosition !== undefined)
  const isColumn = columns.some(({ name }) => name.toLowerCase() === written.toLowerCase())
  if (!key || more.length > 0 || isColumn || !values.every((value) => VALUE.test(value))) return written
  return `"${key.name.replaceAll('"', '""')}" IN (${values.map((value) => constantOf(value, key)).join(', ')})`
}

const constantOf = (value: string, key: Column): string => {
  if (value.startsWith("'")) return value
  return NUMBER.test(value) && !/char|text|uuid/i.test(key.type) ? value : `'${value}'`
}
