/** What a character set does not have, of those that lack characters and that we know. */
const LACKING: Readonly<Record<string, RegExp>> = {
  ascii: /[^\0-\x7f]/,
  // Windows-1252, with the control characters of its five free places.
  latin1: /[^\0-\x7f\x81\x8d\x8f\x90\x9d\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u,
  utf8mb3: /[\u{10000}-\u{10ffff}]/u,
  utf8: /[\u{10000}-\u{10ffff}]/u,
  ucs2: /[\u{10000}-\u{10ffff}]/u,
}

/** @param collation whose name begins with that of its character set */
export const characterSetOf = (collation: string): string => collation.replace(/_.*$/, '').toLowerCase()

/** Finds a character that a column cannot have; nothing if its character set is not known to lack any. */
export const lackingIn = (collation: string | undefined): RegExp | undefined =>
  collation === undefined ? undefined : LACKING[characterSetOf(collation)]

/** Whether a text of the source may have a character that the target lacks. @param type of the source, with its collation */
export function mayLack(type: string, collation: string | undefined): boolean {
  if (collation === undefined || lackingIn(collation) === undefined) return false
  const [, own = ''] = / collate (\w+)$/i.exec(type) ?? []
  return characterSetOf(own) !== characterSetOf(collation)
}
