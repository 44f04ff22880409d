/** Maximum number of characters of one value; longer ones are cut, because rows are shown only to recognize them. */
const LONGEST_VALUE = 1_000

/** A value of a sample in the form for the browser. */
export const shownValue = (value: string | null): string | null =>
  value === null || value.length <= LONGEST_VALUE ? value : `${value.slice(0, LONGEST_VALUE)}…`
