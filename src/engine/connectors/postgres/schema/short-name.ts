import { createHash } from 'node:crypto'

/** The longest name in Postgres, in bytes; the server cuts longer ones without a word. */
export const LONGEST_NAME = 63

const DIGITS = 8

/** A name that the server keeps whole: what is too long ends with a hash of all of it, so that names that differ stay different. */
export function shortName(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST_NAME) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, DIGITS)
  return `${clip(name, LONGEST_NAME - DIGITS - 1)}_${hash}`
}

/** The longest prefix of a text within this number of bytes, without splitting a character. */
export function clip(text: string, bytes: number): string {
  let clipped = ''
  let length = 0
  for (const character of text) {
    length += Buffer.byteLength(character)
    if (length > bytes) break
    clipped += character
  }
  return clipped
}
