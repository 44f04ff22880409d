/** The letters of a column: 0 is A, 25 is Z, 26 is AA. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}

/** A tab's title in A1 notation, for any characters. */
export const quoteTitle = (title: string): string => `'${title.replaceAll("'", "''")}'`

/** All cells of some rows; both from 1, both included. */
export const rowsRange = (title: string, first: number, last: number): string => `${quoteTitle(title)}!${first}:${last}`

/** A block of cells that starts in column A; rows from 1, both included. */
export const blockRange = (title: string, first: number, last: number, columns: number): string =>
  `${quoteTitle(title)}!A${first}:${columnLetters(columns - 1)}${last}`
