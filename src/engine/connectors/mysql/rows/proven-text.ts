import { quoteIdentifier } from '../schema/quote-identifier.ts'

/** Character sets in which every code has its own Unicode character. */
const WHOLE = new Set(['utf8mb4', 'utf8mb3', 'utf8', 'ucs2', 'utf16', 'utf16le', 'utf32', 'latin1', 'binary'])

/** First byte of a text without lost characters, and of the bytes of a text with a lost character. */
export const CAME_THROUGH = 0x3d

const REPLACEMENT = "_utf8mb4 x'EFBFBD'"

/**
 * The character set of a column whose texts may contain codes that do not exist in Unicode; the server would silently send a question
 * mark for them. `undefined` for all other columns. @param type with its collation
 */
export function partialCharacterSet(type: string): string | undefined {
  const set = / collate ([a-z0-9]+)(_\w+)?$/i.exec(type)?.[1]?.toLowerCase()
  return set === undefined || WHOLE.has(set) ? undefined : set
}

/** Returns `=` and the text if every character was converted, otherwise `!` and its bytes as hexadecimal digits. */
export function provenText(name: string, characterSet: string): string {
  const own = quoteIdentifier(name)
  const text = `CONVERT(${own} USING utf8mb4)`
  const questions = (of: string) => `CHAR_LENGTH(${of}) - CHAR_LENGTH(REPLACE(${of}, '?', ''))`
  const hasAllQuestions = `(LOCATE('?', ${text}) = 0 OR ${questions(own)} = ${questions(text)})`
  // A few sets contain the replacement character itself; then it also converts back to the original.
  const comesBack = `BINARY CONVERT(${text} USING ${characterSet}) = BINARY ${own}`
  const isReplaced = `(LOCATE(${REPLACEMENT}, ${text}) = 0 OR ${comesBack})`
  return `IF(${hasAllQuestions} AND ${isReplaced}, CONCAT('=', ${text}), CONCAT('!', HEX(BINARY ${own})))`
}
