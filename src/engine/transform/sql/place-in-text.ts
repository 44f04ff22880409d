/** A user's text and the text before it in the statement. */
interface TextInStatement {
  readonly before: string
  readonly text: string
}

/**
 * Converts a position in the statement to a position in the text, in UTF-16 code units as in JavaScript.
 * @param place in bytes, as in DuckDB's binder. @returns nothing for a position outside of the text
 */
export function placeOfBytes({ before, text }: TextInStatement, place: number | undefined): number | undefined {
  if (place === undefined) return undefined
  const bytes = place - Buffer.byteLength(before)
  const whole = Buffer.from(text)
  if (bytes < 0 || bytes > whole.length) return undefined
  return whole.subarray(0, bytes).toString().length
}

/** The same for a position in characters (code points), as in DuckDB's parser. */
export function placeOfCharacters({ before, text }: TextInStatement, place: number | undefined): number | undefined {
  if (place === undefined) return undefined
  const characters = place - [...before].length
  const whole = [...text]
  // If something is missing at the end, the position is after the text.
  return characters < 0 ? undefined : whole.slice(0, characters).join('').length
}
