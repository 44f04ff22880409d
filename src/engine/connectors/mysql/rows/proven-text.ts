import { quoteIdentifier } from '../schema/quote-identifier.ts'

/** Sets in which every code that a column can hold has a letter of Unicode of its own. */
const WHOLE = new Set(['utf8mb4', 'utf8mb3', 'utf8', 'ucs2', 'utf16', 'utf16le', 'utf32', 'latin1', 'binary'])

/** First byte of a text whose letters all came through, and of the bytes of one whose letters did not. */
export const CAME_THROUGH = 0x3d

const REPLACEMENT = "_utf8mb4 x'EFBFBD'"

/**
 * The character set of a column whose texts may hold codes that Unicode does not have; the server would send a question mark for them, and say
 * nothing. `undefined` for all other columns. @param type with its collation
 */
export function partialCharacterSet(type: string): string | undefined {
  const set = / collate ([a-z0-9]+)(_\w+)?$/i.exec(type)?.[1]?.toLowerCase()
  return set === undefined || WHOLE.has(set) ? undefined : set
}

/** Reads a text behind `=` where every letter came through, and its bytes in hexadecimal digits behind `!` where one did not. */
export function provenText(name: string, characterSet: string): string {
  const own = quoteIdentifier(name)
  const text = `CONVERT(${own} USING utf8mb4)`
  const questions = (of: string) => `CHAR_LENGTH(${of}) - CHAR_LENGTH(REPLACE(${of}, '?', ''))`
  const hasAllQuestions = `(LOCATE('?', ${text}) = 0 OR ${questions(own)} = ${questions(text)})`
  // A few sets have the replacement character itself, and then it also goes back to where it came from.
  const comesBack = `BINARY CONVERT(${text} USING ${characterSet}) = BINARY ${own}`
  const isReplaced = `(LOCATE(${REPLACEMENT}, ${text}) = 0 OR ${comesBack})`
  return `IF(${hasAllQuestions} AND ${isReplaced}, CONCAT('=', ${text}), CONCAT('!', HEX(BINARY ${own})))`
}
