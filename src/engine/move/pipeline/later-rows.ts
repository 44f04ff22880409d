import type { Field } from '../../ports/value-type.ts'

/** Finds the rejected rows of one pass after which a row with their key has come. */
export class LaterRows {
  readonly #places: readonly number[]
  /** By key, the number of the last rejected row. */
  readonly #waiting = new Map<string, number>()
  #outdated: number[] = []

  /** @param columns of the fields. @param key the columns that identify rows; without any, no row comes after another */
  constructor(columns: readonly string[], key: readonly string[]) {
    const places = key.map((name) => columns.indexOf(name))
    this.#places = places.includes(-1) ? [] : places
  }

  comes(fields: readonly Field[]): void {
    if (this.#waiting.size === 0) return
    const key = this.#keyOf(fields)
    const earlier = this.#waiting.get(key)
    if (earlier === undefined) return
    this.#outdated.push(earlier)
    this.#waiting.delete(key)
  }

  /** @param row its number; an earlier one with its key is outdated, whatever becomes of this one */
  rejected(row: number, fields: readonly Field[]): void {
    if (this.#places.length === 0) return
    this.comes(fields)
    this.#waiting.set(this.#keyOf(fields), row)
  }

  /** The rows found since the last call. */
  take(): readonly number[] {
    const found = this.#outdated
    this.#outdated = []
    return found
  }

  #keyOf = (fields: readonly Field[]): string =>
    JSON.stringify(this.#places.map((place) => folded(fields[place] ?? null)))
}

/**
 * Systems differ in which texts they take for equal; two that any of them does become one here. A row that is found without need is only not
 * written over a row of the target.
 */
function folded(field: Field): Field {
  if (field === null) return null
  if (/^[+-]?\d*\.\d+$/.test(field)) return field.replace(/\.?0+$/, '')
  return field.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trimEnd()
}
