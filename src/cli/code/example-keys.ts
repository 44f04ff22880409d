/** Some rows of a table by their keys, as texts such as `id 7`. */
export interface ExampleKeys {
  readonly created: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

type Values = readonly (string | null)[]

interface FoundRows {
  readonly columns: readonly string[]
  readonly rows: readonly { readonly before?: Values | null | undefined; readonly after?: Values | null | undefined }[]
}

/** A few are enough to look them up. */
const SHOWN = 3

/**
 * The keys of some rows that a dry run has found to be new, changed or gone.
 * @param key the columns by which rows are told apart; without one that is there, the first column stands for it
 */
export function exampleKeys({ columns, rows }: FoundRows, key: readonly string[]): ExampleKeys {
  const known = key.filter((column) => columns.includes(column))
  const named = known.length > 0 ? known : columns.slice(0, 1)
  const textOf = (values: Values) =>
    named.map((column) => `${column} ${values[columns.indexOf(column)] ?? '–'}`).join(', ')
  const some = (pick: (row: FoundRows['rows'][number]) => Values | null | undefined) =>
    rows
      .map(pick)
      .filter((values) => values != null)
      .slice(0, SHOWN)
      .map(textOf)
  return {
    created: some(({ before, after }) => (before ? undefined : after)),
    changed: some(({ before, after }) => (before ? after : undefined)),
    removed: some(({ before, after }) => (after ? undefined : before)),
  }
}
