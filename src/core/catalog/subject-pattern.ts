/** What divides a subject: `repo:octo/shop:ref:refs/heads/main`. */
const DIVIDERS = /[:/]/
const LONGEST = 255

/** How many parts must be written in full before the first star: `repo:octo/*` names an owner, `repo:*` would let everybody in. */
const FULL_PARTS = 2

/**
 * Whether a text is a pattern of subjects: parts between `:` and `/`, of which a star stands for a whole one, and at the end for all that follow.
 * A star never stands for a piece of a part, because `repo:octo*` would accept `repo:octopus`.
 */
export function isSubjectPattern(pattern: string): boolean {
  if (pattern === '' || pattern.length > LONGEST || /[\p{Cc}\s]/u.test(pattern)) return false
  const parts = pattern.split(DIVIDERS)
  const star = parts.findIndex((part) => part.includes('*'))
  return star === -1 || (star >= FULL_PARTS && parts.every((part) => !part.includes('*') || part === '*'))
}

/** Whether the subject of a token fits a pattern; anything that is no pattern fits nothing. */
export function fitsSubject(pattern: string, subject: string): boolean {
  if (!isSubjectPattern(pattern)) return false
  const source = pattern
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/\*$/, '.+')
    .replaceAll('*', '[^:/]+')
  return new RegExp(`^${source}$`, 'su').test(subject)
}
