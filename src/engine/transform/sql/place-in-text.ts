/** A text of a person and what stands before it in the statement that is made of it. */
interface TextInStatement {
  readonly before: string
  readonly text: string
}

/**
 * Where in the text a place of the statement is, in UTF-16 code units as JavaScript counts them.
 * @param place in bytes, as DuckDB's binder counts. @returns nothing for a place outside of the text
 */
export function placeOfBytes({ before, text }: TextInStatement, place: number | undefined): number | undefined {
  if (place === undefined) return undefined
  const bytes = place - Buffer.byteLength(before)
  const whole = Buffer.from(text)
  if (bytes < 0 || bytes > whole.length) return undefined
  return whole.subarray(0, bytes).toString().length
}

/** The same of a place in characters (code points), as DuckDB's parser counts. */
export function placeOfCharacters({ before, text }: TextInStatement, place: number | undefined): number | undefined {
  if (place === undefined) return undefined
  const characters = place - [...before].length
  const whole = [...text]
  // What is missing at the end is missing behind the text.
  return characters < 0 ? undefined : whole.slice(0, characters).join('').length
}
