/** Characters of one value; what is longer is cut, because rows are shown to be recognised. */
const LONGEST_VALUE = 1_000

/** A value of a sample as it is sent to a browser. */
export const shownValue = (value: string | null): string | null =>
  value === null || value.length <= LONGEST_VALUE ? value : `${value.slice(0, LONGEST_VALUE)}…`
